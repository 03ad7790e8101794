import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listKeys } from '../../server/accounts/api-keys/key-details.ts';
import { SCOPES } from '../../server/accounts/api-keys/scopes.ts';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import { MAX_ENDPOINTS_PER_TENANT } from '../../server/webhooks/endpoints/create-endpoint.ts';
import { listEndpoints } from '../../server/webhooks/endpoints/find-endpoints.ts';
import {
  addUser,
  loggedIn,
  type PanelReply,
  type Permission,
  preformatted,
  setPlan,
  textOf,
  tokenOf,
} from '../support/panel.ts';
import { logRefused, refusedRequest } from '../support/refused-requests.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { deliveriesOf, letTimePass, switchEndpoint, useWorker } from '../support/webhooks.ts';

const environment = sharedEnvironment();
const CONNECT = '/panel/connect';
const NOWHERE = 'http://127.0.0.1:9/hooks';
const FORM = { name: 'Bling', may: ['see_orders'], url: NOWHERE, events: ['order.created'] };
const KEY = /tp_[0-9A-Za-z]{38}/;
const SECRET = /(?<=>)[0-9A-Za-z]{64}(?=<)/;

/** A shop without keys, and somebody of it who is logged in. */
async function staff(language: 'pt-BR' | 'en' = 'pt-BR', permissions?: readonly Permission[]) {
  const { context, baseUrl } = environment();
  const { tenantId, keyId } = await environment().tenant();
  await context.db.query('DELETE FROM api_keys WHERE id = $1', [keyId]);
  const user = await addUser(environment(), tenantId, permissions && { permissions });
  const visitor = await loggedIn(baseUrl, user, { language });
  const made = async () => ({
    keys: await listKeys(context.db, tenantId),
    endpoints: await listEndpoints(context.db, tenantId),
  });
  return { context, tenantId, visitor, made };
}

