import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { hashPassword } from '../../server/accounts/staff/password.ts';
import { setUserDisabled, setUserPassword } from '../../server/accounts/staff/user-changes.ts';
import { addUser, loggedIn, PASSWORD, type TestUser, textOf, Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type TestEnvironment, useTestEnvironment } from '../support/test-environment.ts';

const environment = sharedEnvironment();
const baseUrl = (): string => environment().baseUrl;

async function makeUser(options: Parameters<typeof addUser>[2] = {}): Promise<TestUser> {
  const { tenantId } = await environment().tenant();
  return addUser(environment(), tenantId, options);
}

const audited = async ({ tenantId }: TestUser, { context }: TestEnvironment = environment()) =>
  (await listAudit(context.db, tenantId, { group: 'logins' }, { limit: 50 })).map(
    ({ action, actorName, targetName, details }) => ({ action, actorName, targetName, details }),
  );

const sessionOf = (visitor: Visitor): string => visitor.cookies.get('tradepost_session') ?? '';
/** What a page answers to a visitor: 200, or a redirect to the login. */
const accountOf = async (visitor: Visitor) => {
  const { status, location } = await visitor.get('/panel/account');
  return location?.startsWith('/panel/login') ? 'login' : status;
};

describe('the login form', () => {
  it.each([
    ['pt-BR', 'Entrar', 'Senha'],
    ['en', 'Log in', 'Password'],
  ] as const)('is there in %s', async (language, title, label) => {
    const { status, text } = await new Visitor(baseUrl(), { language }).get('/panel/login');
    expect(status).toBe(200);
    expect(textOf(text)).toContain(title);
    expect(textOf(text)).toContain(label);
  });

  it('leads to the page that was asked for, but never to another site', async () => {
    const user = await makeUser();
    const visitor = new Visitor(baseUrl());
    const { location } = await visitor.get('/panel/account?x=1');
    expect(location).toBe('/panel/login?next=%2Fpanel%2Faccount%3Fx%3D1');
    expect((await visitor.get(location!)).text).toContain('value="/panel/account?x=1"');
    const next = async (to: string) =>
      (await new Visitor(baseUrl()).post('/panel/login', { email: user.email, password: PASSWORD, next: to }))
        .location;
    expect(await next('/panel/account?x=1')).toBe('/panel/account?x=1');
    for (const to of ['https://evil.example', '//evil.example', '/panel@evil.example', '/\\evil.example', ''])
      expect(await next(to)).toBe('/panel');
  });

  it('says which field is missing, and keeps the address', async () => {
    const visitor = new Visitor(baseUrl(), { language: 'en' });
    const { status, text } = await visitor.post('/panel/login', { email: 'ana@example.com', password: '' });
    expect(status).toBe(422);
    expect(textOf(text)).toContain('Enter your password.');
    expect(text).toContain('value="ana@example.com"');
  });

  it('takes an address in any case, and a password that begins with a blank as it is', async () => {
    const user = await makeUser({ email: 'Case@Example.com' });
    expect((await new Visitor(baseUrl()).logIn({ email: 'case@EXAMPLE.com' })).status).toBe(303);
    expect((await new Visitor(baseUrl()).logIn(user, ` ${PASSWORD}`)).status).toBe(422);
  });

  it('says the same about an unknown address, a wrong password and a disabled user', async () => {
    const user = await makeUser();
    const disabled = await makeUser();
    await environment().context.db.transaction((tx) => setUserDisabled(tx, OPERATOR, disabled, true));
    const refused = async (email: string, password: string) => {
      const { status, text } = await new Visitor(baseUrl()).logIn({ email }, password);
      return `${status} ${text.replaceAll(email, '')}`;
    };
    const unknown = await refused('nobody@example.com', PASSWORD);
    expect(unknown).toMatch(/^422 .*E-mail ou senha incorretos/);
    expect(await refused(user.email, 'not the password')).toBe(unknown);
    expect(await refused(disabled.email, PASSWORD)).toBe(unknown);
  });
});

