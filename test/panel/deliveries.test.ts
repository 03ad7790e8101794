import { describe, expect, it } from 'vitest';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, preformatted, textOf } from '../support/panel.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { deliveriesOf } from '../support/webhooks.ts';

const HOSTILE = '<script>alert(1)</script>\u202Eexe\u0007<img src=x onerror=alert(1)>';

async function failedDelivery() {
  const state = { status: 500 };
  const endpoint = await useEndpoint((res) => void res.writeHead(state.status).end(HOSTILE));
  const made = await withDelivery(endpoint.url);
  await made.attempt(5);
  const user = await addUser(made.environment, made.tenantId);
  const visitor = await loggedIn(made.environment.baseUrl, user);
  return { ...made, state, visitor, endpoint };
}

describe('the list of deliveries', () => {
  it('shows what failed, with the attempts of the open one, and nothing that its endpoint sent runs', async () => {
    const { visitor, id } = await failedDelivery();
    const { status, text } = await visitor.get(`/panel/deliveries?status=FAILED&open=${id}`);
    expect(status).toBe(200);
    expect(textOf(text)).toMatch(/✕ Falhou .*500.* 5 de 5/);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(preformatted(text)).toContain(HOSTILE.replace('\u202E', '⟨U+202E⟩').replace('\u0007', '⟨U+0007⟩'));
  });

  it('resends a delivery without JavaScript', async () => {
    const { visitor, id, state, attempt, context, tenantId } = await failedDelivery();
    state.status = 204;
    const { status, location } = await visitor.post(`/panel/deliveries/${id}/resend`, {
      back: '/panel/deliveries?status=FAILED',
    });
    expect({ status, location }).toEqual({ status: 303, location: '/panel/deliveries?status=FAILED' });
    expect(textOf((await visitor.get(location!)).text)).toContain('1 entrega voltou para a fila.');
    await attempt();
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('sends nobody to another site after a resend', async () => {
    const { visitor, id } = await failedDelivery();
    const { location } = await visitor.post(`/panel/deliveries/${id}/resend`, {
      back: 'https://example.com/',
    });
    expect(location).toBe('/panel/deliveries');
  });

  it('gives the command of a delivery, and asks caches to forget it', async () => {
    const { visitor, id, secret } = await failedDelivery();
    const { text, headers } = await visitor.post(`/panel/deliveries/${id}/curl`);
    expect(preformatted(text)[0]).toContain('curl --include --globoff');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(text).not.toContain(secret);
  });

  it('says what a search must be', async () => {
    const { visitor } = await failedDelivery();
    expect(textOf((await visitor.get('/panel/deliveries?q=abc')).text)).toContain(
      'Isto não é um ID de evento',
    );
  });
});

describe('a recovery', () => {
  it('is counted, started and shown without JavaScript', async () => {
    const { visitor, key } = await failedDelivery();
    const range = { endpoint: String(key.id), from: '2001-01-01T00:00', until: '2101-01-01T00:00' };
    const counted = await visitor.get(`/panel/deliveries/recover?${new URLSearchParams(range)}`);
    expect(textOf(counted.text)).toContain('Falharam: 1. Não enviados: 0.');
    const { location } = await visitor.post('/panel/deliveries/recover', range);
    const progress = await visitor.get(location!);
    expect(textOf(progress.text)).toContain('0 de 1 voltaram para a fila');
    await visitor.post(`${location}/stop`);
    expect(textOf((await visitor.get(location!)).text)).toContain('Interrompida');
  });
});
