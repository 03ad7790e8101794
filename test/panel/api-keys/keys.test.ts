import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listKeys } from '../../../server/accounts/api-keys/key-details.ts';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { successorName } from '../../../server/panel/api-keys/successor-name.ts';
import { compileErrors } from '../../sdk/compile.ts';
import {
  addUser,
  loggedIn,
  type PanelReply,
  preformatted,
  setPlan,
  textOf,
  tokenOf,
  type Visitor,
} from '../../support/panel.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();
const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

async function staff(language: 'pt-BR' | 'en' = 'en'): Promise<{ tenant: TestTenant; visitor: Visitor }> {
  const tenant = await environment().tenant();
  const user = await addUser(environment(), tenant.tenantId);
  return { tenant, visitor: await loggedIn(environment().baseUrl, user, { language }) };
}

const keyOf = ({ text }: PanelReply): string => /tp_[0-9A-Za-z]{38}/.exec(text)![0];
const keysOf = ({ tenantId }: TestTenant) => listKeys(environment().context.db, tenantId);

/** Opens a form and sends it, as staff do. */
async function fillIn(
  visitor: Visitor,
  fields: Readonly<Record<string, string | readonly string[]>>,
  form = '/panel/keys/new',
): Promise<PanelReply> {
  const token = tokenOf(await visitor.get(form));
  const action = form === '/panel/keys/new' ? '/panel/keys' : form;
  return visitor.post(action, { name: 'ERP', scopes: 'orders.read', validity: '90', token, ...fields });
}

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${environment().baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;

describe('creating a key', () => {
  it.each(['pt-BR', 'en'] as const)('shows it once, and it works, in %s', async (language) => {
    const { tenant, visitor } = await staff(language);
    const created = await fillIn(visitor, { name: 'ERP' });
    expect(created.status).toBe(200);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const key = keyOf(created);
    expect(await statusWith(key)).toBe(200);
    const [stored] = await keysOf(tenant);
    expect(stored).toMatchObject({ name: 'ERP', prefix: key.slice(0, 11), scopes: ['orders.read'] });
    const days = (Date.parse(stored!.expiresAt!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThan(90.1);
    for (const page of ['/panel/keys', `/panel/keys/${stored!.id}`, `/panel/keys/${stored!.id}/delete`])
      expect((await visitor.get(page)).text).not.toContain(key.slice(12));
  });

  it('sending the form again creates no second key and shows none', async () => {
    const { tenant, visitor } = await staff();
    const fields = { name: 'ERP', scopes: 'all', validity: 'none' };
    const token = tokenOf(await visitor.get('/panel/keys/new'));
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => visitor.post('/panel/keys', { ...fields, token })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const again = await visitor.post('/panel/keys', { ...fields, token });
    expect(again.status).toBe(409);
    expect(again.text).not.toMatch(/tp_[0-9A-Za-z]{38}/);
    expect(await keysOf(tenant)).toHaveLength(2);
  });

  it.each([
    ['all read', ['all.read'], SCOPES.filter((scope) => scope.endsWith('.read'))],
    ['all', ['all'], SCOPES],
    [
      'all read and one write',
      ['all.read', 'orders.write'],
      [...SCOPES.filter((s) => s.endsWith('.read')), 'orders.write'],
    ],
    ['two boxes', ['orders.read', 'coupons.write'], ['orders.read', 'coupons.write']],
  ])('takes %s', async (_name, scopes, want) => {
    const { tenant, visitor } = await staff();
    await fillIn(visitor, { scopes });
    expect((await keysOf(tenant))[0]!.scopes.toSorted()).toEqual([...want].sort());
  });

  it("a last day ends in the tenant's time zone", async () => {
    const { tenant, visitor } = await staff();
    await fillIn(visitor, { validity: 'date', date: '2099-06-30' });
    expect((await keysOf(tenant))[0]!.expiresAt).toBe('2099-07-01T02:59:59.000Z');
  });

  it.each([
    ['no name', { name: ' ' }, 'Give the key a name.'],
    ['a long name', { name: '☕'.repeat(101) }, 'The name has 101 characters; the maximum is 100.'],
    ['a line break in the name', { name: 'a\nb' }, 'can’t have a line break'],
    ['no scope', { scopes: [] }, 'Choose at least one scope.'],
    ['an unknown scope', { scopes: ['orders.read', 'stock.read'] }, 'One of the scopes doesn’t exist.'],
    ['no validity', { validity: '' }, 'Choose how long it is valid.'],
    ['a made-up validity', { validity: '9999' }, 'Choose how long it is valid.'],
    ['no date', { validity: 'date', date: '' }, 'Enter the date.'],
    ['a day that does not exist', { validity: 'date', date: '2099-02-30' }, 'Enter the date.'],
    ['a day in the past', { validity: 'date', date: '2020-01-31' }, 'That date has passed.'],
    ['a made-up token', { token: 'x' }, 'This form was open for too long.'],
  ])('refuses %s, and keeps what was entered', async (_name, fields, sentence) => {
    const { tenant, visitor } = await staff();
    const given = { name: 'My "ERP"', scopes: ['orders.read'], validity: '365', ...fields };
    const refused = await fillIn(visitor, given);
    expect(refused.status).toBe(422);
    expect(textOf(refused.text)).toContain(sentence);
    if (!('name' in fields)) expect(refused.text).toContain('value="My &quot;ERP&quot;"');
    if (!('scopes' in fields)) expect(refused.text).toMatch(/value="orders.read" checked/);
    if (!('validity' in fields)) expect(refused.text).toMatch(/value="365" checked/);
    expect(await keysOf(tenant)).toHaveLength(1);
    const { name, scopes, validity } = { name: 'ERP', scopes: 'all', validity: 'none' };
    const mended = await visitor.post('/panel/keys', { name, scopes, validity, token: tokenOf(refused) });
    expect(mended.status).toBe(200);
  });

  it.each(['<script>alert(1)</script>', `"' onmouseover="alert(1)`, 'مفتاح \u202eERP', '👩‍🌾 Café & Cia'])(
    'a key may be named %j, which stays text',
    async (name) => {
      const { tenant, visitor } = await staff();
      await fillIn(visitor, { name });
      const [{ id } = { id: 0 }] = await keysOf(tenant);
      for (const page of ['/panel/keys', `/panel/keys/${id}`, `/panel/keys/${id}/deactivate`]) {
        const { text } = await visitor.get(page);
        expect(textOf(text)).toContain(name.replaceAll(/\s+/g, ' '));
        expect(text).not.toContain('<script>alert');
      }
    },
  );
});

describe('the examples for a new key', () => {
  it.each([
    ['reads products', ['products.read'], 'data'],
    ['reads price tables', ['price_tables.read'], 'data'],
    ['only writes', ['orders.write'], 'tenant'],
  ])('work for a key that %s', async (_name, scopes, member) => {
    const { visitor } = await staff();
    const created = await fillIn(visitor, { scopes });
    const [curl, environmentLine, program] = preformatted(created.text);
    const { stdout } = await run('bash', ['-c', `${curl} --silent --fail`]);
    expect(JSON.parse(stdout)).toHaveProperty(member);
    expect(compileErrors({ 'test/panel/first-call.ts': program! })).toEqual({
      'test/panel/first-call.ts': [],
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'first-call-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(folder, 'first-call.ts'), program!);
    const node = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" first-call.ts`;
    const env = { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json') };
    const output = await run('bash', ['-c', `${environmentLine}; ${node}`], { cwd: folder, env });
    expect(output.stdout).toMatch(member === 'data' ? /^\[/ : /orders\.write/);
  });
});

describe('a successor', () => {
  it('has the same scopes, and both pages show when the old one was last used', async () => {
    const { tenant, visitor } = await staff();
    const old = await tenant.addKey(['orders.read']);
    const created = await fillIn(visitor, { name: 'ERP 2' }, `/panel/keys/${old.id}/successor`);
    const key = keyOf(created);
    const made = (await keysOf(tenant)).find(({ predecessorId }) => predecessorId === old.id)!;
    expect(made).toMatchObject({ name: 'ERP 2', prefix: key.slice(0, 11), scopes: ['orders.read'] });
    const page = async () => textOf((await visitor.get(`/panel/keys/${old.id}`)).text);
    expect(await page()).toContain('has no use recorded yet');
    const { db } = environment().context;
    const use = (id: number, ago: string) =>
      db.query('UPDATE api_keys SET last_used_at = now() - $2::interval WHERE id = $1', [id, ago]);
    await db.query("UPDATE api_keys SET created_at = now() - interval '10 min' WHERE id = $1", [made.id]);
    await use(made.id, '1 min');
    await use(old.id, '3 min 5 s');
    expect(await page()).toContain('somebody still uses the old key: last used 3 min ago');
    expect(textOf((await visitor.get('/panel/keys')).text)).toContain('old one last used 3 min ago');
    await use(old.id, '25 h');
    expect(await page()).toContain('you may deactivate the old one');
  });
});

describe('what to do about a key that is replaced', () => {
  it("isn't to look for whoever uses it, if nobody has since its successor exists", async () => {
    const { tenant, visitor } = await staff();
    const form = `/panel/keys/${tenant.keyId}/successor`;
    const { db } = environment().context;
    await db.query(`UPDATE api_keys SET last_used_at = now() - interval '20 h' WHERE id = $1`, [
      tenant.keyId,
    ]);
    await fillIn(visitor, { name: 'ERP (2)' }, form);
    await db.query(`UPDATE api_keys SET last_used_at = now() WHERE predecessor_id = $1`, [tenant.keyId]);
    const page = async () => textOf((await visitor.get(`/panel/keys/${tenant.keyId}`)).text);
    expect(await page()).toContain("the old key hasn't been used since it exists: last used 20 hr ago");
    await fillIn(visitor, { name: 'ERP (3)' }, form);
    expect(await page()).toContain("the old key hasn't been used since it exists");
    await db.query('UPDATE api_keys SET last_used_at = now() WHERE id = $1', [tenant.keyId]);
    expect(await page()).toContain('somebody still uses the old key');
  });

  it('leads from the page of the connection to the old key, and to no address', async () => {
    const { tenant, visitor } = await staff();
    await fillIn(visitor, { name: 'ERP (2)' }, `/panel/keys/${tenant.keyId}/successor`);
    const [made] = await keysOf(tenant);
    const { text } = await visitor.get(`/panel/connect/${made!.id}`);
    expect(textOf(text)).toContain('The old key: Its successor');
    expect(text).toContain(`href="/panel/keys/${tenant.keyId}"`);
    expect(text).not.toContain('/panel/webhooks/new');
  });
});

describe('a form like another key', () => {
  it('has its scopes and the one that it lacked, and takes no other words', async () => {
    const { tenant, visitor } = await staff();
    const old = await tenant.addKey(['orders.read']);
    const { text } = await visitor.get(`/panel/keys/new?from=${old.id}&scope=products.read,all,nonsense`);
    const checked = [...text.matchAll(/name="scopes" value="([^"]+)"[^>]*checked/g)].map(
      ([, scope]) => scope,
    );
    expect(checked).toEqual(['orders.read', 'products.read']);
    const other = await environment().tenant();
    const foreign = await visitor.get(`/panel/keys/new?from=${other.keyId}`);
    expect(foreign.status).toBe(200);
    expect(foreign.text).not.toMatch(/name="scopes"[^>]*checked/);
  });
});

describe('the sheet of a successor', () => {
  it('says which key it replaces and until when that works, and lasts as long by default', async () => {
    const { tenant, visitor } = await staff('pt-BR');
    const { db } = environment().context;
    await db.query(
      `UPDATE api_keys SET name = 'Bling', created_at = now() - interval '360 days', expires_at = now() + interval '5 days'
       WHERE id = $1`,
      [tenant.keyId],
    );
    const form = `/panel/keys/${tenant.keyId}/successor`;
    expect((await visitor.get(form)).text).toMatch(/value="365"[^>]* checked/);
    const sheet = await fillIn(visitor, { name: 'Bling (2)' }, form);
    expect(await statusWith(keyOf(sheet))).toBe(200);
    expect(textOf(sheet.text)).toMatch(
      /Folha com a nova chave de Bling .*Chave de API tp_.*Substitui a chave tp_.{8}…, que vale até .*, ou até a loja desativá-la/,
    );
    expect(textOf(sheet.text)).not.toContain('Incluir o endereço');
  });

  it('proposes no end for the successor of a key without one, and a date for one of another length', async () => {
    const { tenant, visitor } = await staff();
    const form = `/panel/keys/${tenant.keyId}/successor`;
    expect((await visitor.get(form)).text).toMatch(/value="none"[^>]* checked/);
    await environment().context.db.query(
      `UPDATE api_keys SET expires_at = created_at + interval '45 days' WHERE id = $1`,
      [tenant.keyId],
    );
    const { text } = await visitor.get(form);
    expect(text).toMatch(/value="date"[^>]* checked/);
    const proposed =
      /name="date"[^>]*value="([^"]+)"/.exec(text) ?? /value="([^"]+)"[^>]*name="date"/.exec(text);
    expect(Math.round((Date.parse(proposed![1]!) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(43);
  });
});

it('never proposes a successor that has to be replaced at once, and says of one that exists', async () => {
  const { tenant, visitor } = await staff();
  await environment().context.db.query(
    `UPDATE api_keys SET created_at = now() - interval '3 days', expires_at = now() + interval '3 days' WHERE id = $1`,
    [tenant.keyId],
  );
  const form = `/panel/keys/${tenant.keyId}/successor`;
  const { text } = await visitor.get(form);
  expect(text).toMatch(/value="30"[^>]* checked/);
  expect(textOf(text)).toMatch(/keeps working until .*, or until you deactivate it/);
  expect(text).not.toContain('exists already');
  await fillIn(visitor, { name: 'ERP (2)' }, form);
  expect(textOf((await visitor.get(form)).text)).toContain('exists already: another one is needed only if');
});

describe('the name proposed for a successor', () => {
  it.each([
    ['ERP', 'ERP (2)'],
    ['ERP (2)', 'ERP (3)'],
    ['ERP (9)', 'ERP (10)'],
    ['Loja (Centro)', 'Loja (Centro) (2)'],
    ['(2)', '(2) (2)'],
    ['☕'.repeat(100), `${'☕'.repeat(96)} (2)`],
  ])('of %s is %s', (name, expected) => {
    expect(successorName(name)).toBe(expected);
  });

  it('is free', () => {
    expect(successorName('ERP', ['ERP (2)', 'ERP (3)'])).toBe('ERP (4)');
  });

  it('is in the form', async () => {
    const { tenant, visitor } = await staff('pt-BR');
    const { text } = await visitor.get(`/panel/keys/${tenant.keyId}/successor`);
    expect(text).toContain('value="test (2)"');
  });
});

describe('deactivating and deleting', () => {
  it('is possible while the plan has no API: a leaked key has to end', async () => {
    const { tenant, visitor } = await staff();
    await setPlan(environment(), tenant.tenantId, { api: false, webhooks: true });
    expect((await visitor.get('/panel/keys')).text).not.toContain('/panel/keys/new');
    expect((await visitor.post(`/panel/keys/${tenant.keyId}/deactivate`)).status).toBe(303);
    await setPlan(environment(), tenant.tenantId, { api: true, webhooks: true });
    expect(await statusWith(tenant.key)).toBe(401);
  });

  it.each(['deactivate', 'delete'])('to %s a key says whether its successor is in use', async (step) => {
    const { tenant, visitor } = await staff();
    const ask = async () => textOf((await visitor.get(`/panel/keys/${tenant.keyId}/${step}`)).text);
    expect(await ask()).not.toContain('successor');
    const made = keyOf(await fillIn(visitor, { name: 'ERP 2' }, `/panel/keys/${tenant.keyId}/successor`));
    expect(await ask()).toContain(`Its successor ${made.slice(0, 11)}… has no use recorded.`);
    await environment().context.db.query(
      "UPDATE api_keys SET last_used_at = now() - interval '3 min 5 s' WHERE predecessor_id = $1",
      [tenant.keyId],
    );
    expect(await ask()).toContain(`Its successor ${made.slice(0, 11)}… was last used 3 min ago`);
  });

  it('every page shows a use at once, and says up to when uses are certain to show', async () => {
    const { tenant, visitor } = await staff();
    const old = await tenant.addKey(['orders.read']);
    const made = keyOf(await fillIn(visitor, { name: 'ERP 2' }, `/panel/keys/${old.id}/successor`));
    const { id } = (await keysOf(tenant)).find(({ predecessorId }) => predecessorId === old.id)!;
    const page = async (path: string) => textOf((await visitor.get(`/panel/keys${path}`)).text);
    expect(await page(`/${old.id}/deactivate`)).toContain('has no use recorded.');
    expect(await statusWith(made)).toBe(200);
    expect(await page(`/${old.id}/deactivate`)).toMatch(/… was last used (now|\d+ sec)/);
    for (const path of ['', `/${id}`, `/${id}/successor`, `/${id}/deactivate`, `/${id}/delete`])
      expect(await page(path), path).toMatch(/(now|\d+ sec ago).*Uses recorded up to \d\d?:\d\d [AP]M\./);
  });

  it.each([
    ['deactivate', 'deactivated'],
    ['delete', 'deleted'],
  ])('%s names the key first, and afterwards it gets 401', async (step, word) => {
    const { tenant, visitor } = await staff();
    const { id, key } = await tenant.addKey(['orders.read']);
    expect(await statusWith(key)).toBe(200);
    const question = await visitor.get(`/panel/keys/${id}/${step}`);
    expect(textOf(question.text)).toMatch(new RegExp(`${step} test\\?`, 'i'));
    expect(textOf(question.text)).toContain(key.slice(0, 11));
    expect(await statusWith(key)).toBe(200);
    const done = await visitor.post(`/panel/keys/${id}/${step}`);
    expect([done.status, done.location]).toEqual([303, '/panel/keys']);
    expect(await statusWith(key)).toBe(401);
    expect(textOf((await visitor.get('/panel/keys')).text)).toContain(`The key test is ${word}.`);
    const audited = await environment().context.db.query(
      `SELECT actor_name FROM audit_entries WHERE tenant_id = $1 AND action = $2 AND target_id = $3`,
      [tenant.tenantId, `api_key.${word}`, String(id)],
    );
    expect(audited).toEqual([{ actor_name: expect.stringContaining('@serraalta.com.br') }]);
  });
});

describe('the list', () => {
  it('without a key, has one button and a curl', async () => {
    const { tenant, visitor } = await staff();
    await environment().context.db.query('DELETE FROM api_keys WHERE tenant_id = $1', [tenant.tenantId]);
    const { text } = await visitor.get('/panel/keys');
    expect(text.match(/class="button primary"/g)).toHaveLength(1);
    const [curl] = preformatted(text);
    const { key } = await tenant.addKey([]);
    const env = { ...process.env, TRADEPOST_API_KEY: key };
    const { stdout } = await run('bash', ['-c', `${curl} --silent --fail`], { env });
    expect(JSON.parse(stdout)).toMatchObject({ tenant: { id: tenant.tenantId } });
  });

  it('shows 50 keys a page, each once', async () => {
    const { tenant, visitor } = await staff();
    for (let made = 1; made < 120; made += 1) await tenant.addKey(['orders.read']);
    const seen: string[] = [];
    let next: string | undefined = '/panel/keys';
    while (next) {
      const { text }: PanelReply = await visitor.get(next);
      seen.push(...[...text.matchAll(/class="row" href="\/panel\/keys\/(\d+)"/g)].map(([, id]) => id!));
      next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual((await keysOf(tenant)).map(({ id }) => String(id)));
  });

  it.each([
    [
      'expires within 7 days',
      "expires_at = now() + interval '6 days 1 h'",
      'Expires in 6 days',
      'make a successor',
    ],
    ['is unused for 90 days', "last_used_at = now() - interval '91 days'", 'Unused', 'still needed?'],
    ['was never used for 90 days', "created_at = now() - interval '91 days'", 'Unused', 'still needed?'],
    ['has expired', "expires_at = now() - interval '1 h'", 'Expired', 'Delete'],
    ['is inactive', 'active = false', 'Inactive', 'Delete'],
  ])('marks a key that %s', async (_name, change, status, todo) => {
    const { tenant, visitor } = await staff();
    await environment().context.db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [tenant.keyId]);
    const text = textOf((await visitor.get('/panel/keys')).text);
    expect(text).toContain(status);
    expect(text).toContain(todo);
  });
});
