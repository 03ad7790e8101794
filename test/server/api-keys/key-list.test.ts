import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { issueKey, issueSuccessor } from '../../../server/accounts/api-keys/issue.ts';
import { findKey, listKeys, listRelatedKeys } from '../../../server/accounts/api-keys/key-details.ts';
import { deactivateKey, deleteKey } from '../../../server/accounts/api-keys/revoke.ts';
import { touchKeys } from '../../../server/accounts/api-keys/store.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { auditOf } from './audit-of.ts';

const environment = sharedEnvironment();
const db = () => environment().context.db;

const PAST = '2020-01-31T00:00:00.000Z';
const FUTURE = '2099-01-31T00:00:00.000Z';

const issue = (tenantId: number, name: string, expiresAt: string | null = null) =>
  db().transaction((tx) =>
    issueKey(tx, OPERATOR, { tenantId, name, scopes: ['orders.read'], expiresAt }, randomInt),
  );
const successor = (tenantId: number, predecessorId: number) =>
  db().transaction((tx) => {
    const request = { tenantId, predecessorId, name: 'ERP 2', expiresAt: FUTURE };
    return issueSuccessor(tx, OPERATOR, request, randomInt);
  });
const deactivate = (tenantId: number, id: number) =>
  db().transaction((tx) => deactivateKey(tx, OPERATOR, { tenantId, id }));

it('lists active, expired and inactive keys, the newest of each first, page by page', async () => {
  const { tenantId, keyId } = await environment().tenant();
  const expired = await issue(tenantId, 'expired', PAST);
  const inactive = await issue(tenantId, 'inactive');
  const inactiveAndExpired = await issue(tenantId, 'inactive and expired', PAST);
  const limited = await issue(tenantId, 'limited', FUTURE);
  for (const { id } of [inactive, inactiveAndExpired]) await deactivate(tenantId, id);
  const all = await listKeys(db(), tenantId);
  expect(all.map(({ id, status }) => [id, status])).toEqual([
    [limited.id, 'active'],
    [keyId, 'active'],
    [expired.id, 'expired'],
    [inactiveAndExpired.id, 'inactive'],
    [inactive.id, 'inactive'],
  ]);
  const pages = [await listKeys(db(), tenantId, { limit: 2 })];
  while (pages.at(-1)!.length > 0)
    pages.push(await listKeys(db(), tenantId, { limit: 2, after: pages.at(-1)!.at(-1)! }));
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
  expect(pages.flat()).toEqual(all);
});

it('shows name, prefix, scopes and times of a key, and nothing that could be used', async () => {
  const { tenantId } = await environment().tenant();
  const { id, prefix } = await issue(tenantId, 'ERP', FUTURE);
  await touchKeys(db(), [{ tenantId, id, ageMs: 0 }]);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await findKey(db(), tenantId, id)).toEqual({
    id,
    name: 'ERP',
    prefix,
    scopes: ['orders.read'],
    status: 'active',
    createdAt: time,
    expiresAt: FUTURE,
    lastUsedAt: time,
    predecessorId: null,
  });
});

it("doesn't show another tenant's keys", async () => {
  const [own, other] = [await environment().tenant(), await environment().tenant()];
  expect((await listKeys(db(), own.tenantId)).map(({ id }) => id)).toEqual([own.keyId]);
  expect(await findKey(db(), own.tenantId, other.keyId)).toBeUndefined();
});

it('records who created a key, with its scopes and expiry', async () => {
  const { tenantId } = await environment().tenant();
  const { prefix } = await issue(tenantId, 'ERP', FUTURE);
  expect((await auditOf(environment(), { tenantId })).at(-1)).toMatchObject({
    action: 'api_key.created',
    target_name: 'ERP',
    details: { prefix, scopes: ['orders.read'], expires_at: FUTURE },
  });
});

it('a successor has the scopes of its predecessor, and remembers it', async () => {
  const { tenantId } = await environment().tenant();
  const old = await issue(tenantId, 'ERP');
  const made = (await successor(tenantId, old.id))!;
  expect(made.scopes).toEqual(['orders.read']);
  const key = (await findKey(db(), tenantId, made.id))!;
  expect(key).toMatchObject({ name: 'ERP 2', scopes: ['orders.read'], predecessorId: old.id });
  expect(await findKey(db(), tenantId, old.id)).toMatchObject({ status: 'active' });
  const oldKey = (await findKey(db(), tenantId, old.id))!;
  expect(await listRelatedKeys(db(), tenantId, [key])).toEqual([oldKey]);
  expect(await listRelatedKeys(db(), tenantId, [oldKey])).toEqual([key]);
  expect((await auditOf(environment(), { tenantId })).at(-1)).toMatchObject({
    details: { predecessor: old.prefix },
  });
});

it('a successor outlives its predecessor', async () => {
  const { tenantId } = await environment().tenant();
  const old = await issue(tenantId, 'ERP');
  const middle = (await successor(tenantId, old.id))!;
  const last = (await successor(tenantId, middle.id))!;
  await db().transaction((tx) => deleteKey(tx, OPERATOR, { tenantId, id: middle.id }));
  expect(await findKey(db(), tenantId, last.id)).toMatchObject({ status: 'active', predecessorId: null });
});

it("makes no successor of an unknown key or another tenant's", async () => {
  const [own, other] = [await environment().tenant(), await environment().tenant()];
  expect(await successor(own.tenantId, other.keyId)).toBeUndefined();
  expect(await successor(own.tenantId, 2_147_483_647)).toBeUndefined();
  expect(await listKeys(db(), own.tenantId)).toHaveLength(1);
});
