import { randomInt } from 'node:crypto';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import type { Access } from '../../server/panel/request/access.ts';
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
  readonly allowed?: number | readonly number[];
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

const newToken = (): string => newFormToken(Date.now(), randomInt);

const aKey = ({ keys }: SampleShop) => ({ id: keys.active });
const newKey = () => ({
  name: 'ERP',
  scopes: 'all',
  validity: '90',
  token: newToken(),
});

const aMember = ({ users }: SampleShop) => ({ id: users.none.id });
const anInvitation = ({ invitation }: SampleShop) => ({ id: invitation.id });
const memberRow = (method: RouteRow['method'], path: string, form = {}): RouteRow => ({
  method,
  path: `/team/:id${path}`,
  access: 'users',
  params: aMember,
  form: () => form,
});

const PEOPLE_ROWS: readonly RouteRow[] = [
  { method: 'post', path: '/login/code', access: 'public', form: () => ({ code: '123456' }), empty: 303 },
  { method: 'get', path: '/forgotten', access: 'public' },
  { method: 'post', path: '/forgotten', access: 'public', form: () => ({ email: 'ana@serraalta.com.br' }) },
  { method: 'get', path: '/link/:token', access: 'public', params: () => ({ token: 'A'.repeat(43) }) },
  { method: 'post', path: '/link', access: 'public', form: () => ({ token: 'A'.repeat(43) }) },
  { method: 'post', path: '/account/name', access: 'session', form: () => ({ name: 'Ana' }) },
  { method: 'post', path: '/account/email', access: 'session', form: () => ({ email: 'ana@nova.example' }) },
  {
    method: 'post',
    path: '/account/sessions/:id/end',
    access: 'session',
    params: () => ({ id: 'x'.repeat(22) }),
  },
  { method: 'get', path: '/account/second-factor', access: 'session' },
  { method: 'post', path: '/account/second-factor', access: 'session', empty: 200 },
  {
    method: 'post',
    path: '/account/second-factor/confirm',
    access: 'session',
    form: () => ({ code: '123456' }),
  },
  { method: 'post', path: '/account/second-factor/codes', access: 'session', empty: 303 },
  { method: 'post', path: '/account/second-factor/remove', access: 'session', empty: 303 },
  { method: 'get', path: '/team', access: 'users' },
  { method: 'get', path: '/team/invite', access: 'users' },
  { method: 'get', path: '/team/second-factor', access: 'users' },
  {
    method: 'post',
    path: '/team/invite',
    access: 'users',
    form: () => ({ email: 'iara@serraalta.com.br', role: 'viewer' }),
  },
  { method: 'post', path: '/team/invitations/:id/resend', access: 'users', params: anInvitation },
  { method: 'post', path: '/team/invitations/:id/revoke', access: 'users', params: anInvitation },
  {
    method: 'post',
    path: '/team/second-factor',
    access: 'users',
    form: () => ({ required: 'yes' }),
    empty: 303,
  },
  memberRow('get', ''),
  memberRow('post', '/role', { role: 'viewer' }),
  memberRow('post', '/password-link'),
  memberRow('post', '/second-factor'),
  memberRow('get', '/remove'),
  memberRow('post', '/remove'),
];

const KEY_ROWS: readonly RouteRow[] = [
  { method: 'get', path: '/keys', access: 'revoke_keys' },
  { method: 'post', path: '/keys', access: 'api_keys', form: newKey },
  { method: 'get', path: '/keys/new', access: 'api_keys' },
  { method: 'get', path: '/keys/:id', access: 'revoke_keys', params: aKey },
  { method: 'get', path: '/keys/:id/successor', access: 'api_keys', params: aKey },
  { method: 'post', path: '/keys/:id/successor', access: 'api_keys', params: aKey, form: newKey },
  { method: 'get', path: '/connect', access: 'api_keys' },
  {
    method: 'post',
    path: '/connect',
    access: 'api_keys',
    form: () => ({
      ...{ name: 'Bling', may: 'see_orders', url: ENDPOINT.url, events: ENDPOINT.events },
      token: newToken(),
    }),
  },
  { method: 'get', path: '/connect/:id', access: 'api_keys', params: aKey },
  { method: 'get', path: '/keys/:id/deactivate', access: 'revoke_keys', params: aKey },
  { method: 'post', path: '/keys/:id/deactivate', access: 'revoke_keys', params: aKey },
  { method: 'get', path: '/keys/:id/delete', access: 'revoke_keys', params: aKey },
  { method: 'post', path: '/keys/:id/delete', access: 'revoke_keys', params: aKey },
];

