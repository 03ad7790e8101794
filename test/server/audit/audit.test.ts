import { expect, it } from 'vitest';
import { type Actor, OPERATOR, SYSTEM } from '../../../server/accounts/audit/actor.ts';
import { type AuditFilter, listAudit } from '../../../server/accounts/audit/list.ts';
import { AUDIT_RETENTION_DAYS, deleteOldAuditEntries } from '../../../server/accounts/audit/retention.ts';
import { type AuditEntry, recordAudit } from '../../../server/accounts/audit/store.ts';
import { createUser, setUserDisabled, setUserPassword } from '../../../server/accounts/staff/user-changes.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const database = () => environment().context.db;
const makeTenant = () => insertTenant(database(), 'Loja', 'Pro');

const record = (entry: AuditEntry): Promise<void> => database().transaction((tx) => recordAudit(tx, entry));
const ANA: Actor = { type: 'user', userId: 7, email: 'ana@example.com' };

async function actionsOf(tenantId: number, filter: AuditFilter = {}): Promise<string[]> {
  const entries = await listAudit(database(), tenantId, filter, { limit: 100 });
  return entries.map(({ action }) => action);
}

it('shows who did what to which thing, latest first, and nothing of another tenant', async () => {
  const [tenantId, other] = [await makeTenant(), await makeTenant()];
  await record({ tenantId: other, actor: OPERATOR, action: 'user.created' });
  await record({ tenantId, actor: SYSTEM, action: 'endpoint.deactivated' });
  const target = { type: 'api_key', id: 3, name: 'ERP' } as const;
  await record({
    tenantId,
    actor: ANA,
    action: 'api_key.created',
    target,
    details: { scopes: ['orders.read'] },
  });
  const entries = await listAudit(database(), tenantId, {}, { limit: 10 });
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      actorType: 'user',
      actorName: 'ana@example.com',
      action: 'api_key.created',
      targetType: 'api_key',
      targetId: '3',
      targetName: 'ERP',
      details: { scopes: ['orders.read'] },
    },
    expect.objectContaining({ actorType: 'system', actorName: null, targetType: null, details: {} }),
  ]);
});

it('filters by group, by actor and by target, and by all of them together', async () => {
  const tenantId = await makeTenant();
  const erp = { type: 'api_key', id: 3, name: 'ERP' } as const;
  await record({ tenantId, actor: OPERATOR, action: 'api_key.created', target: erp });
  await record({ tenantId, actor: ANA, action: 'api_key.deactivated', target: erp });
  await record({ tenantId, actor: ANA, action: 'api_key.created', target: { ...erp, id: 4 } });
  await record({
    tenantId,
    actor: ANA,
    action: 'secret.revealed',
    target: { type: 'endpoint', id: 3, name: 'u' },
  });
  await record({ tenantId, actor: SYSTEM, action: 'login.failed' });
  expect(await actionsOf(tenantId, { group: 'endpoints' })).toEqual(['secret.revealed']);
  expect(await actionsOf(tenantId, { actor: 'operator' })).toEqual(['api_key.created']);
  expect(await actionsOf(tenantId, { actor: 'system' })).toEqual(['login.failed']);
  expect(await actionsOf(tenantId, { actor: 7 })).toHaveLength(3);
  const target = { type: 'api_key', id: '3' } as const;
  expect(await actionsOf(tenantId, { target })).toEqual(['api_key.deactivated', 'api_key.created']);
  expect(await actionsOf(tenantId, { target, actor: 7, group: 'keys' })).toEqual(['api_key.deactivated']);
});

it('continues after the last entry of the page before', async () => {
  const tenantId = await makeTenant();
  for (let id = 1; id <= 5; id += 1)
    await record({
      tenantId,
      actor: OPERATOR,
      action: 'user.created',
      target: { type: 'user', id, name: '' },
    });
  const seen: (string | null)[] = [];
  let before: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const entries = await listAudit(database(), tenantId, {}, { limit: 2, ...(before && { before }) });
    seen.push(...entries.map(({ targetId }) => targetId));
    before = entries.at(-1)!.id;
  }
  expect(seen).toEqual(['5', '4', '3', '2', '1']);
});

it('keeps no entry of a change that was rolled back', async () => {
  const tenantId = await makeTenant();
  const user = {
    tenantId,
    email: 'a@example.com',
    name: '',
    permissions: [],
    passwordHash: 'scrypt$1$1$1$a$a',
  };
  const id = await database().transaction((tx) => createUser(tx, OPERATOR, user));
  const rolledBack = database().transaction(async (tx) => {
    await setUserDisabled(tx, OPERATOR, { tenantId, id }, true);
    await setUserPassword(tx, OPERATOR, { tenantId, id }, 'scrypt$1$1$1$b$b');
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await actionsOf(tenantId)).toEqual(['user.created']);
});

it('deletes entries after 400 days, in any number of batches, and no younger ones', async () => {
  const tenantId = await makeTenant();
  await record({ tenantId, actor: OPERATOR, action: 'user.created' });
  await database().query(
    `INSERT INTO audit_entries (tenant_id, actor_type, action, action_group, at)
     SELECT $1, 'operator', 'user.enabled', 'users', now() - make_interval(days => $2) - interval '1 minute'
     FROM generate_series(1, 2500)`,
    [tenantId, AUDIT_RETENTION_DAYS],
  );
  // Ids rise with time, as they do outside of this test.
  await database().query('UPDATE audit_entries SET id = id + 10000 WHERE tenant_id = $1 AND action = $2', [
    tenantId,
    'user.created',
  ]);
  expect(await deleteOldAuditEntries(database())).toBe(2500);
  expect(await actionsOf(tenantId)).toEqual(['user.created']);
});
