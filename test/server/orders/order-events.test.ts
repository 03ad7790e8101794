import { expect, it } from 'vitest';
import { exampleEvents } from '../../contract-check/example-responses.ts';
import { eventLinesOf, eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();

it('emits each of the ten events from a real operation, as the contract shows it', async () => {
  const { tp, tenantId, customer, order, pay, move, attempt } = await openShop(environment());
  const product = await stocked(tp, 10);
  await tp.customers.update(customer.id, { name: 'Ana' });
  await tp.products.update(product.id, { price: 5 });
  const { id } = await order({ items: [{ product_id: product.id, quantity: 2 }] });
  await pay(id, 10);
  await move(id, 'In_Transit');
  await attempt(id, { outcome: 'failed', reason: 'Ninguém' });
  await attempt(id, { outcome: 'delivered' });
  await tp.products.delete(product.id);
  await tp.customers.delete(customer.id);
  const lines = await eventLinesOf(environment(), tenantId); // checks every event against the contract
  expect(lines).toEqual([
    'customer.created',
    'product.created',
    'customer.updated name',
    'product.updated price',
    'order.created',
    'order.payment_confirmed',
    'order.status_changed',
    'delivery.failed',
    'order.status_changed',
    'delivery.completed',
    'product.deleted',
  ]);
  const kinds = new Set((await eventsOf(environment(), tenantId)).map(({ event_type }) => event_type));
  expect([...kinds].toSorted()).toEqual(exampleEvents.map(({ kind }) => kind).toSorted());
});
