import { expect, it } from 'vitest';
import { listAudit } from '../../server/accounts/audit/list.ts';
import { readShareToken, SHARED_DAYS, shareToken } from '../../server/panel/timeline/share-token.ts';
import { addUser, loggedIn, textOf, Visitor } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { buyer, stocked } from '../support/shop.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { deliveriesOf, letTimePass, openWorker, register, switchEndpoint } from '../support/webhooks.ts';

const environment = sharedEnvironment();

/** An order that the ERP knows, that the shop's own system refuses, and of which the labels are told nothing. */
async function toldOrder() {
  const tenant = await environment().tenant();
  const { tp, tenantId } = tenant;
  const { context } = environment();
  const state = { status: 500 };
  const [erp, shop] = [
    await useEndpoint((res) => void res.writeHead(204).end()),
    await useEndpoint((res) => void res.writeHead(state.status).end()),
  ];
  await register(context, tenantId, erp.url, ['order.created', 'order.status_changed']);
  await register(context, tenantId, shop.url, ['order.created']);
  const { id } = await register(context, tenantId, 'http://127.0.0.1:9/labels', ['order.created']);
  await switchEndpoint(context, { tenantId, id }, false);
  await register(context, tenantId, 'http://127.0.0.1:9/parcels', ['delivery.completed']);
  const { id: customer_id } = await buyer(tp);
  const { sku } = await stocked(tp, 5);
  const order = await tp.orders.create({ customer_id, external_id: 'PED-77', items: [{ sku, quantity: 1 }] });
  await tp.orders.setStatus(order.id, { status: 'Canceled' });
  const { worker, close } = openWorker(context);
  await worker.tick();
  const isBusy = async () =>
    (await deliveriesOf(context, tenantId)).some(
      (each) => each.attempt_number === 0 || each.lease_token !== null,
    );
  await expect.poll(isBusy).toBe(false);
  close();
  const user = await addUser(environment(), tenantId);
  const visitor = await loggedIn(environment().baseUrl, user);
  const open = async () => textOf((await visitor.get(`/panel/orders/${order.id}`)).text);
  return { order, open, visitor, user, tenantId, erp, shop, state, context };
}

it('shows what happened to an order, and what each system knows of it', async () => {
  const { order, open, erp, shop } = await toldOrder();
  const text = await open();
  expect(text).toMatch(new RegExp(`Pedido ${order.id} .*Situação Cancelado .*PED-77`));
  expect(text).toContain(`${erp.url} ✓ recebeu as 2 entregas`);
  expect(text).toContain(`${shop.url} ↻ falta 1 de 1, ainda tentamos`);
  expect(text).toContain('127.0.0.1:9 – não recebe pedidos novos');
  expect(text).toMatch(
    /Pedido criado order\.created .*pela chave [^,]+, tp_\w+….*ID da requisição: [0-9a-f-]{36}.*1ª tentativa, \d\d:\d\d: O seu sistema falhou ao processar a entrega \(500\).*estava desligado, e continua.*Pedido mudou de situação/,
  );
});

it('says that a system lacks an event only once nothing is on its way any more', async () => {
  const { open, shop, context, tenantId } = await toldOrder();
  const { worker, close } = openWorker(context);
  const attempts = async () =>
    Math.max(...(await deliveriesOf(context, tenantId)).map((each) => each.attempt_number));
  for (let n = 2; n <= 5; n++) {
    await letTimePass(context, tenantId);
    await worker.tick();
    await expect.poll(attempts).toBe(n);
  }
  close();
  await expect.poll(open).toContain(`${shop.url} ✕ falta 1 de 1 entrega`);
});

it('leads whoever reloads a link’s page back to the order', async () => {
  const { order, visitor } = await toldOrder();
  const { status, location } = await visitor.get(`/panel/orders/${order.id}/share`);
  expect({ status, location }).toEqual({ status: 303, location: `/panel/orders/${order.id}` });
});

/** The page that its vendor opens without a login. */
async function sharedOf({ visitor, order, tenantId, context }: Told, url: string) {
  const [endpoint] = await context.db.query<{ id: number }>(
    'SELECT id FROM webhook_registrations WHERE tenant_id = $1 AND url = $2',
    [tenantId, url],
  );
  const made = await visitor.post(`/panel/orders/${order.id}/share`, { endpoint: String(endpoint!.id) });
  const path = /\/panel\/shared\/[\w.-]+/.exec(made.text)![0];
  const open = (token = path) => new Visitor(environment().baseUrl).get(token);
  return { made, path, open };
}

type Told = Awaited<ReturnType<typeof toldOrder>>;