/** One row per route. A route without a row fails the matrix, and so does a row without a route. */
export const ROWS: readonly RouteRow[] = [
  { method: 'get', path: '/', access: 'session', allowed: [200, 303] },
  { method: 'post', path: '/problems/solve', access: 'resend', form: () => ({ problem: 'x' }), empty: 409 },
  { method: 'post', path: '/problems/reopen', access: 'resend', form: () => ({ problem: 'x' }), empty: 409 },
  { method: 'get', path: '/shared/:token', access: 'public', params: () => ({ token: '1.1.1.1.1.1.x' }) },
  { method: 'get', path: '/events/:id', access: 'deliveries', params: ({ eventId }) => ({ id: eventId }) },
  {
    method: 'post',
    path: '/orders/:id/share',
    access: 'deliveries',
    params: ({ firstOrderId }) => ({ id: firstOrderId }),
    form: ({ endpoints }) => ({ endpoint: String(endpoints.healthy) }),
  },
  { method: 'get', path: '/search', access: 'session' },
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
  { method: 'post', path: '/login/tenant', access: 'public', form: () => ({ tenant: '1' }), empty: 303 },
  { method: 'get', path: '/account', access: 'session' },
  {
    method: 'post',
    path: '/account/password',
    access: 'session',
    form: () => ({ current: 'x', next: 'uma senha bem nova' }),
  },
  { method: 'post', path: '/account/sessions/end', access: 'session', empty: 303, endsSession: true },
  { method: 'get', path: '/audit', access: 'session' },
  { method: 'get', path: '/alerts', access: 'session' },
  { method: 'post', path: '/account/alerts', access: 'session', empty: 303 },
  { method: 'get', path: '/requests', access: 'requests' },
  { method: 'get', path: '/webhooks', access: 'webhooks' },
  { method: 'get', path: '/webhooks/new', access: 'webhooks' },
  { method: 'post', path: '/webhooks', access: 'webhooks', form: () => ({ ...ENDPOINT, token: newToken() }) },
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
  endpointRow('post', '/test', () => ({ kind: 'order.created', token: newToken() })),
  {
    ...endpointRow('get', '/tests/:event'),
    params: ({ endpoints, testEventId }) => ({ id: endpoints.rotating, event: testEventId }),
  },
  endpointRow('get', '/delete'),
  endpointRow('post', '/delete'),
  { method: 'get', path: '/deliveries', access: 'deliveries' },
  { method: 'get', path: '/orders/:id', access: 'deliveries', params: ({ orderId }) => ({ id: orderId }) },
  { method: 'get', path: '/deliveries/live', access: 'deliveries', allowed: 400 },
  {
    method: 'post',
    path: '/deliveries/resend',
    access: 'resend',
    form: ({ deliveries }) => ({ id: deliveries.FAILED }),
  },
  {
    method: 'post',
    path: '/deliveries/:id/resend',
    access: 'resend',
    params: ({ deliveries }) => ({ id: deliveries.FAILED }),
  },
  {
    method: 'post',
    path: '/deliveries/:id/curl',
    access: 'deliveries',
    params: ({ deliveries }) => ({ id: deliveries.FAILED }),
  },
  {
    method: 'get',
    path: '/deliveries/:id/body',
    access: 'deliveries',
    params: ({ deliveries }) => ({ id: deliveries.FAILED }),
  },
  { method: 'get', path: '/deliveries/recover', access: 'resend' },
  {
    method: 'post',
    path: '/deliveries/recover',
    access: 'resend',
    form: ({ endpoints }) => ({
      endpoint: String(endpoints.healthy),
      from: '2026-01-01T00:00',
      until: '2126-01-01T00:00',
    }),
  },
  {
    method: 'get',
    path: '/deliveries/recoveries/:endpoint/:id',
    access: 'resend',
    params: ({ endpoints, recoveryId }) => ({ endpoint: endpoints.healthy, id: recoveryId }),
  },
  {
    method: 'post',
    path: '/deliveries/recoveries/:endpoint/:id/stop',
    access: 'resend',
    params: ({ endpoints, recoveryId }) => ({ endpoint: endpoints.healthy, id: recoveryId }),
  },
  endpointRow('get', '/verify'),
  ...PEOPLE_ROWS,
  ...KEY_ROWS,
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
