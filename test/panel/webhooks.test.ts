import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import { eventKinds } from '../../server/base/contract.ts';
import type { EndpointKey } from '../../server/webhooks/endpoint-key.ts';
import { MAX_ENDPOINTS_PER_TENANT } from '../../server/webhooks/endpoints/create-endpoint.ts';
import { findEndpoint, listEndpoints } from '../../server/webhooks/endpoints/find-endpoints.ts';
import { HealthRecorder } from '../../server/webhooks/endpoints/health-recorder.ts';
import { advanceRecoveries } from '../../server/webhooks/recovery/advance-recoveries.ts';
import { failingFor, watchOnce } from '../support/alerts.ts';
import { addUser, loggedIn, textOf, tokenOf } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register, switchEndpoint, useWorker } from '../support/webhooks.ts';

const environment = sharedEnvironment();
const NOWHERE = 'http://127.0.0.1:9/hooks';

/** A tenant, and somebody of its staff who is logged in. */
async function staff(language: 'pt-BR' | 'en' = 'pt-BR') {
  const { tenantId } = await environment().tenant();
  const user = await addUser(environment(), tenantId);
  const { context } = environment();
  const visitor = await loggedIn(environment().baseUrl, user, { language });
  return { context, tenantId, user, visitor };
}

/** The same with an endpoint. */
async function withEndpoint(url = NOWHERE, language: 'pt-BR' | 'en' = 'pt-BR') {
  const given = await staff(language);
  const { id, secret } = await register(given.context, given.tenantId, url, ['product.created']);
  return { ...given, secret, key: { tenantId: given.tenantId, id }, path: `/panel/webhooks/${id}` };
}

async function audited(key: EndpointKey): Promise<(readonly [action: string, actor: string | null])[]> {
  const rows = await environment().context.db.query<{ action: string; actor_name: string | null }>(
    `SELECT action, actor_name FROM audit_entries
     WHERE tenant_id = $1 AND action NOT IN ('login.succeeded', 'api_key.created') ORDER BY id`,
    [key.tenantId],
  );
  return rows.map(({ action, actor_name }) => [action, actor_name] as const);
}

const versionIn = (html: string): string => /name="version" value="(\d+)"/.exec(html)![1]!;
const FORM = { url: NOWHERE, description: 'ERP', events: ['order.created'], active: 'on' };
const newToken = (): string => newFormToken(Date.now(), randomInt);
/** A form that creates, as it's sent the first time. */
const newForm = () => ({ ...FORM, token: newToken() });
const testOf = (kind: string) => ({ kind, token: newToken() });

describe('the headers of an endpoint', () => {
  it('are entered once, masked from then on, and kept by an edit that leaves the mask', async () => {
    const { context, visitor, key, path } = await withEndpoint(NOWHERE, 'en');
    const opened = await visitor.get(`${path}/edit`);
    const first = {
      ...FORM,
      version: versionIn(opened.text),
      headers: 'X-Api-Key: segredo-1\r\nAuthorization: Basic x',
    };
    expect(await visitor.post(`${path}/edit`, first)).toMatchObject({ location: path });
    const edit = await visitor.get(`${path}/edit`);
    const masked = 'x-api-key: ••••••••\nauthorization: ••••••••';
    expect(edit.text).toContain(masked);
    expect(`${edit.text}${(await visitor.get(path)).text}`).not.toContain('segredo-1');
    const second = {
      ...FORM,
      description: 'BI',
      version: versionIn(edit.text),
      headers: 'X-Api-Key: ••••••••',
    };
    await visitor.post(`${path}/edit`, second);
    expect(await findEndpoint(context.db, key)).toMatchObject({
      description: 'BI',
      headerNames: ['x-api-key'],
    });
  });

  it.each([
    ['Host: evil.example', 'Tire host'],
    ['X-Service-Signature: sha256=0', 'Tire x-service-signature'],
    ['abc', 'Na linha 1'],
    ['X-Api-Key: ••••••••', 'Informe o valor de x-api-key'],
  ])('%s is refused with the reason beside the field', async (headers, reason) => {
    const { visitor } = await staff();
    const { status, text } = await visitor.post('/panel/webhooks', { ...newForm(), headers });
    expect(status).toBe(422);
    expect(textOf(text)).toContain(reason);
  });
});

