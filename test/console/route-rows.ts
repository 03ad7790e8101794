import { randomInt } from 'node:crypto';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import type { ConsoleSample } from './sample.ts';

type Fields = Readonly<Record<string, string>>;

interface ConsoleRow {
  readonly method: 'get' | 'post';
  /** As in the console's route table. */
  readonly path: string;
  readonly params?: (sample: ConsoleSample) => Readonly<Record<string, string | number>>;
  /** A form that changes something, but for its reason. */
  readonly form?: () => Fields;
  /** Without it, 200 of a GET and 303 of a POST. */
  readonly status?: number;
  /** It's about the operator alone, who owes nobody a reason. */
  readonly own?: boolean;
}

const get = (path: string, params?: ConsoleRow['params']): ConsoleRow => ({ method: 'get', path, params });
const post = (
  path: string,
  params?: ConsoleRow['params'],
  form: ConsoleRow['form'] = () => ({}),
): ConsoleRow => ({
  method: 'post',
  path,
  params,
  form,
});

const aTenant: ConsoleRow['params'] = ({ tenant }) => ({ id: tenant });
const aClosed: ConsoleRow['params'] = ({ closed }) => ({ id: closed });
const aStatus: ConsoleRow['params'] = ({ suspended }) => ({ id: suspended, to: 'resumed' });
const aUser: ConsoleRow['params'] = ({ tenant, user }) => ({ tenant, id: user });
const aUserChange: ConsoleRow['params'] = ({ tenant, user }) => ({ tenant, id: user, change: 'sessions' });

const TENANT = { name: 'Loja Nova', time_zone: 'America/Manaus', plan: 'Pro' };

/** Those that need an operator; the last one takes away what others need. */
export const ROWS: readonly ConsoleRow[] = [
  { ...get('/'), status: 303 },
  get('/tenants'),
  get('/tenants/new'),
  post('/tenants/new', undefined, () => ({
    ...TENANT,
    currency: 'BRL',
    token: newFormToken(Date.now(), randomInt),
  })),
  get('/tenants/:id', aTenant),
  get('/tenants/:id/edit', aTenant),
  post('/tenants/:id/edit', aTenant, () => ({ ...TENANT, rate: '77', storage: '50', api_enabled: 'on' })),
  get('/tenants/:id/owner', aTenant),
  { ...post('/tenants/:id/owner', aTenant, () => ({ email: 'dona@loja.example' })), status: 200 },
  get('/tenants/:id/status/:to', aStatus),
  get('/tenants/:id/view', aTenant),
  post('/tenants/:id/view', aTenant),
  get('/users'),
  get('/tenants/:tenant/users/:id', aUser),
  get('/tenants/:tenant/users/:id/:change', aUserChange),
  post('/tenants/:tenant/users/:id/:change', aUserChange),
  get('/operators'),
  { ...post('/operators/codes'), status: 200, own: true },
  post('/tenants/:id/status/:to', aStatus),
  get('/tenants/:id/delete', aClosed),
  post('/tenants/:id/delete', aClosed, () => ({ name: 'Loja Fechada' })),
];

export const pathOf = ({ path, params }: ConsoleRow, sample: ConsoleSample): string =>
  Object.entries(params?.(sample) ?? {}).reduce(
    (text, [name, value]) => text.replace(`:${name}`, String(value)),
    `/console${path === '/' ? '' : path}`,
  );
