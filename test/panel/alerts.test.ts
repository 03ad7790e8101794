import { describe, expect, it } from 'vitest';
import { alertsOfPage } from '../../server/panel/alerts/banner.tsx';
import type { Section } from '../../server/panel/request/route.ts';
import type { Alert } from '../../server/webhooks/alerts/list.ts';
import { findPreferences } from '../../server/webhooks/alerts/preferences.ts';
import { ageAlerts, failingFor, smtpSettings, switchedOff, watchOnce, works } from '../support/alerts.ts';
import { dueFor, lease } from '../support/due-deliveries.ts';
import { addUser, loggedIn, textOf, tokenOf } from '../support/panel.ts';
import { type TestEnvironment, useTestEnvironment } from '../support/test-environment.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { register, switchEndpoint } from '../support/webhooks.ts';

const URL = 'https://erp.example/hooks?token=segredo';

async function shop({ withEmail = true } = {}) {
  const environment = await useTestEnvironment({ env: withEmail ? await smtpSettings() : {} });
  const { context } = environment;
  const { tenantId, addKey } = await environment.tenant();
  const { id } = await register(context, tenantId, URL, ['product.created']);
  const expiringKey = async (name = 'ERP'): Promise<number> => {
    const key = await addKey([], '2099-01-01T00:00:00Z');
    await context.db.query(
      "UPDATE api_keys SET name = $2, expires_at = statement_timestamp() + interval '3 days' WHERE id = $1",
      [key.id, name],
    );
    return key.id;
  };
  return { environment, context, tenantId, key: { tenantId, id }, expiringKey };
}

const visit = async (
  environment: TestEnvironment,
  tenantId: number,
  options: Parameters<typeof addUser>[2] = {},
  language: 'pt-BR' | 'en' = 'pt-BR',
) => loggedIn(environment.baseUrl, await addUser(environment, tenantId, options), { language });

const pageText = async (
  visitor: Awaited<ReturnType<typeof visit>>,
  path = '/panel/alerts',
): Promise<string> => {
  const { status, text } = await visitor.get(path);
  expect(status).toBe(200);
  return textOf(text);
};