it('an endpoint whose URL another one has says so', async () => {
  const { context, tenantId, visitor, path } = await withEndpoint('http://127.0.0.1:9/hooks', 'en');
  expect(textOf((await visitor.get(path)).text)).not.toContain('another endpoint with this URL');
  const { id } = await register(context, tenantId, 'http://127.0.0.1:9/x/../hooks', ['order.created']);
  const { text } = await visitor.get(path);
  expect(textOf(text)).toContain('another endpoint with this URL');
  expect(text).toContain(`href="/panel/webhooks/${id}"`);
});

describe('the list of endpoints', () => {
  it('teaches when it is empty: a form, and how to receive events without an endpoint', async () => {
    const { visitor } = await staff();
    const { status, text } = await visitor.get('/panel/webhooks');
    expect(status).toBe(200);
    expect(text).toContain('action="/panel/webhooks"');
    expect(textOf(text)).toContain(`npx @tradepost/sdk listen --base-url ${environment().baseUrl}`);
  });

  it('shows each endpoint with its status and its last day', async () => {
    const { context, tenantId, key, visitor } = await withEndpoint();
    const recorder = new HealthRecorder(context.db, Date.now);
    for (let n = 0; n < 9; n += 1) recorder.record(key, { outcome: 'accepted', durationMs: 100 });
    recorder.record(key, { outcome: 'refused', durationMs: 100 });
    await recorder.flush();
    await register(context, tenantId, 'http://127.0.0.1:9/other', ['order.created']);
    const text = textOf((await visitor.get('/panel/webhooks')).text);
    expect(text).toMatch(/127\.0\.0\.1:9.* http:\/\/127\.0\.0\.1:9\/hooks ✓ Ligado .* 90% 10\d ms/);
    expect(text).toContain('http://127.0.0.1:9/other ✓ Ligado – – –');
  });
});

