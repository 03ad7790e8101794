import { listUsers } from '../../accounts/staff/users.ts';
import { operatorName } from './operator.ts';
import type { PanelRequest } from './route.ts';

/** More names than that help nobody. */
const MAX_NAMES = 5;

/** Who can give a user a permission: those who manage the team, or whoever runs the service when nobody does. */
export async function managerNames(request: PanelRequest): Promise<string> {
  const managers = (await listUsers(request.db, request.tenant.id))
    .filter(({ permissions, disabled }) => !disabled && permissions.includes('user.manage'))
    .map(({ name, email }) => (name === '' ? email : `${name} (${email})`));
  return managers.length === 0 ? operatorName(request) : managers.slice(0, MAX_NAMES).join(', ');
}
