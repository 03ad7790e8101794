import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_GROUPS, groupOf } from '../../server/accounts/audit/actions.ts';
import { OPERATOR, SYSTEM } from '../../server/accounts/audit/actor.ts';
import { type AuditEntry, recordAudit } from '../../server/accounts/audit/store.ts';
import { actionWords } from '../../server/panel/audit/words.ts';
import { addUser, loggedIn, type Permission, textOf, type Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment();
const record = (entry: AuditEntry): Promise<void> =>
  environment().context.db.transaction((tx) => recordAudit(tx, entry));

async function open(language: 'pt-BR' | 'en' = 'pt-BR') {
  const { tenantId } = await environment().tenant();
  const user = await addUser(environment(), tenantId, { permissions: [] });
  return { tenantId, user, visitor: await loggedIn(environment().baseUrl, user, { language }) };
}

const pageOf = async (visitor: Visitor, query = ''): Promise<string> =>
  textOf((await visitor.get(`/panel/audit${query}`)).text);
const KEY = { type: 'api_key', id: 3, name: 'ERP da loja' } as const;

describe('the audit page', () => {
  it.each([
    ['pt-BR', /Criou a chave de API ERP da loja Quem opera o Tradepost Escopos: orders.read, orders.write/],
    ['en', /Created the API key ERP da loja Whoever operates Tradepost Scopes: orders.read, orders.write/],
  ] as const)('tells in plain words in %s who did what', async (language, sentence) => {
    const { tenantId, visitor } = await open(language);
    const details = { scopes: ['orders.read', 'orders.write'] };
    await record({ tenantId, actor: OPERATOR, action: 'api_key.created', target: KEY, details });
    expect(await pageOf(visitor)).toMatch(sentence);
  });

  it('calls permissions by their role, where they have one', async () => {
    const { tenantId, user, visitor } = await open();
    const target = { type: 'user', id: user.id, name: user.email } as const;
    const details = { permissions: ['webhook.manage', 'api_key.manage'], previous: ['delivery.resend'] };
    await record({ tenantId, actor: OPERATOR, action: 'user.permissions_set', target, details });
    expect(await pageOf(visitor)).toContain('Permissões: Desenvolvedor Antes: Reenviar entregas');
  });

  it('shows times in the zone of the tenant', async () => {
    const { tenantId, visitor } = await open();
    await record({ tenantId, actor: OPERATOR, action: 'api_key.created', target: KEY });
    const { db } = environment().context;
    await db.query(`UPDATE audit_entries SET at = '2026-03-01T02:30:00Z' WHERE tenant_id = $1`, [tenantId]);
    await db.query(`UPDATE tenants SET time_zone = 'America/Manaus' WHERE tenant_id = $1`, [tenantId]);
    expect(await pageOf(visitor)).toMatch(/28 de fev\.?,? 22:30/);
  });

  it('calls whoever entered a wrong password somebody', async () => {
    const { tenantId, user, visitor } = await open();
    const target = { type: 'user', id: user.id, name: user.email } as const;
    const details = { attempts: 37, address: '203.0.113.7' };
    await record({ tenantId, actor: SYSTEM, action: 'login.failed', target, details });
    expect(await pageOf(visitor)).toContain(
      `Errou a senha ou o código ${user.email} Alguém Tentativas na hora desde a primeira: 37 Endereço IP: 203.0.113.7`,
    );
  });

  it('filters by group, by actor and by target, and says when nothing matches', async () => {
    const { tenantId, user, visitor } = await open('en');
    await record({ tenantId, actor: OPERATOR, action: 'api_key.created', target: KEY });
    await record({
      tenantId,
      actor: SYSTEM,
      action: 'endpoint.deactivated',
      target: { type: 'endpoint', id: 9, name: 'https://hooks.example/T0/secret' },
    });
    expect(await pageOf(visitor, '?group=keys')).toContain('ERP da loja');
    expect(await pageOf(visitor, '?group=keys')).not.toContain('hooks.example');
    expect(await pageOf(visitor, '?actor=system')).toContain('hooks.example');
    expect(await pageOf(visitor, '?actor=system')).not.toContain('ERP da loja');
    expect(await pageOf(visitor, `?actor=${user.id}`)).toContain('Logged in');
    expect(await pageOf(visitor, '?target=api_key%3A3')).toContain('Only ERP da loja');
    expect(await pageOf(visitor, '?target=api_key%3A3')).not.toContain('hooks.example');
    expect(await pageOf(visitor, '?group=deliveries')).toContain('Nothing matches this filter.');
    expect(await pageOf(visitor, "?group=nope&actor=-1&target=';--&before=x")).toContain('ERP da loja');
  });

  it('shows the URL of an endpoint to who may see endpoints, and to others only its host', async () => {
    const { tenantId } = await environment().tenant();
    const url = 'https://hooks.example/Gq7XvKservices/Gq7XvKpath?key=Gq7XvKquery';
    const target = { type: 'endpoint', id: 9, name: url } as const;
    const details = { url, was_url: `${url}d` };
    await record({ tenantId, actor: OPERATOR, action: 'endpoint.updated', target, details });
    const pageFor = async (permissions: readonly Permission[]) => {
      const user = await addUser(environment(), tenantId, { permissions });
      const visitor = await loggedIn(environment().baseUrl, user, { language: 'en' });
      return (await visitor.get('/panel/audit?target=endpoint%3A9')).text;
    };
    expect(textOf(await pageFor(['webhook.manage']))).toContain(`URL: ${url}`);
    const hidden = await pageFor(['api_key.manage']);
    expect(textOf(hidden)).toMatch(/Only hooks.example.*URL: hooks.example URL before: hooks.example /);
    expect(hidden).not.toContain('Gq7XvK');
  });

  it('leads from page to page, and keeps the filter', async () => {
    const { tenantId, visitor } = await open();
    for (let id = 1; id <= 60; id += 1)
      await record({
        tenantId,
        actor: OPERATOR,
        action: 'api_key.created',
        target: { ...KEY, id, name: `chave ${id}.` },
      });
    const first = await visitor.get('/panel/audit?group=keys');
    expect(textOf(first.text)).toContain('chave 60.');
    expect(textOf(first.text)).not.toContain('chave 10.');
    const older = /href="(\/panel\/audit\?group=keys&amp;before=\d+)"/
      .exec(first.text)![1]!
      .replace('&amp;', '&');
    const second = textOf((await visitor.get(older)).text);
    expect(second).toContain('chave 10.');
    expect(second).toContain('chave 1.');
    expect(second).not.toContain('chave 11.');
    expect(second).toContain('Mais recentes');
  });

  it('shows nothing of another tenant, whatever the filter', async () => {
    const [own, other] = [await open(), await open()];
    await record({ tenantId: other.tenantId, actor: OPERATOR, action: 'api_key.created', target: KEY });
    for (const query of ['', '?target=api_key%3A3', `?actor=${other.user.id}`, '?group=keys'])
      expect(await pageOf(own.visitor, query)).not.toMatch(`ERP da loja|${other.user.email}`);
  });

  it('renders markup in names as text', async () => {
    const { tenantId, visitor } = await open();
    const name = '<img src=x onerror=alert(1)>';
    await record({
      tenantId,
      actor: OPERATOR,
      action: 'api_key.created',
      target: { ...KEY, name },
      details: { name },
    });
    const { text } = await visitor.get('/panel/audit');
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img');
  });
});

it('every action has words in both languages, and belongs to a group', () => {
  for (const action of AUDIT_ACTIONS) {
    expect(actionWords.pt[action], action).toMatch(/./);
    expect(actionWords.en[action], action).toMatch(/./);
    expect(AUDIT_GROUPS, action).toContain(groupOf(action));
  }
});
