import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../server/audit/actor.ts';
import { updateEndpoint } from '../../server/webhooks/endpoints/update-endpoint.ts';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, preformatted, textOf } from '../support/panel.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { deliveriesOf, switchEndpoint } from '../support/webhooks.ts';

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

  it('resends first what was not accepted; of what was, it says what a resend does', async () => {
    const { visitor, id, state, attempt } = await failedDelivery();
    const opened = async () => (await visitor.get(`/panel/deliveries?open=${id}`)).text;
    const buttonIn = (text: string) => new RegExp(`class="([^"]+)" id="resend-${id}"`).exec(text)![1];
    expect(buttonIn(await opened())).toBe('button primary');
    expect(await opened()).not.toContain('o mesmo event_id');
    state.status = 204;
    await visitor.post(`/panel/deliveries/${id}/resend`);
    await attempt();
    expect(buttonIn(await opened())).toBe('button');
    expect(textOf(await opened())).toContain(
      'Ela foi aceita. Se você a reenviar, o seu sistema a recebe de novo com o mesmo event_id e deve ignorá-la.',
    );
  });

  it('says where each attempt went, and that a copied command goes to the present URL', async () => {
    const { visitor, id, key, context, endpoint } = await failedDelivery();
    const url = 'http://127.0.0.1:9/moved';
    await context.db.transaction((tx) => updateEndpoint(tx, OPERATOR, key, { url }));
    const opened = textOf((await visitor.get(`/panel/deliveries?open=${id}&attempt=2`)).text);
    expect(opened).toContain(`Enviada para ${endpoint.url} Hoje o endpoint é ${url}`);
    const copied = textOf((await visitor.post(`/panel/deliveries/${id}/curl`, { attempt: '2' })).text);
    expect(copied).toContain(`Envia esta entrega para ${url}`);
    expect(copied).toContain(`A tentativa foi enviada para ${endpoint.url}`);
    expect(copied).toContain(`--url '${url}'`);
  });

  it('says what is held, in the row, as a filter and in the figures', async () => {
    const { visitor, id, key, context } = await failedDelivery();
    await visitor.post(`/panel/deliveries/${id}/resend`);
    const list = async (query = '') => textOf((await visitor.get(`/panel/deliveries${query}`)).text);
    expect(await list()).not.toMatch(/[Rr]etida/);
    await switchEndpoint(context, key, false);
    expect(await list()).toMatch(/0 e 1 retida .* – Retidas 1 .* Retida até o endpoint ser ligado/);
    expect(await list('?status=HELD')).toMatch(
      /saem assim que você o ligar.* Retida até o endpoint ser ligado/,
    );
    expect(await list('?status=PENDING')).toContain('Nenhuma entrega com estes filtros');
  });

  it('says what a search must be', async () => {
    const { visitor } = await failedDelivery();
    expect(textOf((await visitor.get('/panel/deliveries?q=abc')).text)).toContain(
      'Isto não é um ID de evento',
    );
  });
});
