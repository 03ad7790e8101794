import { randomInt } from 'node:crypto';
import type { Access } from '../../server/panel/route.ts';
import { newFormToken } from '../../server/tenants/form-token.ts';
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
}

const aKey = ({ keys }: SampleShop) => ({ id: keys.active });
const newKey = () => ({
  name: 'ERP',
  scopes: 'all',
  validity: '90',
  token: newFormToken(Date.now(), randomInt),
});

const KEY_ROWS: readonly RouteRow[] = [
  { method: 'get', path: '/keys', access: 'api_keys' },
  { method: 'post', path: '/keys', access: 'api_keys', form: newKey },
  { method: 'get', path: '/keys/new', access: 'api_keys' },
  { method: 'get', path: '/keys/:id', access: 'api_keys', params: aKey },
  { method: 'get', path: '/keys/:id/successor', access: 'api_keys', params: aKey },
  { method: 'post', path: '/keys/:id/successor', access: 'api_keys', params: aKey, form: newKey },
  { method: 'get', path: '/keys/:id/deactivate', access: 'api_keys', params: aKey },
  { method: 'post', path: '/keys/:id/deactivate', access: 'api_keys', params: aKey },
  { method: 'get', path: '/keys/:id/delete', access: 'api_keys', params: aKey },
  { method: 'post', path: '/keys/:id/delete', access: 'api_keys', params: aKey },
];

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
