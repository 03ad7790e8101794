import type { Access } from '../../server/panel/route.ts';
import type { SampleShop } from '../support/panel-sample.ts';

type Fields = Readonly<Record<string, string>>;

/** What the matrix needs to know about a route of the panel. */
export interface RouteRow {
  readonly method: 'get' | 'post';
  /** As in the panel's route table. */
  readonly path: string;
  readonly access: Access;
  /** The path's parameters, from the sample shop. */
  readonly params?: (sample: SampleShop) => Readonly<Record<string, string | number>>;
  /** What the same path answers to whoever is allowed. Without it, 200. */
  readonly allowed?: number;
  /** A form that would change something if it were accepted. */
  readonly form?: (sample: SampleShop) => Fields;
  /** What an allowed POST without fields gets, if the path names nothing that could be unknown. Without it, 422. */
  readonly empty?: number;
  /** It ends the user's sessions, so it's tried last. */
  readonly endsSession?: true;
}

const ENDPOINT = {
  url: 'http://localhost:4000/hooks',
  description: 'ERP',
  events: 'order.created',
  active: 'on',
};

/** A route below an endpoint's page. */
function endpointRow(
  method: RouteRow['method'],
  path: string,
  form: RouteRow['form'] = () => ({}),
): RouteRow {
  const params: RouteRow['params'] = ({ endpoints }) => ({ id: endpoints.healthy });
  return { method, path: `/webhooks/:id${path}`, access: 'webhooks', params, form };
}

/** One row per route. A route without a row fails the matrix, and so does a row without a route. */
export const ROWS: readonly RouteRow[] = [
  { method: 'get', path: '/', access: 'session', allowed: 303 },
  {
    method: 'post',
    path: '/language',
    access: 'public',
    form: () => ({ locale: 'en', back: '/panel' }),
    empty: 303,
  },
  { method: 'get', path: '/login', access: 'public' },
  {
    method: 'post',
    path: '/login',
    access: 'public',
    form: () => ({ email: 'ana@serraalta.com.br', password: 'x' }),
  },
  { method: 'post', path: '/logout', access: 'public', empty: 303 },
  { method: 'get', path: '/account', access: 'session' },
  { method: 'get', path: '/webhooks', access: 'webhooks' },
  { method: 'get', path: '/webhooks/new', access: 'webhooks' },
  { method: 'post', path: '/webhooks', access: 'webhooks', form: () => ENDPOINT },
  endpointRow('get', ''),
  endpointRow('get', '/edit'),
  endpointRow('post', '/edit', () => ({ ...ENDPOINT, version: '1' })),
  endpointRow('post', '/activate'),
  endpointRow('post', '/deactivate'),
  { ...endpointRow('get', '/recover'), params: ({ endpoints }) => ({ id: endpoints.switchedOff }) },
  { ...endpointRow('post', '/recover'), params: ({ endpoints }) => ({ id: endpoints.switchedOff }) },
  {
    ...endpointRow('post', '/recoveries/:recovery/stop'),
    params: ({ endpoints }) => ({ id: endpoints.healthy, recovery: 1 }),
  },
  endpointRow('post', '/secret'),
  endpointRow('get', '/rotate'),
  endpointRow('post', '/rotate', () => ({ previous_until: '' })),
  endpointRow('post', '/test', () => ({ kind: 'order.created' })),
  {
    ...endpointRow('get', '/tests/:event'),
    params: ({ endpoints, testEventId }) => ({ id: endpoints.rotating, event: testEventId }),
  },
  endpointRow('get', '/delete'),
  endpointRow('post', '/delete'),
  endpointRow('get', '/verify'),
];

/** The row's path with its parameters filled in. */
export const pathOf = (
  { path, params }: Pick<RouteRow, 'path' | 'params'>,
  sample: SampleShop,
  replace: Readonly<Record<string, string | number>> = {},
): string => {
  const values = { ...params?.(sample), ...replace };
  return `/panel${path === '/' ? '' : path}`.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name]));
};