describe('creating an endpoint', () => {
  it('leads to its page, with a notice', async () => {
    const { context, tenantId, user, visitor } = await staff();
    const { status, location } = await visitor.post('/panel/webhooks', { ...newForm(), events: 'all' });
    const [endpoint] = await listEndpoints(context.db, tenantId);
    expect({ status, location }).toEqual({ status: 303, location: `/panel/webhooks/${endpoint!.id}` });
    expect(endpoint).toMatchObject({ url: NOWHERE, description: 'ERP', events: eventKinds, active: true });
    expect(textOf((await visitor.get(location!)).text)).toContain('Endpoint criado.');
    expect(await audited({ tenantId, id: endpoint!.id })).toEqual([['endpoint.created', user.email]]);
  });

  it.each([
    ['no URL', { url: '' }, 'Informe a URL.'],
    ['no URL at all', { url: 'minha loja' }, 'Tire os espaços'],
    ['another scheme', { url: 'ftp://example.com/' }, 'precisa começar com https:// ou http://'],
    ['a password', { url: 'https://a:b@example.com/' }, 'Tire o usuário e a senha'],
    ['a private address', { url: 'http://10.0.0.1/' }, '10.0.0.1 fica numa rede privada ou reservada'],
    ['the metadata', { url: 'http://169.254.169.254/' }, 'fica numa rede privada ou reservada'],
    ['a long description', { description: 'x'.repeat(501) }, 'Use no máximo 500 caracteres.'],
    ['no event', { events: [] }, 'Marque pelo menos um evento.'],
    ['an unknown event', { events: ['order.lost'] }, 'Marque pelo menos um evento.'],
  ])('with %s shows why at its field, and keeps what was entered', async (_, change, reason) => {
    const { context, tenantId, visitor } = await staff();
    const fields = { ...newForm(), ...change };
    const { status, text } = await visitor.post('/panel/webhooks', fields);
    expect(status).toBe(422);
    expect(textOf(text)).toContain(reason);
    expect(text).toContain('aria-describedby');
    expect(text).toContain(`value="${fields.description}"`);
    expect(await listEndpoints(context.db, tenantId)).toEqual([]);
  });

  it('says the same in English', async () => {
    const { visitor } = await staff('en');
    const { text } = await visitor.post('/panel/webhooks', {
      ...newForm(),
      url: 'http://10.0.0.1/',
      events: [],
    });
    expect(textOf(text)).toContain('10.0.0.1 is on a private or reserved network');
    expect(textOf(text)).toContain('Check at least one event.');
  });

  it.each([
    ['of a list without endpoints', '/panel/webhooks'],
    ['of the page', '/panel/webhooks/new'],
  ])('by the form %s happens once, and each click leads to it', async (_, page) => {
    const { context, tenantId, visitor } = await staff();
    const form = { ...FORM, token: tokenOf(await visitor.get(page)) };
    const clicks = Array.from({ length: 4 }, () => visitor.post('/panel/webhooks', form));
    const replies = [...(await Promise.all(clicks)), await visitor.post('/panel/webhooks', form)];
    const endpoints = await listEndpoints(context.db, tenantId);
    expect(endpoints).toHaveLength(1);
    for (const { status, location } of replies)
      expect({ status, location }).toEqual({ status: 303, location: `/panel/webhooks/${endpoints[0]!.id}` });
  });

  it('is refused when the form was open for too long, and works from the page that says so', async () => {
    const { context, tenantId, visitor } = await staff();
    const token = newFormToken(Date.now() - 13 * 3_600_000, randomInt);
    const refused = await visitor.post('/panel/webhooks', { ...FORM, token });
    expect(refused.status).toBe(422);
    expect(textOf(refused.text)).toContain('ficou aberto por tempo demais');
    expect(refused.text).toContain('value="ERP"');
    expect(await listEndpoints(context.db, tenantId)).toEqual([]);
    const again = await visitor.post('/panel/webhooks', { ...FORM, token: tokenOf(refused) });
    expect(again.status).toBe(303);
  });

  it('beyond the maximum is refused', async () => {
    const { context, tenantId, visitor } = await staff();
    await context.db.query(
      `INSERT INTO webhook_registrations (tenant_id, url, description, events, secret)
       SELECT $1, 'https://example.com', '', '{}', '' FROM generate_series(1, $2)`,
      [tenantId, MAX_ENDPOINTS_PER_TENANT],
    );
    const { status, text } = await visitor.post('/panel/webhooks', newForm());
    expect(status).toBe(422);
    expect(textOf(text)).toContain('Sua loja já tem 50 endpoints');
    expect((await visitor.get('/panel/webhooks')).text).not.toContain('href="/panel/webhooks/new"');
  });
});

describe('the page of an endpoint that fails', () => {
  it('says so once, and the pages below it say so, too', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    await failingFor(context, key, '2 hours');
    await watchOnce(context);
    const warnings = async (page: string) =>
      (await visitor.get(page)).text.match(/class="notice warning"/g) ?? [];
    expect(await warnings(path)).toHaveLength(1);
    expect(textOf((await visitor.get(path)).text)).toContain('Falhando desde');
    expect(await warnings(`${path}/edit`)).toHaveLength(1);
  });
});

describe('editing an endpoint', () => {
  it('saves what changed', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    const { text } = await visitor.get(`${path}/edit`);
    const { status, location } = await visitor.post(`${path}/edit`, { ...FORM, version: versionIn(text) });
    expect({ status, location }).toEqual({ status: 303, location: path });
    const saved = { url: NOWHERE, description: 'ERP', events: ['order.created'], active: true };
    expect(await findEndpoint(context.db, key)).toMatchObject(saved);
  });

  it('shows what somebody else changed meanwhile, and overwrites it only when it is saved again', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    const stale = versionIn((await visitor.get(`${path}/edit`)).text);
    await switchEndpoint(context, key, false);
    const conflict = await visitor.post(`${path}/edit`, { ...FORM, version: stale });
    expect(conflict.status).toBe(409);
    expect(textOf(conflict.text)).toContain('Alguém mudou este endpoint enquanto você editava.');
    expect(conflict.text).toContain('value="ERP"');
    expect(await findEndpoint(context.db, key)).toMatchObject({ description: '', active: false });
    const again = await visitor.post(`${path}/edit`, { ...FORM, version: versionIn(conflict.text) });
    expect(again.status).toBe(303);
    expect(await findEndpoint(context.db, key)).toMatchObject({ description: 'ERP', active: true });
  });

  it('checks the URL only when it changes, so a name that is gone keeps nobody from editing the rest', async () => {
    const { context, key, path, visitor } = await withEndpoint('http://10.0.0.1/was-allowed-once');
    const fields = { ...FORM, url: 'http://10.0.0.1/was-allowed-once', version: '1' };
    expect((await visitor.post(`${path}/edit`, fields)).status).toBe(303);
    const moved = { ...fields, url: 'http://10.0.0.1/elsewhere', version: '2' };
    expect((await visitor.post(`${path}/edit`, moved)).status).toBe(422);
    expect(await findEndpoint(context.db, key)).toMatchObject({ description: 'ERP', url: fields.url });
  });
});

