import { chooseLanguage } from '../home/language.ts';
import { logOut, showLogin, submitCode, submitPassword } from '../login/handlers.ts';
import {
  type ConsoleRequest,
  type ConsoleRoute,
  type ConsoleTab,
  type PanelResponse,
  redirect,
} from '../request/route.ts';
import { showLink, submitFirstCode, submitFirstPassword } from './enrol.tsx';
import { operatorsPage, renewOwnCodes } from './operators.tsx';
import { createForm, createOne } from './tenants/create.tsx';
import { editForm, saveOne } from './tenants/edit.tsx';
import { tenantList } from './tenants/list.tsx';
import { askOwner, inviteOwner } from './tenants/owner.tsx';
import { askDeletion, askStatus, changeTo, startDeletion } from './tenants/status.tsx';
import { tenantPage, withTenant } from './tenants/tenant.tsx';
import { askUserChange, changeUser, userList, userPage, withUser } from './users.tsx';
import { askView, startView } from './view.tsx';

type Handle = (request: ConsoleRequest) => Promise<PanelResponse>;
const get = (path: string, handle: Handle) => ({ method: 'get', path, handle }) as const;
/** Changes something: the operator shows again who it is, and the form has a reason. */
const change = (path: string, handle: Handle) => ({ method: 'post', path, handle, stepUp: true }) as const;

const tab = (
  section: ConsoleTab,
  routes: readonly (ReturnType<typeof get> | ReturnType<typeof change>)[],
): ConsoleRoute[] => routes.map((route) => ({ ...route, section, access: 'session' }));

/** Every route of the console. */
export const routes: readonly ConsoleRoute[] = [
  { method: 'get', path: '/login', access: 'public', handle: showLogin },
  { method: 'post', path: '/login', access: 'public', handle: submitPassword },
  { method: 'post', path: '/login/code', access: 'public', handle: submitCode },
  { method: 'get', path: '/link/:token', access: 'public', handle: showLink },
  { method: 'post', path: '/link', access: 'public', handle: submitFirstPassword },
  { method: 'post', path: '/link/code', access: 'public', handle: submitFirstCode },
  { method: 'post', path: '/logout', access: 'public', handle: logOut },
  { method: 'post', path: '/language', access: 'public', handle: chooseLanguage },
  ...tab('tenants', [
    get('/', async () => redirect('/console/tenants')),
    get('/tenants', tenantList),
    get('/tenants/new', createForm),
    change('/tenants/new', createOne),
    get('/tenants/:id', tenantPage),
    get('/tenants/:id/edit', withTenant(editForm)),
    change('/tenants/:id/edit', withTenant(saveOne)),
    get('/tenants/:id/owner', withTenant(askOwner)),
    change('/tenants/:id/owner', withTenant(inviteOwner)),
    get('/tenants/:id/view', withTenant(askView)),
    change('/tenants/:id/view', withTenant(startView)),
    get('/tenants/:id/delete', withTenant(askDeletion)),
    change('/tenants/:id/delete', withTenant(startDeletion)),
    get('/tenants/:id/status/:to', withTenant(askStatus)),
    change('/tenants/:id/status/:to', withTenant(changeTo)),
  ]),
  ...tab('users', [
    get('/users', userList),
    get('/tenants/:tenant/users/:id', withUser(userPage)),
    get('/tenants/:tenant/users/:id/:change', withUser(askUserChange)),
    change('/tenants/:tenant/users/:id/:change', withUser(changeUser)),
  ]),
  ...tab('operators', [get('/operators', operatorsPage), change('/operators/codes', renewOwnCodes)]),
];
