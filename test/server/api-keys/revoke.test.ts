import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ApiKeyCache } from '../../../server/accounts/api-keys/api-key-cache.ts';
import { issueKey } from '../../../server/accounts/api-keys/issue.ts';
import { findKey } from '../../../server/accounts/api-keys/key-details.ts';
import {
  deactivateKeyEverywhere,
  deleteKey,
  deleteKeyEverywhere,
} from '../../../server/accounts/api-keys/revoke.ts';
import { touchKeys } from '../../../server/accounts/api-keys/store.ts';
import { type Actor, OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { openTestEnvironment, type TestEnvironment } from '../../support/test-environment.ts';
import { auditOf } from './audit-of.ts';

const environment = sharedEnvironment();
const db = () => environment().context.db;

const ANA: Actor = { type: 'user', userId: 7, email: 'ana@example.com' };
const noWait = async (): Promise<void> => {};

const REVOKE = [
  ['deactivated', deactivateKeyEverywhere, 'api_key_inactive'],
  ['deleted', deleteKeyEverywhere, 'api_key_unknown'],
] as const;

/** Another service on the same database. */
async function otherProcess(): Promise<TestEnvironment> {
  const database = { url: environment().databaseUrl, drop: async () => {} };
  const other = await openTestEnvironment({ database });
  onTestFinished(() => other.close());
  return other;
}

it.each(REVOKE)('refuses a key with 401 on every process once it is %s', async (_word, revoke, code) => {
  const other = await otherProcess();
  const { key, keyId, tenantId } = await environment().tenant();
  const ask = async ({ baseUrl }: TestEnvironment): Promise<unknown[]> => {
    const response = await fetch(`${baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect([await ask(environment()), await ask(other)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  await revoke(db(), ANA, { tenantId, id: keyId }, (ms) => wait(ms));
  expect([await ask(environment()), await ask(other)]).toEqual([
    [401, code],
    [401, code],
  ]);
});

it.each(REVOKE)('lets no cache use a look-up from before a key was %s', async (_word, revoke) => {
  let now = 0;
  const cache = new ApiKeyCache(db(), () => now);
  const { key, keyId, tenantId } = await environment().tenant();
  expect(await cache.find(key)).toMatchObject({ active: true });
  await revoke(db(), ANA, { tenantId, id: keyId }, async (ms) => {
    now += ms;
  });
  expect((await cache.find(key))?.active ?? false).toBe(false);
});

it.each(REVOKE)('waits after the commit, without a connection, when a key is %s', async (_word, revoke) => {
  const { keyId, tenantId } = await environment().tenant();
  let seen: unknown;
  await revoke(db(), ANA, { tenantId, id: keyId }, async () => {
    seen = (await findKey(db(), tenantId, keyId))?.status;
  });
  expect(seen).toBe(revoke === deleteKeyEverywhere ? undefined : 'inactive');
});

it('records who deactivated and deleted a key, with the name and prefix it had', async () => {
  const tenant = await environment().tenant();
  const { tenantId, keyId, key } = tenant;
  await deactivateKeyEverywhere(db(), ANA, { tenantId, id: keyId }, noWait);
  await deleteKeyEverywhere(db(), OPERATOR, { tenantId, id: keyId }, noWait);
  const target = { target_type: 'api_key', target_id: String(keyId), target_name: 'test' };
  const details = { prefix: key.slice(0, 11) };
  expect((await auditOf(environment(), tenant)).slice(1)).toEqual([
    { action: 'api_key.deactivated', actor: 'user', actor_name: 'ana@example.com', ...target, details },
    { action: 'api_key.deleted', actor: 'operator', actor_name: null, ...target, details },
  ]);
  expect(await findKey(db(), tenantId, keyId)).toBeUndefined();
});

it('deactivating an inactive key again records nothing, and waits all the same', async () => {
  const tenant = await environment().tenant();
  const id = { tenantId: tenant.tenantId, id: tenant.keyId };
  const waits: number[] = [];
  const note = async (ms: number): Promise<void> => void waits.push(ms);
  const first = await deactivateKeyEverywhere(db(), ANA, id, note);
  expect(await deactivateKeyEverywhere(db(), ANA, id, note)).toEqual(first);
  expect(waits).toEqual([1_250, 1_250]);
  expect(await auditOf(environment(), tenant)).toHaveLength(2);
});

it.each(REVOKE)("leaves another tenant's key as it was instead of having it %s", async (_word, revoke) => {
  const [own, other] = [await environment().tenant(), await environment().tenant()];
  const id = { tenantId: own.tenantId, id: other.keyId };
  expect(await revoke(db(), ANA, id, noWait)).toBeUndefined();
  expect(await findKey(db(), other.tenantId, other.keyId)).toMatchObject({ status: 'active' });
  expect([await auditOf(environment(), own), await auditOf(environment(), other)]).toEqual([
    [expect.anything()],
    [expect.anything()],
  ]);
});

it('keeps the stock movements of a deleted key, with its prefix', async () => {
  const tenant = await environment().tenant();
  const prefix = tenant.key.slice(0, 11);
  const product = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 10 });
  await tenant.tp.products.adjustStock(product.id, { mode: 'set', quantity: 5, reason: 'initial' });
  const reader = await tenant.addKey(['products.read']);
  await deleteKeyEverywhere(db(), ANA, { tenantId: tenant.tenantId, id: tenant.keyId }, (ms) => wait(ms));
  const movements = await tenant.request('GET', '/stock-movements', { key: reader.key });
  expect(await movements.json()).toMatchObject({ data: [{ actor: `api_key:${prefix}` }] });
});

it('a key and its audit entry are committed together or not at all', async () => {
  const tenant = await environment().tenant();
  const { tenantId, keyId: id } = tenant;
  const failing = db().transaction(async (tx) => {
    await issueKey(tx, ANA, { tenantId, name: 'ERP', scopes: [], expiresAt: null }, randomInt);
    await deleteKey(tx, ANA, { tenantId, id });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await findKey(db(), tenantId, id)).toMatchObject({ status: 'active' });
  expect(await auditOf(environment(), tenant)).toHaveLength(1);
});

it('a batch of last uses may name a key that was deleted since', async () => {
  const { tenantId, keyId } = await environment().tenant();
  await deleteKeyEverywhere(db(), ANA, { tenantId, id: keyId }, noWait);
  await touchKeys(db(), [{ tenantId, id: keyId, ageMs: 5 }]);
  expect(await findKey(db(), tenantId, keyId)).toBeUndefined();
});