describe("an endpoint's secret", () => {
  it('is on no page until it is asked for, and then in a response that is kept nowhere', async () => {
    const { user, key, path, secret, visitor } = await withEndpoint();
    for (const page of ['/panel/webhooks', path, `${path}/edit`, `${path}/rotate`])
      expect((await visitor.get(page)).text).not.toContain(secret);
    const { status, headers, text } = await visitor.post(`${path}/secret`);
    expect(status).toBe(200);
    expect(text).toContain(secret);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-encoding')).toBeNull();
    expect((await audited(key)).at(-1)).toEqual(['secret.revealed', user.email]);
    expect((await visitor.get(path)).text).not.toContain(secret);
  });

  it('is rotated: the new one is shown with the time when the old one stops, and a reload changes nothing', async () => {
    const { context, key, path, secret, visitor } = await withEndpoint();
    const { text } = await visitor.post(`${path}/rotate`, { previous_until: '' });
    const { previousSecretUntil } = (await findEndpoint(context.db, key))!;
    expect(text).toContain(`"${previousSecretUntil}"`);
    expect(text).not.toContain(secret);
    const again = await visitor.post(`${path}/rotate`, { previous_until: '' });
    expect(again.status).toBe(409);
    expect(textOf(again.text)).toContain('O segredo já foi trocado');
    expect(textOf((await visitor.get(path)).text)).toContain('O segredo anterior ainda assina até');
    expect(textOf((await visitor.get(`${path}/rotate`)).text)).toContain('para de assinar na hora');
    expect((await findEndpoint(context.db, key))!.previousSecretUntil).toBe(previousSecretUntil);
  });

  it('that cannot be read is said to be so', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    await context.db.query(
      "UPDATE webhook_registrations SET secret = 'x', secret_unreadable_since = now() WHERE id = $1",
      [key.id],
    );
    const { status, text } = await visitor.post(`${path}/secret`);
    expect(status).toBe(409);
    expect(textOf(text)).toContain('Não conseguimos ler este segredo.');
    expect(textOf((await visitor.get(path)).text)).toContain('as entregas esperam');
  });
});

describe('an endpoint that responds slowly', () => {
  it('is shown as slow, with what to do', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    const recorder = new HealthRecorder(context.db, Date.now);
    for (let n = 0; n < 20; n += 1)
      recorder.record(key, { outcome: 'accepted', durationMs: n < 18 ? 40 : 6_100 });
    await recorder.flush();
    expect(textOf((await visitor.get('/panel/webhooks')).text)).toContain('! Lento');
    const page = textOf((await visitor.get(path)).text);
    expect(page).toContain('! Lento');
    expect(page).toContain('Responde devagar');
  });
});

