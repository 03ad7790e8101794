import { describe, expect, it } from 'vitest';
import { advanceRecoveries } from '../../server/webhooks/recovery/advance-recoveries.ts';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, textOf } from '../support/panel.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { switchEndpoint } from '../support/webhooks.ts';

/** Staff of a tenant with one delivery that failed, two events that its endpoint missed, and one delivery in the queue. */
async function withSomethingToRecover(language: 'pt-BR' | 'en' = 'pt-BR') {
  const made = await withDelivery('http://127.0.0.1:9/');
  const { environment, context, tenantId, key, attempt } = made;
  await attempt(5);
  await switchEndpoint(context, key, false);
  await emit(context, tenantId, 'product.created', 2);
  await switchEndpoint(context, key, true);
  await emit(context, tenantId);
  const user = await addUser(environment, tenantId);
  const visitor = await loggedIn(environment.baseUrl, user, { language });
  const recoverPage = async (query: Record<string, string> = {}) => {
    const { text } = await visitor.get(`/panel/deliveries/recover?${new URLSearchParams(query)}`);
    return { html: text, text: textOf(text) };
  };
  return { ...made, visitor, recoverPage };
}

const ALWAYS = { from: '2001-01-01T00:00', until: '2101-01-01T00:00' };

describe('a recovery', () => {
  it('is counted, started and shown without JavaScript', async () => {
    const { visitor, key, recoverPage } = await withSomethingToRecover();
    const range = { endpoint: String(key.id), ...ALWAYS };
    expect((await recoverPage(range)).text).toContain('Enviar 3 entregas');
    const { location } = await visitor.post('/panel/deliveries/recover', range);
    const progress = await visitor.get(location!);
    expect(textOf(progress.text)).toContain('0 de 3 colocadas na fila');
    await visitor.post(`${location}/stop`);
    expect(textOf((await visitor.get(location!)).text)).toContain('Interrompida');
  });

  it.each([
    [
      'pt-BR',
      /Nunca aceitas Todas as tentativas falharam. São enviadas de novo. 1 Nunca enviadas .* São enviadas. 2 Já entregues .* Não são enviadas de novo. 0 Ainda na fila .* 1/,
    ],
    [
      'en',
      /Never accepted Every attempt failed. They are sent again. 1 Never sent .* They are sent. 2 Already delivered .* They aren't sent again. 0 Still in the queue .* 1/,
    ],
  ] as const)('says in %s what is sent again and what is not', async (language, parts) => {
    const { recoverPage } = await withSomethingToRecover(language);
    expect((await recoverPage(ALWAYS)).text).toMatch(parts);
  });

  it.each(['hour', 'day', 'week', 'off'])('of a range that takes one click is counted: %s', async (range) => {
    const { context, recoverPage } = await withSomethingToRecover();
    const aged = "UPDATE events SET occurred_at = occurred_at - interval '65 minutes' WHERE event_id = $1";
    const [failed] = await context.db.query<{ event_id: string }>(
      "SELECT event_id FROM webhook_deliveries WHERE status = 'FAILED'",
      [],
    );
    await context.db.query(aged, [failed!.event_id]);
    const { html, text } = await recoverPage({ range });
    expect(html).toMatch(new RegExp(`name="range" value="${range}" aria-current="true"`));
    expect(text).toContain(range === 'hour' || range === 'off' ? 'Enviar 2 entregas' : 'Enviar 3 entregas');
  });

  it('distinguishes what is sent again from what is sent for the first time', async () => {
    const { visitor, context, key } = await withSomethingToRecover();
    const { location } = await visitor.post('/panel/deliveries/recover', {
      endpoint: String(key.id),
      ...ALWAYS,
    });
    while ((await advanceRecoveries(context.db)) > 0);
    expect(textOf((await visitor.get(location!)).text)).toContain('Concluída');
    expect(textOf((await visitor.get(location!)).text)).toContain(
      '3 de 3 colocadas na fila: 1 de novo, 2 pela primeira vez',
    );
  });

  it('is proposed until now, to the second, in the time zone that it names', async () => {
    const { recoverPage } = await withSomethingToRecover();
    const { html, text } = await recoverPage({ range: 'hour' });
    const until = /<input[^>]*name="until"[^>]*>/.exec(html)![0];
    const value = /value="([^"]+)"/.exec(until)![1];
    const aheadMs = Date.parse(`${value}-03:00`) - Date.now();
    expect(value).toMatch(/T\d\d:\d\d:\d\d$/);
    expect(aheadMs).toBeLessThanOrEqual(1_000);
    expect(until).toContain('step="1"');
    expect(text).toContain('Horário de America/Sao_Paulo');
    expect(text).toMatch(/ (GMT-3|BRT) /);
  });

  it('offers the range since it was switched off only where that is known', async () => {
    const { context, tenantId, key, recoverPage } = await withSomethingToRecover();
    expect((await recoverPage()).text).toContain('Desde que foi desligado');
    await context.db.query('DELETE FROM audit_entries WHERE tenant_id = $1', [tenantId]);
    expect((await recoverPage()).text).not.toContain('Desde que foi desligado');
    expect((await recoverPage({ range: 'off' })).text).toContain('Não sabemos quando');
    await switchEndpoint(context, key, false);
    const off = await recoverPage({ range: 'off' });
    expect(off.text).toContain('Desde que foi desligado');
  });

  it('of an endpoint that is switched off leads to where it is switched on', async () => {
    const { context, key, recoverPage } = await withSomethingToRecover();
    await switchEndpoint(context, key, false);
    const { html, text } = await recoverPage(ALWAYS);
    expect(text).toContain('Este endpoint está desligado, e por isso nada pode ser enviado.');
    expect(html).toContain(`href="/panel/webhooks/${key.id}/recover"`);
    expect(html).not.toContain('method="post" action="/panel/deliveries/recover"');
  });
});

describe('the audit', () => {
  it('names what was resent and recovered, and leads there while it exists', async () => {
    const { visitor, context, tenantId, id, key } = await withSomethingToRecover();
    await visitor.post(`/panel/deliveries/${id}/resend`);
    const { location } = await visitor.post('/panel/deliveries/recover', {
      endpoint: String(key.id),
      ...ALWAYS,
    });
    const audit = async () => (await visitor.get('/panel/audit?group=deliveries')).text;
    const [delivery] = await context.db.query<{ event_id: string }>(
      'SELECT event_id FROM webhook_deliveries WHERE id = $1',
      [id],
    );
    const link = `/panel/deliveries?q=${delivery!.event_id}&amp;open=${id}`;
    expect(textOf(await audit())).toContain(`ID do evento: ${delivery!.event_id}`);
    expect(await audit()).toContain(`href="${link}"`);
    expect(await audit()).toContain(`href="${location}"`);
    expect(textOf((await visitor.get(link.replace('&amp;', '&'))).text)).toContain('Corpo da entrega');
    for (const table of ['webhook_queue', 'webhook_attempts', 'webhook_deliveries'])
      await context.db.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
    expect(await audit()).not.toContain(link);
    expect(textOf(await audit())).toContain(`ID do evento: ${delivery!.event_id}`);
  });

  it('leads nowhere for a user who may not see deliveries', async () => {
    const { environment, visitor, tenantId, id } = await withSomethingToRecover();
    await visitor.post(`/panel/deliveries/${id}/resend`);
    const other = await addUser(environment, tenantId, { permissions: [] });
    const { text } = await (await loggedIn(environment.baseUrl, other)).get('/panel/audit?group=deliveries');
    expect(textOf(text)).toContain('Reenviou a entrega');
    expect(text).not.toContain(`open=${id}`);
  });
});
