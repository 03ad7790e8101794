import { expect, it } from 'vitest';
import { addUser, loggedIn, textOf } from '../support/panel.ts';
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
  expect(text).toContain(`${erp.url} ✓ recebeu os 2 avisos`);
  expect(text).toContain(`${shop.url} ✕ falta 1 de 1 aviso`);
  expect(text).toMatch(
    /Pedido criado order\.created .*pela chave tp_\w+….*ID da requisição: [0-9a-f-]{36}.*1ª tentativa, \d\d:\d\d: O seu sistema falhou ao processar a entrega \(500\).*estava desligado, e continua.*Pedido mudou de situação/,
  );
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
