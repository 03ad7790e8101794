import { describe, expect, it } from 'vitest';
import { type EventKind, eventKinds, sampleEvents } from '../../../server/base/contract.ts';
import { type CatalogueEntry, eventCatalogue } from '../../../server/events/catalogue.ts';
import { pagesContract } from '../../support/docs-sources.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';
import { emit } from '../../support/webhook-fixtures.ts';
import type { Case, KindCases } from './cases.ts';
import { customerCreated, customerUpdated } from './customer-cases.ts';
import { deliveryCompleted, deliveryFailed } from './delivery-cases.ts';
import { type EventShop, openEventShop } from './event-shop.ts';
import { orderCreated, orderPaymentConfirmed, orderStatusChanged } from './order-cases.ts';
import { productCreated, productDeleted, productUpdated } from './product-cases.ts';

const environment = sharedEnvironment();

/** A new kind of event doesn't compile until it has its cases here. */
const CASES: Readonly<Record<EventKind, KindCases>> = {
  'order.created': orderCreated,
  'order.status_changed': orderStatusChanged,
  'order.payment_confirmed': orderPaymentConfirmed,
  'customer.created': customerCreated,
  'customer.updated': customerUpdated,
  'product.created': productCreated,
  'product.updated': productUpdated,
  'product.deleted': productDeleted,
  'delivery.completed': deliveryCompleted,
  'delivery.failed': deliveryFailed,
};

/** Every sentence as `section.key`, and with its operations if it has some. */
function sentencesOf({ fires, doesNotFire, notes }: CatalogueEntry): string[] {
  return [
    ...fires.flatMap(({ key, operations }) => operations.map((operation) => `fires.${key}.${operation}`)),
    ...doesNotFire.map(({ key }) => `does_not_fire.${key}`),
    ...notes.map(({ key }) => `notes.${key}`),
  ];
}

function provenBy({ fires, doesNotFire, notes }: KindCases): string[] {
  return [
    ...Object.entries(fires).flatMap(([key, cases]) =>
      Object.keys(cases).map((operation) => `fires.${key}.${operation}`),
    ),
    ...Object.keys(doesNotFire).map((key) => `does_not_fire.${key}`),
    ...Object.keys(notes).map((key) => `notes.${key}`),
  ];
}

/** Lets it happen, and compares the kinds of all events that it sent. */
async function prove(shop: EventShop, { sends, prepare }: Case): Promise<void> {
  const act = await prepare(shop);
  const before = (await shop.events()).length;
  shop.called.clear();
  await act();
  const sent = (await shop.events()).slice(before).map(({ event_type }) => event_type);
  expect(sent.toSorted()).toEqual(sends.toSorted());
}

describe.each(eventCatalogue)('$kind', (entry) => {
  const { kind, fires, doesNotFire, notes } = entry;
  const { guaranteed } = pagesContract.events.find((event) => event.kind === kind)!;
  const cases = CASES[kind];

  it('has a test for each of its sentences', () => {
    expect(provenBy(cases).toSorted()).toEqual(sentencesOf(entry).toSorted());
  });

  const causes = fires.flatMap(({ key, en, operations }) =>
    operations.map((operation) => ({ key, en, operation })),
  );
  it.each(causes)('fires: $en ($operation)', async ({ key, operation }) => {
    const shop = await openEventShop(environment());
    const proof = cases.fires[key]![operation]!;
    expect(proof.sends).toContain(kind);
    await prove(shop, proof);
    expect([...shop.called]).toContain(operation);
    const [event] = await shop.events(kind);
    expect(Object.keys(event!.data).toSorted()).toEqual(guaranteed.toSorted());
  });

  it.each(doesNotFire)("doesn't fire: $en", async ({ key }) => {
    const proof = cases.doesNotFire[key]!;
    expect(proof.sends).not.toContain(kind);
    await prove(await openEventShop(environment()), proof);
  });

  it.each(notes)('$en', async ({ key }) => {
    await cases.notes[key]!(await openEventShop(environment()));
  });
});

it('shows each kind in GET /events to keys with the scope that the catalogue names, and to no others', async () => {
  const tenant = await environment().tenant();
  for (const kind of eventKinds) await emit(environment().context, tenant.tenantId, kind);
  for (const scope of new Set(eventCatalogue.map((entry) => entry.scope))) {
    const { key } = await tenant.addKey([scope]);
    const expected = eventCatalogue.filter((entry) => entry.scope === scope).map(({ kind }) => kind);
    await expect.poll(() => visibleTo(tenant, key)).toEqual(expected.toSorted());
  }
});

async function visibleTo({ request }: TestTenant, key: string): Promise<string[]> {
  const response = await request('GET', '/events?limit=200', { key });
  const { data } = (await response.json()) as { data: { event_type: string }[] };
  return [...new Set(data.map(({ event_type }) => event_type))].toSorted();
}

it.each(sampleEvents)('has an example of $event_type that agrees with itself', ({ data }) => {
  const { order, ...summary } = data as Record<string, unknown> & { order?: Record<string, unknown> };
  const shared = Object.keys(summary).filter((name) => order && name in order);
  for (const name of shared) expect([name, summary[name]]).toEqual([name, order![name]]);
  const history = order?.status_history as { status: string }[] | undefined;
  expect(history?.at(-1)?.status).toBe(order?.status);
});
