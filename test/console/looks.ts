import type { Look } from '../panel/looks.ts';
import type { ConsoleSample } from './sample.ts';

type ConsoleLook = Omit<Look, 'user'> & { readonly loggedIn?: false };

const form = { name: '', time_zone: '', plan: '', currency: '' };

/** Each page, and what it shows after a mistake or with nothing to show. */
export function looks({
  tenant,
  suspended,
  closed,
  deleting,
  deleted,
  user,
  token,
}: ConsoleSample): readonly ConsoleLook[] {
  const company = `/console/tenants/${tenant}`;
  const person = `${company}/users/${user}`;
  return [
    { name: 'login', path: '/console/login', loggedIn: false },
    {
      name: 'login-refused',
      path: '/console/login',
      post: { email: 'x@y.example', password: 'errada' },
      loggedIn: false,
    },
    { name: 'link', path: `/console/link/${token}`, loggedIn: false },
    { name: 'link-mistake', path: '/console/link', post: { token, next: 'curta' }, loggedIn: false },
    {
      name: 'link-key',
      path: '/console/link',
      post: { token, next: 'um café coado na hora' },
      loggedIn: false,
    },
    { name: 'link-code', path: '/console/link/code', post: { token, code: '000000' }, loggedIn: false },
    { name: 'link-dead', path: `/console/link/${'A'.repeat(43)}`, loggedIn: false },
    { name: 'tenants', path: '/console/tenants' },
    { name: 'tenants-menu', path: '/console/tenants', opened: '.menu-button', only: 'phone' },
    { name: 'tenants-none', path: '/console/tenants?search=ninguém' },
    { name: 'tenants-deleted', path: '/console/tenants?status=deleted' },
    { name: 'tenant-new', path: '/console/tenants/new' },
    { name: 'tenant-new-mistakes', path: '/console/tenants/new', post: form },
    { name: 'tenant', path: company },
    { name: 'tenant-suspended', path: `/console/tenants/${suspended}` },
    { name: 'tenant-closed', path: `/console/tenants/${closed}` },
    { name: 'tenant-deleting', path: `/console/tenants/${deleting}` },
    { name: 'tenant-deleted', path: `/console/tenants/${deleted}` },
    { name: 'tenant-edit', path: `${company}/edit` },
    { name: 'tenant-edit-mistakes', path: `${company}/edit`, post: form },
    { name: 'owner', path: `${company}/owner` },
    { name: 'owner-mistakes', path: `${company}/owner`, post: { email: 'x', reason: '' } },
    {
      name: 'owner-link',
      path: `${company}/owner`,
      post: { email: 'dona@loja.example', reason: 'Chamado 812' },
    },
    { name: 'suspended-already', path: `/console/tenants/${suspended}/status/suspended` },
    { name: 'suspend', path: `${company}/status/suspended` },
    { name: 'close-mistake', path: `${company}/status/closed`, post: { reason: '' } },
    { name: 'view', path: `${company}/view` },
    { name: 'view-panel', path: `${company}/view`, post: { reason: 'Chamado 812' } },
    { name: 'delete', path: `/console/tenants/${closed}/delete` },
    { name: 'delete-mistakes', path: `/console/tenants/${closed}/delete`, post: { name: 'x', reason: '' } },
    { name: 'users', path: '/console/users' },
    { name: 'users-none', path: '/console/users?email=ninguem' },
    { name: 'user', path: person },
    { name: 'user-delete', path: `${person}/delete` },
    { name: 'operators', path: '/console/operators' },
    { name: 'operators-of-tenant', path: `/console/operators?tenant=${tenant}` },
    { name: 'not-found', path: '/console/nothing' },
  ];
}

/** For names, before there is a sample. */
export const NO_SAMPLE: ConsoleSample = {
  tenant: 0,
  suspended: 0,
  closed: 0,
  deleting: 0,
  deleted: 0,
  user: 0,
  token: '',
};
