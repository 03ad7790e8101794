import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { deleteEndpoint } from '../../server/webhooks/endpoints/delete-endpoint.ts';
import { type EndpointChange, updateEndpoint } from '../../server/webhooks/endpoints/update-endpoint.ts';
import { dropDeletedDeliveries } from '../../server/webhooks/retention/drop-queued.ts';
import { withDelivery } from '../support/deliveries.ts';
import { addUser, loggedIn, preformatted, textOf } from '../support/panel.ts';
import { buyer, stocked } from '../support/shop.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
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
    const left = await visitor.get(`${location}&open=${id}`);
    expect(textOf(left.text), 'the open one that the filter leaves out has a title').toMatch(
      /Limpar filtros Produto 1001 cadastrado · http/,
    );
  });

  it.each(['https://example.com/', '/panel/deliveries?event=中', '/panel/deliveries?a=b\r\nX: y'])(
    'goes to the list after a resend that asked for %j, and says what was done',
    async (back) => {
      const { visitor, id } = await failedDelivery();
      const { status, location } = await visitor.post(`/panel/deliveries/${id}/resend`, { back });
      expect({ status, location }).toEqual({ status: 303, location: '/panel/deliveries' });
      expect(textOf((await visitor.get(location!)).text)).toContain('1 entrega voltou para a fila.');
    },
  );

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

  it('says where each attempt went, and copies a command for that URL', async () => {
    const { visitor, id, key, context, endpoint } = await failedDelivery();
    const url = 'http://127.0.0.1:9/moved';
    await context.db.transaction((tx) => updateEndpoint(tx, OPERATOR, key, { url }, context.box));
    const opened = textOf((await visitor.get(`/panel/deliveries?open=${id}&attempt=2`)).text);
    expect(opened).toContain(`Enviada para ${endpoint.url} Não é mais a URL do endpoint, que hoje é ${url}`);
    const forms: readonly Record<string, string>[] = [{ attempt: '2' }, {}];
    for (const form of forms) {
      const { text } = await visitor.post(`/panel/deliveries/${id}/curl`, form);
      expect(textOf(text)).toContain(`Envia esta entrega para ${endpoint.url}`);
      expect(textOf(text)).toContain(`hoje a do endpoint é ${url}. Reenviar vai para a de hoje.`);
      expect(preformatted(text)[0]).toContain(`--url '${endpoint.url}'`);
    }
  });

  it('shows in a row where its last attempt went, after the URL was edited, too', async () => {
    const { visitor, key, context, endpoint, id, attempt } = await failedDelivery();
    const edit = (change: EndpointChange) =>
      context.db.transaction((tx) => updateEndpoint(tx, OPERATOR, key, change, context.box));
    const list = async () => textOf((await visitor.get('/panel/deliveries')).text);
    expect(await list()).not.toContain('não é mais a URL');
    const moved = await useEndpoint();
    await edit({ url: moved.url });
    expect(await list()).toContain(`foi para ${endpoint.url}, que não é mais a URL do endpoint`);
    await edit({ description: 'ERP' });
    expect(await list()).toContain(`ERP · foi para ${endpoint.url}, que`);
    await visitor.post(`/panel/deliveries/${id}/resend`);
    await attempt();
    expect(await list()).not.toContain('não é mais a URL');
    expect(moved.received).toHaveLength(1);
  });

  it('says what is held, in the row, as a filter and in the figures', async () => {
    const { visitor, id, key, context } = await failedDelivery();
    await visitor.post(`/panel/deliveries/${id}/resend`);
    const list = async (query = '') => textOf((await visitor.get(`/panel/deliveries${query}`)).text);
    expect(await list()).not.toMatch(/[Rr]etida/);
    await switchEndpoint(context, key, false);
    expect(await list()).toMatch(/0 e 1 retida .* – Retidas 1 .* Retida até o endpoint ser ligado/);
    expect(await list('?status=HELD')).toMatch(
      /as outras, na hora marcada.* Retida até o endpoint ser ligado/,
    );
    expect(await list('?status=PENDING')).toContain('Nenhuma entrega com estes filtros');
  });

  it('says above the list which endpoint is switched off, and where that changes', async () => {
    const { visitor, key, context } = await failedDelivery();
    const list = async (query = '') => (await visitor.get(`/panel/deliveries${query}`)).text;
    expect(textOf(await list())).not.toContain('desligado');
    await switchEndpoint(context, key, false);
    expect(textOf(await list())).toContain(
      '1 endpoint está desligado. O que acontece enquanto isso não vira entrega',
    );
    expect(await list()).toContain(`href="/panel/webhooks/${key.id}"`);
    expect(textOf(await list('?endpoint=999'))).not.toContain('está desligado');
  });

  it('says of an event without a delivery why there is none, and leads to what helps', async () => {
    const { visitor, key, context, tenantId } = await failedDelivery();
    const search = async (id: string) => (await visitor.get(`/panel/deliveries?q=${id}`)).text;
    await switchEndpoint(context, key, false);
    const [missed] = await emit(context, tenantId);
    expect(textOf(await search(missed!))).toMatch(
      /Nenhuma entrega para “.+” .* sem entrega Produto cadastrado product.created .* estava desligado, e continua. Ligar e recuperar/,
    );
    expect(await search(missed!)).toContain(`href="/panel/webhooks/${key.id}"`);
    await switchEndpoint(context, key, true);
    const later = await search(missed!);
    expect(textOf(later)).toMatch(/estava desligado. Recuperar este evento/);
    const [, href] = /href="(\/panel\/deliveries\/recover\?[^"]+)"/.exec(later)!;
    const recovery = textOf((await visitor.get(href!.replaceAll('&amp;', '&'))).text);
    expect(recovery).toMatch(/Nunca enviadas .* São enviadas. 1 /);
    const [unsubscribed] = await emit(context, tenantId, 'order.created');
    expect(textOf(await search(unsubscribed!))).toContain(
      'Nenhum endpoint assina este evento. Escolher quem o recebe',
    );
  });

  it("finds an order by the shop's own number, which goes before ours, and ours after a #", async () => {
    const { visitor, tenant } = await failedDelivery();
    const { id: customer_id } = await buyer(tenant.tp);
    const { sku } = await stocked(tenant.tp, 5);
    const place = (external_id: string) =>
      tenant.tp.orders.create({ customer_id, external_id, items: [{ sku, quantity: 1 }] });
    const own = await place('PED 7/1');
    const other = await place(String(own.id));
    await tenant.tp.orders.setStatus(other.id, { status: 'Canceled' });
    const search = async (text: string): Promise<string[]> => {
      const page = (await visitor.get(`/panel/deliveries?q=${encodeURIComponent(text)}`)).text;
      return ['order.created', 'order.status_changed'].filter((kind) =>
        page.includes(`<code>${kind}</code> <time`),
      );
    };
    const [ofOwn, ofOther] = [['order.created'], ['order.created', 'order.status_changed']];
    expect(await search('PED 7/1')).toEqual(ofOwn);
    expect(await search(String(own.id))).toEqual(ofOther);
    expect(await search(`#${own.id}`)).toEqual(ofOwn);
    expect(await search(String(other.id))).toEqual(ofOther);
    expect(await search('PED 7')).toEqual([]);
    expect(await search('a\0b')).toEqual([]);
  });

  it('calls nothing sent that was not, and has words for the status and the outcome', async () => {
    const made = await withDelivery('http://127.0.0.1:9/');
    const visitor = await loggedIn(made.environment.baseUrl, await addUser(made.environment, made.tenantId));
    const opened = async () => textOf((await visitor.get(`/panel/deliveries?open=${made.id}`)).text);
    expect(await opened()).toMatch(/Situação Na fila \(PENDING\).*Corpo da entrega/);
    await made.attempt();
    expect(await opened()).toMatch(/Destino http.*Corpo da entrega .*Cabeçalhos da tentativa/);
    expect(await opened()).toContain('O servidor recusou a conexão (ECONNREFUSED), e nada foi enviado');
    expect(await opened()).not.toContain('Enviad');
    const { visitor: other, id } = await failedDelivery();
    const sent = textOf((await other.get(`/panel/deliveries?open=${id}`)).text);
    expect(sent).toMatch(
      /O que aconteceu .*HTTP 500.*Situação Falhou \(FAILED\) .*Enviada para http.*Corpo enviado .*Cabeçalhos enviados/,
    );
  });

  it('asks before it resends what was accepted, and says how many that are', async () => {
    const { visitor, id, state, attempt, context, tenantId, endpoint } = await failedDelivery();
    state.status = 204;
    await emit(context, tenantId);
    await attempt();
    const both = (await deliveriesOf(context, tenantId)).map((each) => each.id);
    const accepted = both.find((each) => each !== id)!;
    const asked = await visitor.post('/panel/deliveries/resend', { id: both, back: '/panel/deliveries?q=' });
    expect(asked.status).toBe(200);
    expect(textOf(asked.text)).toContain('De 2 entregas, o seu sistema já aceitou 1.');
    const before = endpoint.received.length;
    await attempt();
    expect(endpoint.received).toHaveLength(before);
    const ids = [...asked.text.matchAll(/name="id" value="([^"]*)"/g)].map(([, each]) => each!);
    expect(ids.toSorted()).toEqual(both.toSorted());
    const sent = await visitor.post('/panel/deliveries/resend', { id: ids, confirmed: 'yes' });
    expect(textOf((await visitor.get(sent.location!)).text)).toContain('2 entregas voltaram para a fila.');
    await attempt();
    const one = await visitor.post(`/panel/deliveries/${accepted}/resend`);
    expect(textOf(one.text)).toContain('O seu sistema já aceitou esta entrega.');
  });

  it("counts a resend's own attempts", async () => {
    const { visitor, id, attempt } = await failedDelivery();
    const list = async () => textOf((await visitor.get('/panel/deliveries')).text);
    expect(await list()).toContain('5 de 5');
    await visitor.post(`/panel/deliveries/${id}/resend`);
    expect(await list()).toContain('Reenvio: 0 de 5');
    await attempt(2);
    expect(await list()).toMatch(/Nova tentativa .* Reenvio: 2 de 5/);
  });

  it('calls what was taken out of the queue with its endpoint dropped, not failed with what the last attempt met', async () => {
    const endpoint = await useEndpoint((res) => void res.writeHead(301).end());
    const { context, key, environment, tenantId, id, attempt } = await withDelivery(endpoint.url);
    await attempt(2);
    await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
    await dropDeletedDeliveries(context.db);
    const visitor = await loggedIn(environment.baseUrl, await addUser(environment, tenantId));
    const { text } = await visitor.get('/panel/deliveries');
    expect(textOf(text)).toContain('– Descartada');
    expect(textOf(text)).toContain('O endpoint foi excluído antes de aceitar esta entrega');
    expect(textOf(text)).not.toMatch(/✕ Falhou(?!r)|\b301\b/);
    const opened = textOf((await visitor.get(`/panel/deliveries?open=${id}`)).text);
    expect(opened).toContain('Situação Descartada (FAILED)');
  });

  it('names what was searched for in vain, and leads out of the filters', async () => {
    const { visitor } = await failedDelivery();
    const { text } = await visitor.get('/panel/deliveries?status=FAILED&q=5001');
    expect(textOf(text)).toContain(
      'Nenhuma entrega para “5001” com estes filtros Também não há nenhum evento',
    );
    expect(text).toContain('href="/panel/deliveries?q=5001"');
    expect(text).toMatch(/class="button" href="\/panel\/deliveries">Limpar filtros/);
  });

  it('says after a closed connection that the delivery may have been processed', async () => {
    const endpoint = await useEndpoint((res) => void res.socket!.destroy());
    const made = await withDelivery(endpoint.url);
    await made.attempt();
    const visitor = await loggedIn(made.environment.baseUrl, await addUser(made.environment, made.tenantId));
    const text = textOf((await visitor.get(`/panel/deliveries?open=${made.id}`)).text);
    expect(text).toContain('conexão encerrada');
    expect(text).toContain(
      'A conexão caiu antes de uma resposta (UND_ERR_SOCKET). O seu sistema pode ter processado a entrega.',
    );
    expect(text).not.toContain('sem conexão');
    expect(endpoint.received).toHaveLength(1);
  });

  it('gives a tenant without endpoints a command for a checkout, too', async () => {
    const { environment } = await failedDelivery();
    const { tenantId } = await environment.tenant();
    const visitor = await loggedIn(environment.baseUrl, await addUser(environment, tenantId));
    const commands = preformatted((await visitor.get('/panel/deliveries')).text).join('\n');
    expect(commands).toContain(`npx @tradepost/sdk listen --base-url ${new URL(environment.baseUrl).origin}`);
    expect(commands).toContain('node sdk/dist/listen.js listen --base-url');
  });

  it('says what a search must be', async () => {
    const { visitor } = await failedDelivery();
    expect(textOf((await visitor.get('/panel/deliveries?q=abc')).text)).toContain(
      'Nenhum pedido, entrega ou evento tem este número. ',
    );
  });
});