describe('the page of alerts', () => {
  it("doesn't ask for a successor that exists", async () => {
    const { environment, context, tenantId, expiringKey } = await shop();
    const keyId = await expiringKey();
    await watchOnce(context);
    const visitor = await visit(environment, tenantId);
    const form = await visitor.get(`/panel/keys/${keyId}/successor`);
    await visitor.post(`/panel/keys/${keyId}/successor`, {
      ...{ name: 'ERP (2)', validity: '365', token: tokenOf(form) },
    });
    const text = await pageText(visitor);
    expect(text).toMatch(
      /Expira em .* A substituta tp_.{8}… ainda não tem uso registrado\. Coloque-a no programa\./,
    );
    expect(text).not.toContain('Crie uma substituta');
  });

  it('shows the open ones with what to do and a link, and their number in the navigation', async () => {
    const { environment, context, tenantId, key, expiringKey } = await shop();
    await failingFor(context, key, '2 hours');
    const keyId = await expiringKey();
    await watchOnce(context);
    const visitor = await visit(environment, tenantId);
    const { text: html } = await visitor.get('/panel/alerts');
    const text = textOf(html);
    expect(text).toContain('Avisos 2 2 abertos');
    expect(text).toContain('Não aceita entregas');
    expect(text).toContain('https://erp.example/hooks?token=…');
    expect(text).toContain('o endpoint será desligado a partir de');
    expect(text).toContain('Crie uma substituta');
    expect(html).toContain(`href="/panel/webhooks/${key.id}"`);
    expect(html).toContain(`href="/panel/keys/${keyId}"`);
    expect(html).not.toContain('segredo');
  });

  it('follows an endpoint from its failure to its recovery, in English', async () => {
    const { environment, context, tenantId, key } = await shop();
    const visitor = await visit(environment, tenantId, {}, 'en');
    const none = await pageText(visitor);
    expect(none).toContain('Nothing needs your attention');
    expect(none).toContain('has accepted nothing for an hour, in 20 attempts or more');
    expect(none).toContain('an API key expires within 7 days');
    await failingFor(context, key, '3 days 1 hour');
    await watchOnce(context);
    expect(await pageText(visitor)).toContain('Will be switched off');
    await switchedOff(context, key);
    await watchOnce(context);
    expect(await pageText(visitor)).toContain('It gets no more events.');
    await switchEndpoint(context, key, true);
    expect(await pageText(visitor)).toContain('It is on again.');
    await works(context, key);
    await watchOnce(context);
    expect(await pageText(visitor)).toContain('It has been in order again since');
    await ageAlerts(context, '10 minutes');
    await watchOnce(context);
    const text = await pageText(visitor);
    expect(text).toContain('Nothing needs your attention');
    expect(text).toContain('Closed in the last 90 days');
    expect(text).toContain('Became another alert');
    expect(text).toContain('Works again');
  });

  it('says since when deliveries to a late endpoint wait, and what to do', async () => {
    const { environment, context, tenantId, key } = await shop();
    const visitor = await visit(environment, tenantId, {}, 'en');
    expect(await pageText(visitor)).toContain('have waited for more than 15 minutes');
    await emit(context, tenantId, 'product.created', 2);
    await lease(context, key.id, 30);
    await dueFor(context, key.id, 3_600);
    await watchOnce(context);
    const text = await pageText(visitor);
    expect(text).toContain('Gets events late');
    expect(text).toContain('Respond 2xx as soon as the event is stored');
  });

  it('shows each user only what they may manage, and never another tenant’s', async () => {
    const { environment, context, tenantId, key, expiringKey } = await shop();
    await failingFor(context, key, '2 hours');
    await expiringKey();
    await watchOnce(context);
    const hooks = await visit(environment, tenantId, { permissions: ['webhook.manage'] });
    expect(await pageText(hooks)).toContain('1 aberto');
    expect(await pageText(hooks)).not.toContain('Está para expirar');
    const keys = await visit(environment, tenantId, { permissions: ['api_key.manage'] });
    expect(await pageText(keys)).not.toContain('Não aceita entregas');
    const nobody = await visit(environment, tenantId, { permissions: [] });
    expect(await pageText(nobody)).toContain('Não há avisos para você');
    const other = await environment.tenant();
    expect(await pageText(await visit(environment, other.tenantId))).toContain('Nada precisa da sua atenção');
  });

  it('has pages of 25 closed alerts that miss none and repeat none', async () => {
    const { environment, context, tenantId } = await shop();
    await context.db.query(
      `INSERT INTO alerts (tenant_id, kind, subject_id, subject_name, details, closed_at, resolution)
       SELECT $1, 'api_key_expiring', g, 'chave-' || g || '.', '{"prefix":"tp_","expiresAt":"2026-01-01T00:00:00.000Z"}',
         date_trunc('hour', clock_timestamp()) - g / 10 * interval '1 hour', 'expired' FROM generate_series(1, 60) g`,
      [tenantId],
    );
    const visitor = await visit(environment, tenantId);
    const seen: string[] = [];
    let path: string | undefined = '/panel/alerts';
    while (path !== undefined) {
      const { text }: { text: string } = await visitor.get(path);
      seen.push(...text.match(/chave-\d+\./g)!);
      path = /href="(\/panel\/alerts\?after=[^"]+)"/.exec(text)?.[1];
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it.each(["?after=x'; DROP TABLE alerts", '?after=2026-99-99T00:00:00.000Z_1', '?after=_'])(
    'shows the first page for %s',
    async (query) => {
      const { environment, tenantId } = await shop();
      const visitor = await visit(environment, tenantId);
      expect(await pageText(visitor, `/panel/alerts${encodeURI(query)}`)).toContain('Nada precisa');
    },
  );

  it('runs nothing that a name contains', async () => {
    const { environment, context, tenantId, expiringKey } = await shop();
    await expiringKey('<script>alert(1)</script>');
    await watchOnce(context);
    const { text } = await (await visit(environment, tenantId)).get('/panel/alerts');
    expect(text).not.toContain('<script>alert');
    expect(textOf(text)).toContain('<script>alert(1)</script>');
  });
});

describe('the banner', () => {
  const alert = (id: number, kind: Alert['kind'], subjectId: number) => ({ id, kind, subjectId }) as Alert;
  const alerts = [
    alert(1, 'endpoint_failing', 7),
    alert(2, 'endpoint_deactivated', 71),
    alert(3, 'api_key_expiring', 7),
  ];
  it.each<[Section, string, number[]]>([
    ['webhooks', '/panel/webhooks', [1, 2]],
    ['webhooks', '/panel/webhooks/new', [1, 2]],
    ['webhooks', '/panel/webhooks/7', []],
    ['apiKeys', '/panel/keys/7', []],
    ['webhooks', '/panel/webhooks/7/edit', [1]],
    ['webhooks', '/panel/webhooks/8', []],
    ['apiKeys', '/panel/keys', [3]],
    ['apiKeys', '/panel/keys/7/successor', [3]],
    ['apiKeys', '/panel/keys/71', []],
    ['deliveries', '/panel/deliveries', []],
    ['alerts', '/panel/alerts', []],
  ])('on a page of %s, %s', (section, path, expected) => {
    expect(alertsOfPage(section, path, alerts).map(({ id }) => id)).toEqual(expected);
  });
});

describe('the choice of e-mails', () => {
  it('is on the account page, with everything on and the language of the page at first', async () => {
    const { environment, tenantId } = await shop();
    const { text } = await (await visit(environment, tenantId, {}, 'en')).get('/panel/account');
    expect(text.match(/<input type="checkbox"[^>]* checked/g)).toHaveLength(7);
    expect(text).toMatch(/<option [^>]*value="en"[^>]* selected/);
  });

  it('is kept for the user alone', async () => {
    const { environment, context, tenantId } = await shop();
    const user = await addUser(environment, tenantId);
    const other = await addUser(environment, tenantId);
    const visitor = await loggedIn(environment.baseUrl, user);
    const { status, location } = await visitor.post('/panel/account/alerts', {
      kind: ['endpoint_deactivated', 'api_key_expiring', 'nonsense'],
      locale: 'en',
    });
    expect([status, location]).toEqual([303, '/panel/account#alerts']);
    expect(await findPreferences(context.db, tenantId, user.id)).toEqual({
      locale: 'en',
      muted: [
        'endpoint_failing',
        'endpoint_deactivation_due',
        'endpoint_late',
        'endpoint_recovered',
        'storage_full',
      ],
    });
    expect(await findPreferences(context.db, tenantId, other.id)).toBeUndefined();
    expect(await pageText(visitor, '/panel/account')).toContain('Avisos por e-mail salvos.');
  });

  it('doesn’t change kinds that the user can’t see', async () => {
    const { environment, context, tenantId } = await shop();
    const user = await addUser(environment, tenantId, { permissions: ['webhook.manage'] });
    const visitor = await loggedIn(environment.baseUrl, user);
    const { text } = await visitor.get('/panel/account');
    expect(text).not.toContain('value="api_key_expiring"');
    await visitor.post('/panel/account/alerts', { locale: 'pt' });
    expect((await findPreferences(context.db, tenantId, user.id))!.muted).not.toContain('api_key_expiring');
  });

  it('isn’t offered to users without permissions, and says so where no e-mail can be sent', async () => {
    const { environment, tenantId } = await shop({ withEmail: false });
    expect(await pageText(await visit(environment, tenantId), '/panel/account')).toContain(
      'não está configurado nesta instalação',
    );
    const nobody = await visit(environment, tenantId, { permissions: [] });
    expect(await pageText(nobody, '/panel/account')).not.toContain('Avisos por e-mail');
  });
});