describe('a session', () => {
  it('gets a new id at login, in a cookie that scripts cannot read and other sites cannot send', async () => {
    const user = await makeUser();
    const visitor = new Visitor(baseUrl());
    await visitor.logIn(user, 'wrong password!');
    visitor.cookies.set('tradepost_session', 's%3Aplanted.by-an-attacker');
    const { headers } = await visitor.logIn(user);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('tradepost_session='));
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(sessionOf(visitor)).not.toContain('planted');
    const first = sessionOf(visitor);
    await visitor.post('/panel/logout');
    await visitor.logIn(user);
    expect(sessionOf(visitor)).not.toBe(first);
  });

  it('ends with a logout, also for whoever copied its cookie', async () => {
    const user = await makeUser();
    const visitor = await loggedIn(baseUrl(), user);
    const thief = new Visitor(baseUrl());
    thief.cookies.set('tradepost_session', sessionOf(visitor));
    expect(await accountOf(thief)).toBe(200);
    expect((await visitor.post('/panel/logout')).location).toBe('/panel/login');
    expect(await accountOf(thief)).toBe('login');
    expect(await accountOf(visitor)).toBe('login');
  });

  it.each([
    ['disabling the user', (tx, user) => setUserDisabled(tx, OPERATOR, user, true)],
    [
      'a new password',
      async (tx, user) => setUserPassword(tx, OPERATOR, user, await hashPassword('another password')),
    ],
  ] as [string, (tx: Parameters<typeof setUserDisabled>[0], user: TestUser) => Promise<unknown>][])(
    'ends with %s, on every process',
    async (_, change) => {
      const user = await makeUser();
      const visitor = await loggedIn(baseUrl(), user);
      expect(await accountOf(visitor)).toBe(200);
      await environment().context.db.transaction((tx) => change(tx, user));
      expect(await accountOf(visitor)).toBe('login');
    },
  );

  it('ends after two hours without a click, and after twelve in any case', async () => {
    let now = Date.now();
    const own = await useTestEnvironment({ overrides: { nowMs: () => now } });
    const { tenantId } = await own.tenant();
    const user = await addUser(own, tenantId);
    const hour = 3_600_000;
    const idle = await loggedIn(own.baseUrl, user);
    now += 2 * hour + 1_000;
    expect(await accountOf(idle)).toBe('login');
    const busy = await loggedIn(own.baseUrl, user);
    for (let hours = 1; hours <= 12; hours += 1) {
      now += hour - 1_000;
      expect(await accountOf(busy)).toBe(200);
    }
    now += 60_000;
    expect(await accountOf(busy)).toBe('login');
  });

  it('is not brought back by a request that was in flight during the logout', async () => {
    const { db, log } = environment().context;
    const { SessionStore } = await import('../../server/panel/session/session-store.ts');
    const { PANEL } = await import('../../server/panel/session/site.ts');
    const user = await makeUser();
    const visitor = await loggedIn(baseUrl(), user);
    const sid = decodeURIComponent(sessionOf(visitor)).slice(2).split('.')[0]!;
    const store = new SessionStore({ db, log, site: PANEL });
    const loaded = await new Promise<Parameters<typeof store.set>[1]>((resolve, reject) =>
      store.get(sid, (error, found) => (found ? resolve(found) : reject(error))),
    );
    await visitor.post('/panel/logout');
    await new Promise((resolve) => store.set(sid, loaded, resolve));
    store.close();
    expect(await accountOf(visitor)).toBe('login');
  });
});

