import { expect, it } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { reencryptFactors, takeCode } from '../../server/accounts/second-factor/store.ts';
import { resetFactor } from '../../server/accounts/staff/second-factor.ts';
import { factorOf } from '../../server/accounts/staff/users.ts';
import { deriveKey, SecretBox } from '../../server/base/secrets/secret-box.ts';
import { ATTEMPT_LIMITS } from '../../server/panel/passwords/attempts.ts';
import { addUser, loggedIn, PASSWORD, type TestUser, textOf, Visitor } from '../support/panel.ts';
import { addRole, ageConfirmation, codeOf, openTeam, setUpFactor } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { SECRET_KEY } from '../support/test-environment.ts';

const environment = sharedEnvironment();
const baseUrl = (): string => environment().baseUrl;
const db = () => environment().context.db;

async function open() {
  const { user, visitor, tenantId } = await openTeam(environment());
  return { user, visitor, tenantId, ...(await setUpFactor(environment(), visitor, user)) };
}

/** A browser in which the password was right. */
async function halfway(user: TestUser): Promise<Visitor> {
  const visitor = new Visitor(baseUrl());
  const { status, text } = await visitor.logIn(user);
  expect({ status, asks: textOf(text).includes('Verificação em duas etapas') }).toEqual({
    status: 200,
    asks: true,
  });
  expect((await visitor.get('/panel/account')).location).toMatch(/^\/panel\/login/);
  return visitor;
}

const enter = (visitor: Visitor, code: string) => visitor.post('/panel/login/code', { code });

it('is asked for after the password, and the code of now opens the panel', async () => {
  const { user, key } = await open();
  const visitor = await halfway(user);
  expect((await enter(visitor, '')).status).toBe(422);
  const code = codeOf(key);
  expect((await enter(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).location).toBe('/panel');
  expect((await visitor.get('/panel/account')).status).toBe(200);
});

it('shows the same key when its page is loaded again, and another one after ten minutes', async () => {
  const { user, visitor } = await openTeam(environment());
  const shown = async () =>
    (await visitor.post('/panel/account/second-factor')).text.match(/secret=([A-Z2-7]+)/)?.[1];
  const key = await shown();
  expect(key).toHaveLength(32);
  expect(await shown()).toBe(key);
  await db().query(
    "UPDATE user_second_factors SET begun_at = statement_timestamp() - interval '11 min' WHERE user_id = $1",
    [user.id],
  );
  expect(await shown()).not.toBe(key);
});

it('takes each code once, even if it comes several times at once', async () => {
  const { user, key } = await open();
  const code = codeOf(key);
  const visitors = await Promise.all(Array.from({ length: 4 }, () => halfway(user)));
  const replies = await Promise.all(visitors.map((visitor) => enter(visitor, code)));
  expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await enter(await halfway(user), code)).status).toBe(422);
});

it('begins anew when it was removed while its code was asked for', async () => {
  const { user, key, tenantId } = await open();
  const visitor = await halfway(user);
  await db().transaction((tx) => resetFactor(tx, OPERATOR, { ...user, tenantId }));
  expect((await enter(visitor, codeOf(key))).location).toBe('/panel/login');
  expect((await visitor.logIn(user)).location).toBe('/panel');
});

it('takes each of ten recovery codes once, in place of the app', async () => {
  const { user, codes } = await open();
  expect(new Set(codes).size).toBe(10);
  expect((await enter(await halfway(user), codes[3]!.toLowerCase().replaceAll('-', ' '))).location).toBe(
    '/panel',
  );
  expect((await enter(await halfway(user), codes[3]!)).status).toBe(422);
  const visitor = await halfway(user);
  expect((await enter(visitor, codes[4]!)).location).toBe('/panel');
  expect(textOf((await visitor.get('/panel/account')).text)).toContain('8 códigos de recuperação restantes');
});

it('new recovery codes end the old ones, and switching it off asks for no code any more', async () => {
  const { user, visitor, codes } = await open();
  const renewed = (await visitor.post('/panel/account/second-factor/codes')).text.match(
    /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g,
  )!;
  expect((await enter(await halfway(user), codes[0]!)).status).toBe(422);
  expect((await enter(await halfway(user), renewed[0]!)).status).toBe(303);
  await visitor.post('/panel/account/second-factor/remove');
  expect((await new Visitor(baseUrl()).logIn(user)).location).toBe('/panel');
});