describe('a test event', () => {
  it('is followed until its result is there: status, duration, and what the endpoint responded', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(503).end('<b>volto já</b>'));
    const { context, tenantId, path, visitor } = await withEndpoint(endpoint.url);
    const sent = await visitor.post(`${path}/test`, testOf('customer.updated'));
    expect(sent.status).toBe(303);
    const waiting = await visitor.get(sent.location!);
    expect(textOf(waiting.text)).toContain('… Enviando');
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="2"');
    await useWorker(context).tick();
    const result = await visitor.get(sent.location!);
    expect(result.text).not.toContain('http-equiv="refresh"');
    expect(textOf(result.text)).toMatch(/Falhou, tentaremos de novo .* HTTP 503 Duração \d+ ms/);
    expect(result.text).toContain('&lt;b>volto já&lt;/b>');
    expect(JSON.parse(endpoint.received[0]!.body.toString())).toMatchObject({
      event_type: 'customer.updated',
      test: true,
    });
    await letTimePass(context, tenantId);
  });

  it('says what went wrong where no connection is possible', async () => {
    const { context, path, visitor } = await withEndpoint();
    const { location } = await visitor.post(`${path}/test`, testOf('order.created'));
    await useWorker(context).tick();
    expect(textOf((await visitor.get(location!)).text)).toContain(
      'O servidor recusou a conexão (ECONNREFUSED), e nada foi enviado: nenhum programa escuta nesse endereço e porta. Inicie o sistema',
    );
  });

  it('is sent once, however often its button is clicked', async () => {
    const { context, tenantId, path, visitor } = await withEndpoint();
    const form = { kind: 'order.created', token: tokenOf(await visitor.get(path)) };
    const clicks = await Promise.all(Array.from({ length: 4 }, () => visitor.post(`${path}/test`, form)));
    expect(new Set(clicks.map(({ location }) => location)).size).toBe(1);
    expect(clicks[0]!.location).toMatch(/\/tests\/[0-9a-f-]{36}$/);
    expect(await deliveriesOf(context, tenantId)).toHaveLength(1);
    const next = { ...form, token: tokenOf(await visitor.get(clicks[0]!.location!)) };
    expect((await visitor.post(`${path}/test`, next)).location).not.toBe(clicks[0]!.location);
    expect(await deliveriesOf(context, tenantId)).toHaveLength(2);
  });

  it('says that no response came, rather than an empty one', async () => {
    const { context, path, visitor } = await withEndpoint();
    const { location } = await visitor.post(`${path}/test`, testOf('order.created'));
    await useWorker(context).tick();
    expect(textOf((await visitor.get(location!)).text)).toContain(
      'Resposta do seu sistema Nenhuma resposta chegou.',
    );
  });

  it('from a page that was open for too long is not sent, and the page says so', async () => {
    const { context, tenantId, path, visitor } = await withEndpoint();
    const { location } = await visitor.post(`${path}/test`, { kind: 'order.created' });
    expect(location).toBe(path);
    expect(textOf((await visitor.get(path)).text)).toContain('Envie o teste de novo.');
    expect(await deliveriesOf(context, tenantId)).toEqual([]);
  });

  it('is not sent to an endpoint that was switched off, nor of an unknown kind', async () => {
    const { context, tenantId, key, path, visitor } = await withEndpoint();
    expect((await visitor.post(`${path}/test`, testOf('order.lost'))).status).toBe(404);
    await switchEndpoint(context, key, false);
    const { status, text } = await visitor.post(`${path}/test`, testOf('order.created'));
    expect(status).toBe(422);
    expect(textOf(text)).toContain('Ligue-o primeiro.');
    expect(await deliveriesOf(context, tenantId)).toEqual([]);
    expect((await visitor.get(path)).text).not.toContain(`${path}/test"`);
  });

  it('of another endpoint, an event that is no test, and no id at all are not found', async () => {
    const { context, tenantId, path, visitor } = await withEndpoint();
    const other = await register(context, tenantId, NOWHERE, ['order.created']);
    const { location } = await visitor.post(`${path}/test`, testOf('order.created'));
    const [eventId] = await emit(context, tenantId);
    const eventOf = location!.split('/').at(-1);
    for (const wrong of [
      `/panel/webhooks/${other.id}/tests/${eventOf}`,
      `${path}/tests/${eventId}`,
      `${path}/tests/7`,
    ])
      expect((await visitor.get(wrong)).status, wrong).toBe(404);
  });
});

