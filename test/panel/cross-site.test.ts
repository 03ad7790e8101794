import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../server/panel/routes.ts';
import { addUser, loggedIn, type TestUser, textOf, type Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useTestEnvironment } from '../support/test-environment.ts';

const environment = sharedEnvironment();
let user: TestUser;
let visitor: Visitor;
beforeAll(async () => {
  user = await addUser(environment(), (await environment().tenant()).tenantId);
  visitor = await loggedIn(environment().baseUrl, user);
});

const posts = routes.filter(({ method }) => method === 'post').map(({ path }) => path);
const UUID = '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51';
/** Values for all parameters of paths. The request is refused before anything is looked up. */
const pathOf = (path: string): string =>
  `/panel${path.replaceAll(/:(\w+)/g, (_, name) => (name === 'delivery' ? UUID : '1'))}`;

type Headers = Readonly<Record<string, string>>;
const FOREIGN: readonly (readonly [string, (own: string) => Headers])[] = [
  ['a foreign Origin', () => ({ Origin: 'https://evil.example' })],
  [
    'a foreign Origin, and a Sec-Fetch-Site that lies',
    () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }),
  ],
  ['the Origin null', () => ({ Origin: 'null' })],
  ['an Origin of our host on another port', (own) => ({ Origin: own.replace(/:\d+$/, ':1') })],
  ['an Origin of our host with another scheme', (own) => ({ Origin: own.replace('http:', 'https:') })],
  ['Sec-Fetch-Site cross-site', (own) => ({ Origin: own, 'Sec-Fetch-Site': 'cross-site' })],
  ['Sec-Fetch-Site same-site', (own) => ({ Origin: own, 'Sec-Fetch-Site': 'same-site' })],
  ['Sec-Fetch-Site none', (own) => ({ Origin: own, 'Sec-Fetch-Site': 'none' })],
  ['neither Origin nor Sec-Fetch-Site', () => ({})],
];

const send = (path: string, headers: Headers): Promise<Response> =>
  fetch(environment().baseUrl + pathOf(path), {
    method: 'POST',
    body: new URLSearchParams({ name: 'x', current: 'x', locale: 'en', email: user.email, password: 'x' }),
    headers: { ...headers, Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
    redirect: 'manual',
  });

/** Everything that a form could have changed. */
async function stateOf(): Promise<unknown> {
  const { db } = environment().context;
  const tables = ['users', 'api_keys', 'webhook_registrations', 'webhook_queue', 'audit_entries'];
  const counts = tables.map((table) =>
    db.query(
      `SELECT '${table}' AS table, md5(string_agg(t::text, '' ORDER BY t::text)) AS rows FROM ${table} t`,
      [],
    ),
  );
  return Promise.all([...counts, db.query('SELECT sid, sess::text FROM panel.sessions ORDER BY sid', [])]);
}

describe.each(FOREIGN)('a form sent with %s', (_, headers) => {
  it('is refused by every route, and nothing is changed', async () => {
    const before = await stateOf();
    for (const path of posts) {
      const response = await send(path, headers(environment().baseUrl));
      expect(response.status, path).toBe(403);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
    expect(await stateOf()).toEqual(before);
    expect((await visitor.get('/panel/account')).status).toBe(200);
  });
});

it('a form of our own is accepted with either header alone', async () => {
  const own = environment().baseUrl;
  expect((await send('/language', { Origin: own })).status).toBe(303);
  expect((await send('/language', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303);
});

it('the page that refuses it says so in words, and what to do when a proxy is the cause', async () => {
  const response = await send('/logout', { Origin: 'https://evil.example' });
  const text = textOf(await response.text());
  expect(text).toContain('Este formulário não veio do painel.');
  expect(text).toContain('X-Forwarded-Host');
});

const THROUGH_PROXY = {
  Origin: 'https://panel.example.com',
  'X-Forwarded-Host': 'panel.example.com',
  'X-Forwarded-Proto': 'https',
};
const languageForm = (baseUrl: string, headers: Headers) =>
  fetch(`${baseUrl}/panel/language`, {
    method: 'POST',
    body: new URLSearchParams(),
    headers,
    redirect: 'manual',
  });

it('a proxy that replaces Host is understood by its X-Forwarded headers, once it is trusted', async () => {
  expect((await send('/language', THROUGH_PROXY)).status).toBe(403);
  const { baseUrl } = await useTestEnvironment({ env: { TRUST_PROXY: 'loopback' } });
  expect((await languageForm(baseUrl, THROUGH_PROXY)).status).toBe(303);
  const plain = { ...THROUGH_PROXY, Origin: 'http://panel.example.com' };
  expect((await languageForm(baseUrl, plain)).status).toBe(403);
  const silent = { ...THROUGH_PROXY, 'X-Forwarded-Proto': '' };
  expect((await languageForm(baseUrl, silent)).status).toBe(403);
});

describe('with PANEL_URL set', () => {
  const env = { TRUST_PROXY: 'loopback', PANEL_URL: 'https://panel.example.com/panel/' };

  it('forms are accepted from that origin alone, even if the proxy is silent about TLS', async () => {
    const { baseUrl } = await useTestEnvironment({ env });
    const { Origin, 'X-Forwarded-Host': host } = THROUGH_PROXY;
    const statuses = async (origin: string) =>
      (await languageForm(baseUrl, { Origin: origin, 'X-Forwarded-Host': host })).status;
    expect(await statuses(Origin)).toBe(303);
    expect(await statuses('http://panel.example.com')).toBe(403);
    expect(await statuses('https://panel.example.com:8443')).toBe(403);
  });

  it.each([
    ['another host', { 'X-Forwarded-Host': 'rebound.example' }, 421],
    ['another port', { 'X-Forwarded-Host': 'panel.example.com:8443' }, 421],
    ['no proxy', {}, 421],
    ['no host', { 'X-Forwarded-Host': '%%' }, 400],
    ['other case, and the port of https', { 'X-Forwarded-Host': 'Panel.Example.com:443' }, 200],
  ] as const)('a request through %s', async (_name, headers, status) => {
    const { baseUrl } = await useTestEnvironment({ env });
    const response = await fetch(`${baseUrl}/panel/login`, { headers });
    expect(response.status).toBe(status);
    if (status !== 421) return;
    const text = await response.text();
    expect(textOf(text)).toContain('O painel não fica neste endereço.');
    expect(text).toContain('href="https://panel.example.com/panel"');
    expect((await languageForm(baseUrl, { ...headers, Origin: baseUrl })).status).toBe(421);
  });
});
