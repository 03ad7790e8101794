import { once } from 'node:events';
import https from 'node:https';
import { Redis } from 'ioredis';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { insertTenant } from '../../server/accounts/tenants/store.ts';
import { openDatabase } from '../../server/db/pool/database.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { runCommand, spawnCommand } from '../support/command.ts';
import { ownDatabase } from '../support/databases.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { type TlsProxy, useTlsProxy } from '../support/tls-proxy.ts';

const EMAIL = 'ana@serraalta.com.br';
const PASSWORD = 'um café coado na hora';

type Env = Readonly<Record<string, string>>;

/** `tradepost serve` in production, on its own database, which the processes of a test share. */
async function openInstallation() {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(() => database.drop());
  const env: Env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    TRADEPOST_SECRET_KEY: 'test'.repeat(16),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    PORT: '0',
  };
  const db = openDatabase({ url: database.url, size: 1, preparedStatements: true, log: () => {} });
  const tenant = await insertTenant(db, 'Serra Alta', 'Pro');
  await db.close();
  const options = ['--tenant', String(tenant), '--email', EMAIL, '--permissions', 'all', '--password-stdin'];
  const { code, stderr } = await runCommand(['user', 'create', ...options], env, PASSWORD);
  expect(code, stderr).toBe(0);
  return { env, serve: (more: Env = {}) => serve({ ...env, ...more }) };
}

/** Returns the address of a process, which ends with the test. */
async function serve(env: Env): Promise<string> {
  const child = spawnCommand(['serve', '--json', '--roles', 'api,panel'], env);
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = closed.then(() => Promise.reject(new Error(`serve ended: ${errors}`)));
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  return (JSON.parse(line.toString()) as { address: string }).address;
}

/** Sends a login form as a browser would, and returns the status and the cookies. */
function logIn(proxy: TlsProxy, password: string): Promise<{ status: number; cookies: readonly string[] }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: proxy.origin };
    const url = `${proxy.origin}/panel/login`;
    const sent = https.request(url, { method: 'POST', ca: proxy.ca, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode!, cookies: response.headers['set-cookie'] ?? [] }),
      );
    });
    sent.once('error', reject);
    sent.end(new URLSearchParams({ email: EMAIL, password }).toString());
  });
}

describe('in production, behind a proxy that ends TLS', () => {
  const browser = fileBrowser();

  it.skipIf(noBrowser)(
    'staff log in, create a key and log out in a browser, with a __Host- cookie',
    async () => {
      const { serve } = await openInstallation();
      const proxy = await useTlsProxy();
      proxy.target = await serve({ PANEL_URL: proxy.origin });
      const window = await browser().newContext({
        baseURL: proxy.origin,
        locale: 'pt-BR',
        ignoreHTTPSErrors: true,
      });
      onTestFinished(() => window.close());
      const page = await window.newPage();
      await page.goto('/panel/keys/new');
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Senha').fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByLabel('Nome').fill('ERP');
      await page.getByLabel('Toda a leitura').check();
      await page.getByRole('button', { name: 'Criar chave' }).click();
      const key = (await page.locator('.once code').textContent())!;
      expect(key).toMatch(/^tp_/);
      // The curl that the page proposes has the address that the browser sees.
      expect(await page.locator('pre').first().textContent()).toContain(`${proxy.origin}/api/v1/`);
      const cookies = await window.cookies();
      const session = cookies.find(({ name }) => name === '__Host-tradepost_session');
      expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
      for (const { name, secure } of cookies) expect(secure, name).toBe(true);
      await page.getByRole('button', { name: 'Sair', exact: true }).click();
      await page.getByLabel('Senha').waitFor();
    },
  );

  it('a proxy that does not say that it ended TLS gets a login page that names the cause', async () => {
    const { serve } = await openInstallation();
    const address = await serve();
    const response = await fetch(`${address}/panel/login`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('X-Forwarded-Proto');
  });

  it.skipIf(!hasRedis())('wrong passwords are counted by Redis, over all processes', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const { serve } = await openInstallation();
    const proxy = await useTlsProxy();
    const addresses = [await serve({ REDIS_URL: redis.url }), await serve({ REDIS_URL: redis.url })];
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      proxy.target = addresses[guess % 2]!;
      statuses.push((await logIn(proxy, 'a wrong guess')).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await logIn(proxy, PASSWORD)).status).toBe(429);
    const client = new Redis(redis.url);
    const keys = await client.keys('login-*').finally(() => client.disconnect());
    // The one of the address lives 10 s, less than seven log-ins on a busy machine.
    const kinds = keys.map((key) => key.split(':')[0]);
    expect(kinds).toEqual(expect.arrayContaining(['login-network', 'login-pair']));
    // While Redis is away each process counts for itself, and nobody is kept out.
    await redis.stop();
    const { status, cookies } = await logIn(proxy, PASSWORD);
    expect(status).toBe(303);
    expect(cookies.some((line) => line.startsWith('__Host-tradepost_session='))).toBe(true);
  });
});