describe("an endpoint's last day", () => {
  it('says up to when attempts are certain to be counted, and that tests are not', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, key, path, visitor } = await withEndpoint(endpoint.url);
    const health = new HealthRecorder(context.db, Date.now);
    const worker = useWorker(context, health);
    await visitor.post(`${path}/test`, testOf('order.created'));
    await worker.tick();
    await health.flush();
    const asOf = /Contado até \d\d:\d\d: .* testes não contam\./;
    const tested = textOf((await visitor.get(path)).text);
    expect(tested).toContain('Nenhuma tentativa de entrega nas últimas 24 horas.');
    expect(tested).toMatch(asOf);
    await emit(context, tenantId);
    await worker.tick();
    await health.flush();
    for (const page of [path, '/panel/webhooks']) {
      const text = textOf((await visitor.get(page)).text);
      expect(text).toContain('100%');
      expect(text).toMatch(asOf);
    }
    expect((await deliveriesOf(context, key.tenantId)).map(({ status }) => status)).toEqual([
      'SUCCESS',
      'SUCCESS',
    ]);
  });
});

describe('an endpoint that is switched off', () => {
  it('says why and since when', async () => {
    const { context, user, key, path, visitor } = await withEndpoint();
    await visitor.post(`${path}/deactivate`);
    const page = async () => textOf((await visitor.get(path)).text);
    expect(await page()).toContain(`${user.email} desligou este endpoint. Desligado desde`);
    await visitor.post(`${path}/activate`);
    await switchEndpoint(context, key, false);
    expect(await page()).toContain('Quem opera o serviço desligou este endpoint.');
    await context.db.query('DELETE FROM audit_entries WHERE tenant_id = $1', [key.tenantId]);
    expect(await page()).toContain('Alguém da sua loja, ou quem opera o serviço, desligou este endpoint.');
    await context.db.query(
      "UPDATE webhook_registrations SET inactive_reason = 'failing', failing_since = now() - interval '6 days' WHERE id = $1",
      [key.id],
    );
    expect(textOf((await visitor.get(path)).text)).toContain(
      'Desligamos este endpoint porque por 5 dias ele não aceitou nada.',
    );
  });

  it('is switched on and recovers what it missed by one button, with the count first and the progress after', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, user, key, path, visitor } = await withEndpoint(endpoint.url);
    await switchEndpoint(context, key, false);
    await emit(context, tenantId, 'product.created', 3);
    expect((await visitor.get(path)).text).toContain(`href="${path}/recover"`);
    expect(textOf((await visitor.get(`${path}/recover`)).text)).toContain('Eventos que ele não recebeu 3');
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: false });
    const { location } = await visitor.post(`${path}/recover`);
    expect(location).toBe(path);
    const running = await visitor.get(path);
    expect(textOf(running.text)).toContain('Estamos enviando 3 entregas.');
    expect(textOf(running.text)).toContain('0 de 3 colocadas na fila');
    expect(running.text).toContain('<noscript><meta http-equiv="refresh" content="2"');
    await expect.poll(() => advanceRecoveries(context.db)).toBe(1);
    await useWorker(context).tick();
    expect(endpoint.received).toHaveLength(3);
    expect(textOf((await visitor.get(path)).text)).toContain('Concluída: 3 colocadas na fila');
    expect((await audited(key)).slice(-2)).toEqual([
      ['endpoint.activated', user.email],
      ['recovery.started', user.email],
    ]);
    const again = await visitor.post(`${path}/recover`);
    expect(again.location).toBe(path);
    expect(textOf((await visitor.get(path)).text)).toContain('O endpoint já estava ligado.');
  });

  it('is only switched on when it missed nothing', async () => {
    const { context, key, path, visitor } = await withEndpoint();
    await switchEndpoint(context, key, false);
    const { text } = await visitor.get(`${path}/recover`);
    expect(textOf(text)).toContain('Não faltou nada nesse tempo: basta ligar.');
    expect(text).toContain(`action="${path}/activate"`);
    expect(text).not.toContain(`action="${path}/recover"`);
  });

  it('recovers what failed before it was switched off, too', async () => {
    const { context, tenantId, key, path, visitor } = await withEndpoint();
    const worker = useWorker(context);
    await emit(context, tenantId);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await letTimePass(context, tenantId);
      await worker.tick();
    }
    await context.db.query(
      "UPDATE webhook_registrations SET failing_since = now() - interval '1 h' WHERE id = $1",
      [key.id],
    );
    await switchEndpoint(context, key, false);
    expect(textOf((await visitor.get(`${path}/recover`)).text)).toContain('Entregas que falharam 1');
    await visitor.post(`${path}/recover`);
    expect(textOf((await visitor.get(path)).text)).toContain('0 de 1 colocada na fila');
  });

  it('stays off, and says so, while an earlier recovery of it is still running', async () => {
    const { context, tenantId, key, path, visitor } = await withEndpoint();
    await switchEndpoint(context, key, false);
    await emit(context, tenantId);
    await visitor.post(`${path}/recover`);
    await switchEndpoint(context, key, false);
    expect((await visitor.post(`${path}/recover`)).location).toBe(path);
    expect(textOf((await visitor.get(path)).text)).toContain('Nada mudou: uma recuperação');
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: false });
  });

  it('has a recovery that can be stopped', async () => {
    const { context, tenantId, key, path, visitor } = await withEndpoint();
    await switchEndpoint(context, key, false);
    await emit(context, tenantId, 'product.created', 2);
    await visitor.post(`${path}/recover`);
    const [, stop] = /action="([^"]+\/stop)"/.exec((await visitor.get(path)).text)!;
    expect((await visitor.post(stop!)).location).toBe(path);
    expect(textOf((await visitor.get(path)).text)).toContain('Interrompida: 0 de 2 colocadas na fila');
    expect((await visitor.post(`${path}/recoveries/999/stop`)).status).toBe(404);
  });
});

