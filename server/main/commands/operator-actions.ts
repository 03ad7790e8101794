import { listOperatorActions } from '../../accounts/audit/operator-actions.ts';
import type { CommandContext } from './action.ts';
import { parseId, parseInteger } from './option-checks.ts';
import type { CommandRows } from './print.ts';

/** Latest first. */
export async function listActions(
  { db }: CommandContext,
  o: { readonly tenant?: string; readonly limit: string; readonly before?: string },
): Promise<CommandRows> {
  const actions = await listOperatorActions(db, {
    tenantId: o.tenant === undefined ? undefined : parseId(o.tenant, '--tenant'),
    limit: parseInteger(o.limit, '--limit', 1, 500),
    before: o.before === undefined ? undefined : String(parseId(o.before, '--before')),
  });
  return actions.map((action) => ({
    action_id: action.id,
    at: action.at,
    operator: action.operator,
    action: action.action,
    tenant_id: action.tenantId,
    target: action.targetType && `${action.targetType} ${action.targetId}`,
    target_name: action.targetName,
    reason: action.reason,
    details: JSON.parse(action.details) as Readonly<Record<string, unknown>>,
  }));
}
