import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createOnce,
  isFreshFormToken,
  newFormToken,
  useFormToken,
} from '../../../server/accounts/staff/form-token.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const db = () => environment().context.db;
const HOUR_MS = 3_600_000;

const use = (tenantId: number, token: string) => db().transaction((tx) => useFormToken(tx, tenantId, token));

it('a form may be sent for 12 hours', () => {
  const madeAt = Date.UTC(2026, 10, 21);
  const token = newFormToken(madeAt, randomInt);
  const ages = [-2 * HOUR_MS, 0, 12 * HOUR_MS - 1, 12 * HOUR_MS];
  expect(ages.map((age) => isFreshFormToken(token, madeAt + age))).toEqual([false, true, true, false]);
});

it.each(['', 'x', '-', `${'z'.repeat(9)}-${'a'.repeat(20)}`, '99999999999999999999'])(
  'takes no made-up token: %j',
  (token) => {
    expect(isFreshFormToken(token, Date.UTC(2026, 10, 21))).toBe(false);
  },
);

it('each form creates once, even if it is sent ten times at once', async () => {
  const { tenantId } = await environment().tenant();
  const token = newFormToken(Date.now(), randomInt);
  const used = await Promise.all(Array.from({ length: 10 }, () => use(tenantId, token)));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await use(tenantId, newFormToken(Date.now(), randomInt))).toBe(true);
});

it('a form whose transaction fails may be sent again', async () => {
  const { tenantId } = await environment().tenant();
  const token = newFormToken(Date.now(), randomInt);
  const failing = db().transaction(async (tx) => {
    await useFormToken(tx, tenantId, token);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await use(tenantId, token)).toBe(true);
});

it('every use of a form gets what its first use created, even at once', async () => {
  const { tenantId } = await environment().tenant();
  const token = newFormToken(Date.now(), randomInt);
  let created = 0;
  const send = () =>
    db().transaction((tx) => createOnce(tx, tenantId, token, async () => `/things/${++created}`));
  expect(await Promise.all(Array.from({ length: 10 }, send))).toEqual(new Array(10).fill('/things/1'));
  expect(created).toBe(1);
});

it('a form that created nothing may be sent again', async () => {
  const { tenantId } = await environment().tenant();
  const token = newFormToken(Date.now(), randomInt);
  const send = (result: string | undefined) =>
    db().transaction((tx) => createOnce(tx, tenantId, token, async () => result));
  expect([await send(undefined), await send('/things/1'), await send('/things/2')]).toEqual([
    undefined,
    '/things/1',
    '/things/1',
  ]);
});

it('two tenants may have the same token', async () => {
  const [own, other] = [await environment().tenant(), await environment().tenant()];
  const token = newFormToken(Date.now(), randomInt);
  expect([await use(own.tenantId, token), await use(other.tenantId, token)]).toEqual([true, true]);
});

it('forgets tokens of forms that are too old to be sent', async () => {
  const { tenantId } = await environment().tenant();
  await use(tenantId, newFormToken(Date.now(), randomInt));
  const tokens = 'panel.used_form_tokens WHERE tenant_id = $1';
  await db().query(
    `UPDATE panel.used_form_tokens SET used_at = now() - interval '25 hours' WHERE tenant_id = $1`,
    [tenantId],
  );
  await use(tenantId, newFormToken(Date.now(), randomInt));
  expect(await db().query(`SELECT count(*) AS kept FROM ${tokens}`, [tenantId])).toEqual([{ kept: 1 }]);
});