describe('deleting an endpoint', () => {
  it('asks first and names the URL; afterwards it is unknown', async () => {
    const { key, user, path, visitor } = await withEndpoint();
    expect(textOf((await visitor.get(`${path}/delete`)).text)).toContain(NOWHERE);
    const { location } = await visitor.post(`${path}/delete`);
    expect(location).toBe('/panel/webhooks');
    expect(textOf((await visitor.get(location!)).text)).toContain(`Endpoint excluído: ${NOWHERE}`);
    for (const page of [path, `${path}/edit`, `${path}/delete`])
      expect((await visitor.get(page)).status).toBe(404);
    expect((await audited(key)).at(-1)).toEqual(['endpoint.deleted', user.email]);
  });
});

describe('what others wrote', () => {
  const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

  it('is text on every page: URL, description, and what an endpoint responds', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(500).end(SCRIPT));
    const { context, tenantId, key, path, visitor } = await withEndpoint(endpoint.url);
    const sent = await visitor.post(`${path}/test`, testOf('order.created'));
    await useWorker(context).tick();
    await context.db.query('UPDATE webhook_registrations SET url = $2, description = $3 WHERE id = $1', [
      key.id,
      `https://example.com/${SCRIPT}`,
      SCRIPT,
    ]);
    const read = await Promise.all(
      ['/panel/webhooks', path, `${path}/edit`, `${path}/delete`, `${path}/rotate`, sent.location!].map(
        (page) => visitor.get(page),
      ),
    );
    const shown = [...read, await visitor.post(`${path}/secret`)];
    await switchEndpoint(context, key, false);
    shown.push(await visitor.get(`${path}/recover`));
    for (const { text } of shown) {
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
      expect(textOf(text)).toContain('<script>alert(1)</script>');
    }
    expect(await deliveriesOf(context, tenantId)).toHaveLength(1);
  });
});

describe("another tenant's endpoint", () => {
  it('is unknown to every page and every button, and stays as it is', async () => {
    const { context, key, path } = await withEndpoint();
    const before = await findEndpoint(context.db, key);
    const { visitor: stranger } = await staff();
    const answers = [
      ...['', '/edit', '/recover', '/rotate', '/delete'].map((page) => stranger.get(`${path}${page}`)),
      ...['/activate', '/deactivate', '/recover', '/secret', '/delete'].map((page) =>
        stranger.post(`${path}${page}`),
      ),
      stranger.post(`${path}/edit`, { ...FORM, version: '1' }),
      stranger.post(`${path}/rotate`, { previous_until: '' }),
      stranger.post(`${path}/test`, testOf('order.created')),
    ];
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await findEndpoint(context.db, key)).toEqual(before);
  });
});