it('gives one system’s vendor a link to what it was told of the order, and to nothing else', async () => {
  const told = await toldOrder();
  const { made, path, open } = await sharedOf(told, told.shop.url);
  expect(made.headers.get('content-encoding')).toBeNull();
  const { status, text } = await open();
  const seen = textOf(text);
  expect(status).toBe(200);
  expect(seen).toMatch(/falta 1 de 1, ainda tentamos.*Pedido criado.*ID do evento: [0-9a-f-]{36}.*\(500\)/);
  expect(seen).toContain('PED-77');
  const { name, total } = { name: 'Maria Souza', total: 'R$' };
  for (const hidden of [
    new URL(told.erp.url).host,
    'labels',
    'parcels',
    'pedidos novos',
    told.user.email,
    name,
    total,
    'mudou de situação',
  ])
    expect(seen, hidden).not.toContain(hidden);
  expect(seen).not.toMatch(/tp_|requisição/);
  const inEnglish = await new Visitor(environment().baseUrl).post('/panel/language', {
    locale: 'en',
    back: path,
  });
  expect(inEnglish.location).toBe(path);
  expect(text).not.toMatch(/href="\/panel\/(?:deliveries|search|orders|keys)/);
  const [entry] = await listAudit(told.context.db, told.tenantId, { action: 'order.shared' }, { limit: 1 });
  expect(entry).toMatchObject({ actorName: told.user.email, details: { order_id: told.order.id } });
  const [, ...fields] = path.split('/').at(-1)!.split('.');
  for (const index of fields.keys()) {
    const changed = path.split('.');
    changed[index + 1] =
      `${changed[index + 1]!.slice(0, -1)}${changed[index + 1]!.endsWith('1') ? '2' : '1'}`;
    expect((await open(changed.join('.'))).status, changed.join('.')).toBe(404);
  }
});

it.each([
  ['its maker is disabled', 'UPDATE users SET disabled_at = now() WHERE tenant_id = $1'],
  [
    'its maker ended all sessions',
    'UPDATE users SET session_version = session_version + 1 WHERE tenant_id = $1',
  ],
  ['its maker sees no deliveries any more', "UPDATE users SET permissions = '{}' WHERE tenant_id = $1"],
  ['the plan has no webhooks', 'UPDATE tenants SET webhooks_enabled = false WHERE tenant_id = $1'],
  [
    'the endpoint is deleted',
    'UPDATE webhook_registrations SET deleted_at = now(), active = false, secret = NULL WHERE tenant_id = $1',
  ],
])('such a link ends when %s', async (_why, sql) => {
  const told = await toldOrder();
  const { open } = await sharedOf(told, told.erp.url);
  expect((await open()).status).toBe(200);
  await told.context.db.query(sql, [told.tenantId]);
  expect((await open()).status).toBe(404);
});

it('such a link ends after seven days', () => {
  const nowMs = Date.parse('2026-11-29T12:00:00Z');
  const until = nowMs / 1000 + SHARED_DAYS * 86_400;
  const shared = { tenantId: 1, userId: 2, version: 3, orderId: 4, endpointId: 5, until };
  const token = shareToken('a'.repeat(32), shared);
  expect(readShareToken(['b'.repeat(32), 'a'.repeat(32)], token, until * 1000 - 1)).toEqual(shared);
  expect(readShareToken(['a'.repeat(32)], token, until * 1000)).toBeUndefined();
  expect(readShareToken(['b'.repeat(32)], token, nowMs)).toBeUndefined();
});

it('shows one event, whatever it is about', async () => {
  const { visitor, tenantId, context, order } = await toldOrder();
  const events = await context.db.query<{ id: string; kind: string }>(
    'SELECT event_id AS id, kind FROM events WHERE tenant_id = $1',
    [tenantId],
  );
  const open = async (kind: string) =>
    (await visitor.get(`/panel/events/${events.find((event) => event.kind === kind)!.id}`)).text;
  const created = await open('order.created');
  expect(textOf(created)).toContain(`Pedido ${order.id} criado`);
  expect(created).toContain(`href="/panel/orders/${order.id}"`);
  expect(textOf(created)).not.toContain('mudou de situação');
  expect(textOf(await open('customer.created'))).toMatch(
    /Cliente \d+ cadastrado.*Nenhum sistema recebe este evento/,
  );
  const [{ id }] = [events.find((event) => event.kind === 'customer.created')!];
  expect((await visitor.get(`/panel/search?q=${id}`)).location).toBe(`/panel/events/${id}`);
});

it('shows what was told of a customer, beside the newest orders', async () => {
  const { tp, tenantId } = await environment().tenant();
  const erp = await useEndpoint((res) => void res.writeHead(204).end());
  await register(environment().context, tenantId, erp.url, ['customer.created', 'customer.updated']);
  const { id } = await buyer(tp);
  const other = await buyer(tp);
  await tp.customers.update(id, { name: 'Padaria Pão da Serra' });
  const visitor = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
  const text = textOf((await visitor.get(`/panel/search?of=customer&id=${id}`)).text);
  expect(text).toMatch(/O que os sistemas ficaram sabendo.*Cliente cadastrado.*Cliente alterado/);
  expect(text.match(/Cliente cadastrado/g)).toHaveLength(1);
  expect(other.id).not.toBe(id);
});

it('says who sent it again', async () => {
  const { open, visitor, user, tenantId, context } = await toldOrder();
  await letTimePass(context, tenantId);
  const [delivery] = await context.db.query<{ id: string }>(
    "SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND status <> 'SUCCESS'",
    [tenantId],
  );
  await context.db.query(
    "UPDATE webhook_deliveries SET status = 'FAILED', next_retry_at = NULL WHERE tenant_id = $1 AND id = $2",
    [tenantId, delivery!.id],
  );
  await context.db.query('DELETE FROM webhook_queue WHERE tenant_id = $1', [tenantId]);
  await visitor.post(`/panel/deliveries/${delivery!.id}/resend`, { back: '/panel/deliveries' });
  expect(await open()).toContain(`Reenviado por ${user.email}`);
});

it('is the tenant’s alone, for those who see deliveries', async () => {
  const { order, tenantId } = await toldOrder();
  const path = `/panel/orders/${order.id}`;
  const none = await loggedIn(
    environment().baseUrl,
    await addUser(environment(), tenantId, { permissions: [] }),
  );
  expect((await none.get(path)).status).toBe(403);
  const other = await environment().tenant();
  const stranger = await loggedIn(environment().baseUrl, await addUser(environment(), other.tenantId));
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get('/panel/orders/x')).status).toBe(404);
});
