import { roleOf } from '../../accounts/staff/rules/roles.ts';
import type { FoundUser } from '../../accounts/staff/users.ts';
import { type Column, type Locale, Status, Time } from '../kit/index.ts';
import { words } from './words.ts';

export const userPath = ({ tenantId, id }: Pick<FoundUser, 'tenantId' | 'id'>): string =>
  `/console/tenants/${tenantId}/users/${id}`;

export function userColumns(locale: Locale, withTenant: boolean): readonly Column<FoundUser>[] {
  const text = words[locale];
  const tenant: Column<FoundUser> = {
    title: text.tenant,
    label: true,
    cell: ({ tenantId, tenantName }) => (
      <a class="filter-by" href={`/console/tenants/${tenantId}`}>
        <bdi>{tenantName}</bdi>
      </a>
    ),
  };
  return [
    {
      title: text.email,
      class: 'break',
      cell: (user) => (
        <>
          <a class="filter-by" href={userPath(user)}>
            {user.email}
          </a>
          {user.disabled ? <Status tone="quiet">{text.disabled}</Status> : null}
          {user.name === '' ? null : <span class="second">{user.name}</span>}
        </>
      ),
    },
    ...(withTenant ? [tenant] : []),
    { title: text.role, label: true, cell: ({ permissions }) => text[roleOf(permissions)] },
    { title: text.factor, label: true, cell: ({ secondFactor }) => (secondFactor ? text.on : text.off) },
    { title: text.lastLogin, label: true, cell: (user) => <Time at={user.lastLoginAt} none={text.never} /> },
  ];
}