const newForm = () => ({ ...FORM, token: newFormToken(Date.now(), randomInt) });
const keyIn = ({ text }: PanelReply): string => KEY.exec(text)![0];
const mainOf = ({ text }: PanelReply): string => textOf(/<main.*<\/main>/s.exec(text)![0]);
const call = async (key: string): Promise<number> =>
  (await fetch(`${environment().baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
const nextOf = ({ text }: PanelReply): string => /href="(\/panel\/connect\/[^"]+)"/.exec(text)![1]!;

describe('the form', () => {
  it('asks in words of the trade, in both languages', async () => {
    for (const language of ['pt-BR', 'en'] as const) {
      const { visitor } = await staff(language);
      const form = await visitor.get(CONNECT);
      expect(form.status).toBe(200);
      expect(form.text).toContain('name="url"');
      expect(mainOf(form)).not.toMatch(/endpoint|scope|escopo|payload|webhook|[a-z]\.[a-z]/i);
      expect(mainOf(form)).toContain(language === 'en' ? 'See orders and customers' : 'Pedido criado');
    }
  });

  it.each([
    ['no name', { name: ' ' }, 'Escreva o nome do sistema.'],
    ['a long name', { name: 'x'.repeat(101) }, 'O nome tem 101 caracteres'],
    ['nothing that it may do', { may: [] }, 'Marque o que o sistema pode fazer.'],
    ['an ability of nobody', { may: ['see_all.write'] }, 'Marque o que o sistema pode fazer.'],
    ['a URL and no events', { events: [] }, 'Marque as novidades'],
    ['a private address', { url: 'http://10.0.0.1/' }, '10.0.0.1 fica numa rede privada ou reservada'],
    ['no URL at all', { url: 'meu sistema' }, 'Tire os espaços'],
    ['an old token', { token: 'x' }, 'ficou aberto por tempo demais'],
  ])('with %s says why at its field, makes nothing, and keeps what was entered', async (_, change, why) => {
    const { visitor, made } = await staff();
    const fields = { ...newForm(), ...change };
    const reply = await visitor.post(CONNECT, fields);
    expect(reply.status).toBe(422);
    expect(mainOf(reply)).toContain(why);
    expect(reply.text).toContain(`value="${fields.url}"`);
    if (fields.events.length > 0) expect(reply.text).toMatch(/value="order.created" checked/);
    expect(await made()).toEqual({ keys: [], endpoints: [] });
  });

  it('comes back from a shop that has as many endpoints as it may, and no key is made', async () => {
    const { context, tenantId, visitor, made } = await staff();
    await context.db.query(
      `INSERT INTO webhook_registrations (tenant_id, url, description, events, secret)
       SELECT $1, 'https://example.com', '', '{}', '' FROM generate_series(1, $2)`,
      [tenantId, MAX_ENDPOINTS_PER_TENANT],
    );
    const reply = await visitor.post(CONNECT, newForm());
    expect(reply.status).toBe(422);
    expect(mainOf(reply)).toContain('Endereços que recebem novidades: o máximo é 50');
    expect((await made()).keys).toEqual([]);
    expect((await visitor.post(CONNECT, { ...FORM, url: '', token: tokenOf(reply) })).status).toBe(200);
  });

  it.each([
    ['see_orders', ['orders.read', 'customers.read']],
    ['place_orders', ['orders.read', 'orders.write']],
    ['keep_customers', ['customers.read', 'customers.write']],
    ['see_products', ['products.read', 'categories.read', 'price_tables.read']],
    [
      'keep_products',
      [
        ...['products.read', 'products.write', 'categories.read', 'categories.write'],
        ...['price_tables.read', 'price_tables.write'],
      ],
    ],
    ['keep_stock', ['products.read', 'products.write']],
    ['keep_offers', ['promotions.read', 'promotions.write', 'coupons.read', 'coupons.write']],
    ['see_all', SCOPES.filter((scope) => scope.endsWith('.read'))],
  ])('%s grants what it needs, and no more', async (may, scopes) => {
    const { visitor, made } = await staff();
    await visitor.post(CONNECT, { ...newForm(), url: '', may });
    const [key] = (await made()).keys;
    expect(new Set(key!.scopes)).toEqual(new Set(scopes));
  });
});

describe('connecting', () => {
  it('makes a key and an endpoint of one name, and a sheet with all that the vendor needs', async () => {
    const { visitor, made } = await staff('en');
    const sheet = await visitor.post(CONNECT, newForm());
    expect(sheet).toMatchObject({ status: 200, location: undefined });
    const { keys, endpoints } = await made();
    expect(keys).toMatchObject([{ name: 'Bling', scopes: ['orders.read', 'customers.read'] }]);
    expect(endpoints).toMatchObject([
      { description: 'Bling', url: NOWHERE, events: ['order.created'], active: true },
    ]);
    const key = keyIn(sheet);
    const [secret] = SECRET.exec(sheet.text)!;
    const [copied] = preformatted(sheet.text);
    for (const part of [key, secret, NOWHERE, 'order.created', `${environment().baseUrl}/api/v1`, 'curl '])
      expect(copied).toContain(part);
    expect(mainOf(sheet)).toContain('This sheet is shown only now.');
    expect(await call(key)).toBe(200);
    const docs = copied!.match(/http\S+\/docs\S+/g)!;
    expect(docs).toHaveLength(2);
    for (const link of docs) expect((await fetch(link)).status, link).toBe(200);
    expect(nextOf(sheet)).toBe(`${CONNECT}/${keys[0]!.id}?endpoint=${endpoints[0]!.id}`);
  });

  it('shows key and secret once, uncompressed, in no redirect and on no other page', async () => {
    const { visitor, made } = await staff();
    const sheet = await visitor.post(CONNECT, newForm(), { 'Accept-Encoding': 'gzip' });
    const shown = [keyIn(sheet), SECRET.exec(sheet.text)![0]];
    expect(sheet.headers.get('content-encoding')).toBeNull();
    expect(sheet.headers.get('cache-control')).toBe('no-store');
    expect(sheet.text).not.toContain('action="/panel/language"');
    const { keys, endpoints } = await made();
    const pages = [
      nextOf(sheet),
      CONNECT,
      `/panel/keys/${keys[0]!.id}`,
      `/panel/webhooks/${endpoints[0]!.id}`,
    ];
    for (const page of pages)
      for (const secret of shown) expect((await visitor.get(page)).text, page).not.toContain(secret);
  });

  it('happens once however often the form is sent, and later clicks lead to how it is doing', async () => {
    const { visitor, made } = await staff();
    const form = { ...FORM, token: tokenOf(await visitor.get(CONNECT)) };
    const clicks = await Promise.all(Array.from({ length: 4 }, () => visitor.post(CONNECT, form)));
    const replies = [...clicks, await visitor.post(CONNECT, form)];
    const { keys, endpoints } = await made();
    expect([keys.length, endpoints.length]).toEqual([1, 1]);
    expect(replies.filter(({ text }) => KEY.test(text))).toHaveLength(1);
    const others = replies.filter(({ status }) => status === 409);
    expect(others).toHaveLength(4);
    for (const other of others)
      expect(nextOf(other)).toBe(`${CONNECT}/${keys[0]!.id}?endpoint=${endpoints[0]!.id}`);
  });

  it('takes no name that a system has already, in any letter case', async () => {
    const { visitor, made } = await staff();
    await visitor.post(CONNECT, newForm());
    const again = await visitor.post(CONNECT, { ...newForm(), name: ' bling ' });
    expect(again.status).toBe(422);
    expect(mainOf(again)).toContain('Já existe um sistema “bling”');
    const { keys, endpoints } = await made();
    expect([keys.length, endpoints.length]).toEqual([1, 1]);
  });

  it('without a URL makes the key, and says how the address is added later, under the same name', async () => {
    const { visitor, made } = await staff();
    const sheet = await visitor.post(CONNECT, { ...newForm(), url: '' });
    const { keys, endpoints } = await made();
    expect([keys.length, endpoints.length]).toEqual([1, 0]);
    expect(mainOf(sheet)).not.toContain('Segredo da assinatura');
    const add = '/panel/webhooks/new?description=Bling';
    expect(sheet.text).toContain(`href="${add}&amp;events=order.created"`);
    expect((await visitor.get(nextOf(sheet))).text).toContain(`href="${add}&amp;events=order.created"`);
    const form = await visitor.get(`${add}&events=order.created`);
    expect(form.text).toMatch(/checked[^>]*value="order.created"|value="order.created"[^>]*checked/);
    expect(form.text).toContain('value="Bling"');
    await visitor.post('/panel/webhooks', {
      ...{ url: NOWHERE, description: 'Bling', events: 'all', active: 'on', token: tokenOf(form) },
    });
    expect(mainOf(await visitor.get(nextOf(sheet)))).toContain('Uma novidade saiu para o sistema');
  });

  it.each([
    ['the permission', ['api_key.manage'], true],
    ['webhooks in the plan', undefined, false],
  ] as const)('without %s asks for no address and makes the key alone', async (_, permissions, webhooks) => {
    const { tenantId, visitor, made } = await staff('pt-BR', permissions);
    await setPlan(environment(), tenantId, { api: true, webhooks });
    expect((await visitor.get(CONNECT)).text).not.toContain('name="url"');
    const sheet = await visitor.post(CONNECT, newForm());
    expect(sheet.status).toBe(200);
    const { keys, endpoints } = await made();
    expect([keys.length, endpoints.length]).toEqual([1, 0]);
    expect(sheet.text).not.toContain('/panel/webhooks/new');
    expect((await visitor.get(nextOf(sheet))).text).not.toContain('/panel/webhooks/');
  });
});

describe('how a connection is doing', () => {
  /** The signs of the steps. */
  const signsOf = ({ text }: PanelReply): string[] =>
    [.../<ol class="steps">.*?<\/ol>/s.exec(text)![0].matchAll(/aria-hidden="true">(.)</g)].map(
      ([, sign]) => sign!,
    );

  it('goes from waiting over a failure to done, and then refreshes no more', async () => {
    let status = 503;
    const endpoint = await useEndpoint((res) => void res.writeHead(status).end());
    const { context, tenantId, visitor } = await staff();
    const worker = useWorker(context);
    const sheet = await visitor.post(CONNECT, { ...newForm(), url: endpoint.url });
    const path = nextOf(sheet);

    const waiting = await visitor.get(path);
    expect(signsOf(waiting)).toEqual(['…', '…', '…']);
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="3"');
    expect(waiting.text).toContain(`hx-get="${path}"`);
    expect(mainOf(waiting)).not.toMatch(/endpoint|scope|escopo|payload/i);

    expect(await call(keyIn(sheet))).toBe(200);
    expect(signsOf(await visitor.get(path))).toEqual(['✓', '…', '…']);

    const [, action] = /action="([^"]+\/test)"/.exec(waiting.text)!;
    const test = { kind: 'order.created', token: tokenOf(waiting) };
    expect((await visitor.post(action!, test)).status).toBe(303);
    await worker.tick();
    const failed = await visitor.get(path);
    expect(signsOf(failed)).toEqual(['✓', '✓', '…']);
    expect(mainOf(failed)).toMatch(/O sistema não confirmou a última novidade\. .*\(503\)/);
    expect(failed.text).toContain(`href="/panel/deliveries?endpoint=${path.split('=')[1]}"`);

    status = 204;
    await letTimePass(context, tenantId);
    await worker.tick();
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'SUCCESS' }]);
    const done = await visitor.get(path);
    expect(signsOf(done)).toEqual(['✓', '✓', '✓']);
    expect(done.text).toMatch(/<time datetime="[^"]+"/i);
    expect(mainOf(done)).toContain('A conexão funciona.');
    expect(mainOf(done)).not.toContain('não confirmou');
    for (const refreshing of ['http-equiv="refresh"', 'hx-trigger'])
      expect(done.text).not.toContain(refreshing);

    status = 503;
    await visitor.post(action!, { kind: 'order.created', token: tokenOf(done) });
    await worker.tick();
    const broken = await visitor.get(path);
    expect(signsOf(broken)).toEqual(['✓', '✓', '✓']);
    expect(mainOf(broken)).toContain('A conexão já funcionou, e agora há algo a resolver.');
  });

  it('says what keeps it from working: refused requests, a key or an endpoint that is off', async () => {
    const { context, tenantId, visitor, made } = await staff();
    const path = nextOf(await visitor.post(CONNECT, newForm()));
    const { keys, endpoints } = await made();
    const [{ id, prefix }] = keys as [(typeof keys)[0]];
    await logRefused(context.db, [
      refusedRequest(tenantId, { apiKeyId: id, keyPrefix: prefix, code: 'insufficient_scope' }),
    ]);
    await switchEndpoint(context, { tenantId, id: endpoints[0]!.id }, false);
    await context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [id]);
    const page = await visitor.get(path);
    for (const text of ['Um acesso do sistema foi recusado', 'estão paradas', 'não vale mais'])
      expect(mainOf(page)).toContain(text);
    expect(page.text).toContain(`href="/panel/requests?key=${prefix}"`);
    expect(page.text).not.toContain('/test"');
  });

  it("never shows another tenant's endpoint", async () => {
    const other = await staff();
    await other.visitor.post(CONNECT, newForm());
    const foreign = (await other.made()).endpoints[0]!.id;
    const { visitor } = await staff();
    const path = nextOf(await visitor.post(CONNECT, { ...newForm(), url: '' }));
    expect((await visitor.get(`${path}?endpoint=${foreign}`)).text).not.toContain(`/webhooks/${foreign}`);
  });
});

it('is the one thing to do on the empty list of keys, and beside the new key later', async () => {
  const { visitor } = await staff();
  const empty = await visitor.get('/panel/keys');
  expect(empty.text).toContain(`class="button primary" href="${CONNECT}"`);
  await visitor.post(CONNECT, newForm());
  expect((await visitor.get('/panel/keys')).text).toContain(`class="button" href="${CONNECT}"`);
});