describe('an address that several tenants know', () => {
  const address = 'contadora@example.com';
  async function twoTenants(): Promise<{ own: TestEnvironment; first: TestUser; second: TestUser }> {
    const own = await useTestEnvironment();
    const [padaria, mercado] = [await own.tenant({ name: 'Padaria' }), await own.tenant({ name: 'Mercado' })];
    const first = await addUser(own, padaria.tenantId, { email: address });
    return { own, first, second: await addUser(own, mercado.tenantId, { email: address }) };
  }

  it('chooses the tenant after the password', async () => {
    const { own, first, second } = await twoTenants();
    const visitor = new Visitor(own.baseUrl);
    const { status, text } = await visitor.post('/panel/login', {
      email: address,
      password: PASSWORD,
      next: '/panel/account',
    });
    expect(status).toBe(200);
    expect(textOf(text)).toMatch(/Escolha a empresa.*Mercado.*Padaria/);
    expect(await accountOf(visitor)).toBe('login');
    const chosen = await visitor.post('/panel/login/tenant', { tenant: String(second.tenantId) });
    expect(chosen.location).toBe('/panel/account');
    expect(textOf((await visitor.get('/panel/account')).text)).toContain('Mercado');
    expect(await audited(first, own)).toEqual([]);
    expect((await audited(second, own)).map(({ action }) => action)).toEqual(['login.succeeded']);
  });

  it('is offered only tenants whose password it was, and where the user is enabled', async () => {
    const { own, first, second } = await twoTenants();
    const { db } = own.context;
    const third = await addUser(own, (await own.tenant({ name: 'Farmácia' })).tenantId, { email: address });
    await db.transaction(async (tx) =>
      setUserPassword(tx, OPERATOR, first, await hashPassword('another password')),
    );
    const choose = async () => {
      const visitor = new Visitor(own.baseUrl);
      const { text } = await visitor.logIn({ email: address });
      return { visitor, text: textOf(text) };
    };
    const { visitor, text } = await choose();
    expect(text).toMatch(/Farmácia.*Mercado/);
    expect(text).not.toContain('Padaria');
    const refused = await visitor.post('/panel/login/tenant', { tenant: String(first.tenantId) });
    expect(refused.location).toBe('/panel/login');
    await db.transaction((tx) => setUserDisabled(tx, OPERATOR, second, true));
    const late = await visitor.post('/panel/login/tenant', { tenant: String(second.tenantId) });
    expect(late.location).toBe('/panel/login');
    const alone = await new Visitor(own.baseUrl).logIn({ email: address });
    expect(alone.location).toBe('/panel');
    expect((await audited(third, own)).map(({ action }) => action)).toEqual(['login.succeeded']);
  });

  it('has five minutes to choose', async () => {
    let now = Date.now();
    const own = await useTestEnvironment({ overrides: { nowMs: () => now } });
    const users = [];
    for (const name of ['A', 'B'])
      users.push(await addUser(own, (await own.tenant({ name })).tenantId, { email: address }));
    const visitor = new Visitor(own.baseUrl);
    await visitor.logIn({ email: address });
    now += 5 * 60_000 + 1;
    const late = await visitor.post('/panel/login/tenant', { tenant: String(users[0]!.tenantId) });
    expect(late.location).toBe('/panel/login');
  });
});

describe('the audit', () => {
  it('has logins, logouts and wrong passwords, these counted by the hour', async () => {
    const user = await makeUser();
    const visitor = new Visitor(baseUrl());
    for (let n = 0; n < 3; n += 1) await visitor.logIn(user, 'wrong password!');
    await visitor.logIn(user);
    await visitor.post('/panel/logout');
    const common = { targetName: user.email };
    await expect
      .poll(() => audited(user))
      .toContainEqual({
        ...common,
        action: 'login.failed',
        actorName: null,
        details: { attempts: 3, address: '127.0.0.1' },
      });
    const entries = await audited(user);
    expect(entries).toHaveLength(3);
    const by = { ...common, actorName: user.email };
    expect(entries).toContainEqual({ ...by, action: 'login.succeeded', details: { address: '127.0.0.1' } });
    expect(entries).toContainEqual({ ...by, action: 'logout', details: {} });
    expect(JSON.stringify(entries)).not.toContain('wrong password');
  });
});

describe('in production', () => {
  const env = { NODE_ENV: 'production', TRADEPOST_SECRET_KEY: 'k'.repeat(64), DATABASE_EMBEDDED: 'on' };

  it.each([
    ['pt-BR', 'a conexão não é https', 'TRUST_PROXY'],
    ['en', "the connection isn't https", 'X-Forwarded-Proto'],
  ] as const)('the login says in %s why it cannot work without https', async (language, why, fix) => {
    const own = await useTestEnvironment({ env });
    const user = await addUser(own, (await own.tenant()).tenantId);
    const visitor = new Visitor(own.baseUrl, { language });
    for (const { status, text } of [await visitor.get('/panel/login'), await visitor.logIn(user)]) {
      expect(status).toBe(400);
      expect(textOf(text)).toContain(why);
      expect(textOf(text)).toContain(fix);
    }
  });

  it('a login behind a trusted proxy gets a Secure __Host- cookie', async () => {
    const own = await useTestEnvironment({ env: { ...env, TRUST_PROXY: 'loopback' } });
    const user = await addUser(own, (await own.tenant()).tenantId);
    const visitor = new Visitor(own.baseUrl);
    const https = { 'X-Forwarded-Proto': 'https', Origin: own.baseUrl.replace('http:', 'https:') };
    const { headers } = await visitor.post('/panel/login', { email: user.email, password: PASSWORD }, https);
    const [session, devices] = ['__Host-tradepost_session=', 'tradepost_devices='].map((name) =>
      headers.getSetCookie().find((line) => line.startsWith(name)),
    );
    expect(session).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    expect(devices).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await visitor.get('/panel/account', https)).status).toBe(200);
  });
});