it("isn't guessed: after some wrong codes nobody gets in, with the right one either", async () => {
  const { user, key, codes } = await open();
  const visitor = await halfway(user);
  const statuses = [];
  for (let n = 0; n < ATTEMPT_LIMITS.code.points + 3; n += 1)
    statuses.push((await enter(visitor, 'ABCD-EFGH-IJKL-MNOP')).status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(ATTEMPT_LIMITS.code.points);
  for (const code of [codeOf(key), codes[0]!]) {
    const { status, text } = await enter(await halfway(user), code);
    expect(status).toBe(429);
    expect(textOf(text)).toMatch(/Muitos códigos errados\. Tente de novo em \d+ minutos/);
  }
});

it('wrong codes elsewhere keep nobody out of a browser they know', async () => {
  const { user, visitor: own, key } = await open();
  for (let n = 0; n <= ATTEMPT_LIMITS.code.points; n += 1)
    await enter(await halfway(user), 'ABCD-EFGH-IJKL-MNOP');
  expect((await enter(await halfway(user), codeOf(key))).status).toBe(429);
  await own.post('/panel/logout');
  expect((await own.logIn(user)).status).toBe(200);
  expect((await enter(own, codeOf(key))).location).toBe('/panel');
});

it('needs the password first, and its own user', async () => {
  const { key } = await open();
  const stranger = await addRole(environment(), (await environment().tenant()).tenantId, 'viewer');
  for (const visitor of [new Visitor(baseUrl()), await loggedIn(baseUrl(), stranger)])
    expect((await enter(visitor, codeOf(key))).location).toBe('/panel/login');
});

it('is asked for after the company, of somebody who works for two', async () => {
  const { user, key, tenantId } = await open();
  const other = await environment().tenant({ name: 'Empório Novo' });
  await addUser(environment(), other.tenantId, { email: user.email });
  const visitor = new Visitor(baseUrl());
  expect(textOf((await visitor.logIn(user)).text)).toContain('Escolha a empresa');
  expect((await enter(visitor, codeOf(key))).location).toBe('/panel/login');
  const { text } = await visitor.post('/panel/login/tenant', { tenant: String(tenantId) });
  expect(textOf(text)).toContain('Verificação em duas etapas');
  expect((await enter(visitor, codeOf(key))).location).toBe('/panel');
});

it('counts only once a code of the app was entered', async () => {
  const { user, visitor } = await openTeam(environment());
  const begun = await visitor.post('/panel/account/second-factor');
  expect(textOf(begun.text)).toMatch(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/);
  expect(begun.text).toContain('otpauth://totp/');
  const wrong = await visitor.post('/panel/account/second-factor/confirm', { code: '12345' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('otpauth://totp/');
  expect((await new Visitor(baseUrl()).logIn(user)).location).toBe('/panel');
});

it("is kept encrypted, and a code's hash only", async () => {
  const { user, key, codes } = await open();
  const [row] = await db().query<{ row: string; secret: Buffer }>(
    'SELECT f::text AS row, secret FROM user_second_factors f WHERE user_id = $1',
    [user.id],
  );
  expect(row!.row).not.toContain(codes[0]!.replaceAll('-', ''));
  expect(row!.secret.includes(Buffer.from(key, 'hex'))).toBe(false);
});

it('which the company requires is set up before anything else', async () => {
  const { visitor, tenantId } = await openTeam(environment());
  const member = await addRole(environment(), tenantId, 'developer');
  const theirs = await loggedIn(baseUrl(), member);
  await visitor.post('/panel/team/second-factor', { required: 'yes' });
  for (const path of ['/panel/keys', '/panel/account', '/panel/deliveries/live'])
    expect((await theirs.get(path)).location).toBe('/panel/account/second-factor');
  const before = await db().query('SELECT count(*) FROM api_keys WHERE tenant_id = $1', [tenantId]);
  expect((await theirs.post('/panel/keys', { name: 'ERP', scopes: 'all' })).location).toBe(
    '/panel/account/second-factor',
  );
  expect(await db().query('SELECT count(*) FROM api_keys WHERE tenant_id = $1', [tenantId])).toEqual(before);
  expect(textOf((await theirs.get('/panel/account/second-factor')).text)).toContain(
    'Torrefação Serra Alta exige',
  );
  await setUpFactor(environment(), theirs, member);
  expect((await theirs.get('/panel/keys')).status).toBe(200);
  expect((await theirs.post('/panel/account/second-factor/remove')).location).toBe(
    '/panel/account#second-factor',
  );
  expect((await theirs.get('/panel/keys')).status).toBe(200);
});

it('steps up in place of the password', async () => {
  const { user, visitor, key } = await open();
  await ageConfirmation(environment(), user);
  const asked = await visitor.post('/panel/team/second-factor', { required: 'yes' });
  expect(asked.status).toBe(403);
  const prove = (proof: string) =>
    visitor.post('/panel/team/second-factor', { required: 'yes', step_up_proof: proof });
  expect((await prove(PASSWORD)).status).toBe(422);
  expect((await prove(codeOf(key))).location).toBe('/panel/team');
});

it('survives a change of the secret key', async () => {
  const { user, key } = await open();
  const { context } = environment();
  const box = new SecretBox(
    deriveKey('n'.repeat(64), 'webhook secrets'),
    deriveKey(SECRET_KEY, 'webhook secrets'),
  );
  const { reencrypted, unreadable } = await reencryptFactors(db(), box, [factorOf(user)]);
  expect({ reencrypted, unreadable }).toEqual({ reencrypted: 1, unreadable: 0 });
  const code = codeOf(key);
  expect(await takeCode(db(), context.box, factorOf(user), code, Date.now())).toBe(false);
  expect(await takeCode(db(), box, factorOf(user), code, Date.now())).toBe(true);
});
