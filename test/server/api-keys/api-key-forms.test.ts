import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeKey } from '../../../server/accounts/api-keys/key.ts';
import { deactivateKey } from '../../../server/accounts/api-keys/revoke.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const NO_KEY = 'Bearer realm="tradepost"';
const BAD_KEY = 'Bearer realm="tradepost", error="invalid_token"';
const swapped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

const refused: [
  name: string,
  header: (key: string) => string | undefined,
  code: string,
  challenge: string,
][] = [
  ['no Authorization header', () => undefined, 'api_key_missing', NO_KEY],
  ['an empty Authorization header', () => '', 'api_key_missing', BAD_KEY],
  ['only the scheme', () => 'Bearer', 'api_key_missing', BAD_KEY],
  ['only the scheme and a space', () => 'Bearer ', 'api_key_missing', BAD_KEY],
  ['only the key', (key) => key, 'api_key_missing', BAD_KEY],
  ['Basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`, 'api_key_missing', BAD_KEY],
  ['two keys', (key) => `Bearer ${key} ${key}`, 'api_key_missing', BAD_KEY],
  ['two keys with a comma', (key) => `Bearer ${key},${key}`, 'api_key_unknown', BAD_KEY],
  ['a key in quotes', (key) => `Bearer "${key}"`, 'api_key_unknown', BAD_KEY],
  ['a word that is not a key', () => 'Bearer secret', 'api_key_unknown', BAD_KEY],
  ['a key with a wrong checksum', (key) => `Bearer ${swapped(key)}`, 'api_key_unknown', BAD_KEY],
  ['a key in upper case', (key) => `Bearer ${key.toUpperCase()}`, 'api_key_unknown', BAD_KEY],
  ['a truncated key', (key) => `Bearer ${key.slice(0, -1)}`, 'api_key_unknown', BAD_KEY],
  ['a key of 8 kB', (key) => `Bearer ${key.repeat(200)}`, 'api_key_unknown', BAD_KEY],
  ['a well-formed key that nobody has', () => `Bearer ${makeKey(randomInt)}`, 'api_key_unknown', BAD_KEY],
];

it.each(refused)('refuses %s', async (_name, header, code, challenge) => {
  const { key } = await environment().tenant();
  const value = header(key);
  const headers: Record<string, string> = value === undefined ? {} : { authorization: value };
  const response = await rawRequest(environment().baseUrl, { path: '/api/v1/me', headers });
  expect(response).toMatchObject({ status: 401, problem: { code } });
  expect(response.headers.get('WWW-Authenticate')).toBe(challenge);
  expect(response.text).not.toContain(key.slice(12));
});

it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('accepts the scheme %s', async (scheme) => {
  const { key } = await environment().tenant();
  const headers = { authorization: `${scheme} ${key}` };
  expect((await rawRequest(environment().baseUrl, { path: '/api/v1/me', headers })).status).toBe(200);
});

it('refuses a deactivated key', async () => {
  const { request, tenantId, keyId, key } = await environment().tenant();
  await environment().context.db.transaction((tx) => deactivateKey(tx, OPERATOR, { tenantId, id: keyId }));
  const response = await request('GET', '/me');
  expect(response.headers.get('WWW-Authenticate')).toBe(BAD_KEY);
  const text = await response.text();
  expect([response.status, JSON.parse(text).code]).toEqual([401, 'api_key_inactive']);
  expect(text).not.toContain(key.slice(12));
});

it('refuses a key from the moment it expires', async () => {
  const { request, addKey } = await environment().tenant();
  const { key: past } = await addKey([], new Date(Date.now() - 1).toISOString());
  const { key: future } = await addKey([], new Date(Date.now() + 60_000).toISOString());
  const { key: soon } = await addKey([], new Date(Date.now() + 400).toISOString());
  expect((await request('GET', '/me', { key: future })).status).toBe(200);
  await request('GET', '/me', { key: soon }); // the key is looked up while it is valid, if the machine is quick enough
  const response = await request('GET', '/me', { key: past });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    401,
    'api_key_expired',
  ]);
  await expect
    .poll(async () => (await request('GET', '/me', { key: soon })).status, { interval: 20 })
    .toBe(401);
});
