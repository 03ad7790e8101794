import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import {
  createOperator,
  deleteOperator,
  operatorFactor,
  resetOperator,
} from '../../server/accounts/operators/operators.ts';
import { pendingKey } from '../../server/accounts/second-factor/store.ts';
import { ATTEMPT_LIMITS } from '../../server/panel/passwords/attempts.ts';
import { addOperator, openConsole } from '../support/console.ts';
import { PASSWORD, Visitor } from '../support/panel.ts';
import { codeOf } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment({
  roles: ['api', 'panel', 'console'],
  env: { TRUST_PROXY: 'loopback' },
});
let count = 0;

const invite = async () => {
  count += 1;
  const email = `rui.${count}@tradepost.example`;
  const { db } = environment().context;
  return { email, ...(await db.transaction((tx) => createOperator(tx, OPERATOR, { email, name: 'Rui' }))) };
};
const stranger = () => new Visitor(environment().consoleUrl, { address: `10.9.0.${++count}` });
const keyOf = async (id: number) => {
  const { db, box } = environment().context;
  return (await pendingKey(db, box, operatorFactor({ id })))!.toString('hex');
};
const passwordOf = async (visitor: Visitor, token: string) =>
  visitor.post('/console/link', { token, next: PASSWORD });

it('a link sets a password and a second factor, logs in, and works once', async () => {
  const { id, email, token } = await invite();
  const visitor = stranger();
  expect((await visitor.get(`/console/link/${token}`)).text).toContain(email);
  const asked = await passwordOf(visitor, token);
  expect([asked.status, asked.text.includes('otpauth://totp/Tradepost%20Console')]).toEqual([200, true]);
  const key = await keyOf(id);
  // Its page was loaded again.
  await passwordOf(visitor, token);
  expect(await keyOf(id)).toBe(key);
  const wrong = await visitor.post('/console/link/code', { token, code: '000000' });
  expect(wrong.status).toBe(422);
  const done = await visitor.post('/console/link/code', { token, code: codeOf(key) });
  expect(done.text.match(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)).toHaveLength(10);
  // A change of the language would show another page, without the codes.
  expect([asked, done].map(({ text }) => text.includes('/console/language'))).toEqual([false, false]);
  expect((await visitor.get('/console/tenants')).status).toBe(200);
  expect((await stranger().get(`/console/link/${token}`)).status).toBe(404);
  expect((await passwordOf(stranger(), token)).status).toBe(404);
});

it('new recovery codes of an operator open the console, each once', async () => {
  const { operator, visitor } = await openConsole(environment());
  const { text } = await visitor.post('/console/operators/codes');
  const [code] = text.match(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)!;
  const enter = async () => {
    const other = stranger();
    await other.post('/console/login', { email: operator.email, password: PASSWORD });
    return (await other.post('/console/login/code', { code: code! })).status;
  };
  expect([await enter(), await enter()]).toEqual([303, 422]);
  expect((await visitor.get('/console/operators')).text).toContain('Gerou novos códigos');
});

it('nobody logs in with a password alone, before and after its first step', async () => {
  const { email, token } = await invite();
  const logIn = () => stranger().post('/console/login', { email, password: PASSWORD });
  expect((await logIn()).status).toBe(422);
  await passwordOf(stranger(), token);
  expect((await logIn()).status).toBe(422);
});

it('a link that expired, that another one replaced, or of an operator who was deleted is a dead one', async () => {
  const { db } = environment().context;
  const open = async (token: string) => (await stranger().get(`/console/link/${token}`)).status;
  const [expired, replaced, deleted] = [await invite(), await invite(), await invite()];
  await db.query('UPDATE operators SET link_expires_at = now() WHERE id = $1', [expired.id]);
  const next = await db.transaction((tx) => resetOperator(tx, OPERATOR, replaced.id));
  await db.transaction((tx) => deleteOperator(tx, OPERATOR, deleted.id));
  for (const { token } of [expired, replaced, deleted]) expect(await open(token)).toBe(404);
  expect(await open(next!)).toBe(200);
});

it.each([
  ['a reset of the factor', resetOperator],
  ['the deletion', deleteOperator],
])('%s ends the sessions at once', async (_, end) => {
  const { operator, visitor } = await openConsole(environment());
  await environment().context.db.transaction<unknown>((tx) => end(tx, OPERATOR, operator.id));
  expect((await visitor.get('/console/tenants')).location).toContain('/console/login');
  const again = await stranger().post('/console/login', { email: operator.email, password: PASSWORD });
  expect(again.status).toBe(422);
});

describe('guessing', () => {
  it('of codes ends after ten, even with the right one, also from elsewhere', async () => {
    const operator = await addOperator(environment());
    const code = async (visitor: Visitor, typed: string) =>
      (await visitor.post('/console/login/code', { code: typed })).status;
    const logIn = async () => {
      const visitor = stranger();
      await visitor.post('/console/login', { email: operator.email, password: PASSWORD });
      return visitor;
    };
    const visitor = await logIn();
    for (let n = 0; n < ATTEMPT_LIMITS.code.points; n += 1) expect(await code(visitor, 'AAAA')).toBe(422);
    expect(await code(visitor, codeOf(operator.key))).toBe(429);
    expect(await code(await logIn(), codeOf(operator.key))).toBe(429);
  });

  it('of links ends for a network, and leaves those that work alone', async () => {
    const { token } = await invite();
    const visitor = stranger();
    const open = async (who: Visitor, text: string) => (await who.get(`/console/link/${text}`)).status;
    for (let n = 0; n < ATTEMPT_LIMITS.unknown_link.points; n += 1)
      expect(await open(visitor, String(n).padStart(43, 'A'))).toBe(404);
    expect(await open(visitor, 'B'.repeat(43))).toBe(429);
    expect(await open(visitor, token)).toBe(200);
  });

  it('of passwords ends for a network, and wrong ones at the panel do not count', async () => {
    const operator = await addOperator(environment());
    const visitor = stranger();
    const guess = (path: string, origin = visitor) =>
      origin.post(path, { email: operator.email, password: 'errada' });
    const staff = new Visitor(environment().baseUrl, { address: '10.8.0.1' });
    for (let n = 0; n < 6; n += 1) await guess('/panel/login', staff);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await guess('/console/login')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('is in the audit once an hour, and a login with its address', async () => {
    const { operator } = await openConsole(environment(), { address: '10.7.0.1' });
    for (let n = 0; n < 3; n += 1)
      await stranger().post('/console/login', { email: operator.email, password: 'errada' });
    const actions = () =>
      environment().context.db.query<{ action: string }>(
        "SELECT action FROM operator_actions WHERE target_id = $1 AND action LIKE 'login%' ORDER BY id",
        [String(operator.id)],
      );
    await expect.poll(actions).toEqual([{ action: 'login.succeeded' }, { action: 'login.failed' }]);
  });
});
