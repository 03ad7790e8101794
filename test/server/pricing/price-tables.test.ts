import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { openShop, type PriceTableCreate, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();
const shop = () => openShop(environment());
const fixed = (code: string, more: Partial<PriceTableCreate> = {}) =>
  ({ name: code, code, kind: 'fixed', ...more }) as const;

it('creates a price table with defaults, updates it field by field and deletes it', async () => {
  const { priceTables, tenantId, customer } = await shop();
  const made = await priceTables.create({ name: 'Atacado', code: 'AT', kind: 'fixed' });
  expect(made).toMatchObject({
    ...{ external_id: null, name: 'Atacado', code: 'AT', kind: 'fixed', percentage: null, status: 'active' },
    ...{ priority: 0, starts_at: null, ends_at: null, is_default: false, currency: 'BRL', metadata: {} },
    ...{ version: 1, deleted_at: null },
  });
  const changed = await priceTables.update(made.id, { name: 'Varejo', priority: 7, metadata: { a: 'b' } });
  const { updated_at } = changed;
  expect(changed).toEqual({
    ...made,
    name: 'Varejo',
    priority: 7,
    metadata: { a: 'b' },
    version: 2,
    updated_at,
  });
  expect(await priceTables.update(made.id, { name: 'Varejo' })).toEqual(changed);
  expect(await priceTables.get(made.id)).toEqual(changed);
  expect(await priceTables.list({ code: 'AT' })).toEqual([changed]);
  await expect(priceTables.update(made.id, { priority: 1 }, { 'if-match': '"1"' })).rejects.toMatchObject(
    refusal(412, 'version_mismatch'),
  );
  await expect(priceTables.delete(made.id, { 'if-match': '"1"' })).rejects.toMatchObject({ status: 412 });
  await priceTables.delete(made.id);
  await expect(priceTables.get(made.id)).rejects.toMatchObject(refusal(404, 'not_found'));
  expect(await priceTables.list()).toEqual([]);
  expect(await priceTables.list({ include_deleted: 'true' })).toMatchObject([
    { id: made.id, deleted_at: expect.any(String) },
  ]);
  expect((await eventsOf(environment(), tenantId)).map(({ data }) => data.customer_id)).toEqual([
    customer.id,
  ]);
});

describe('the code or external_id of a price table', () => {
  it('is unique in its tenant until the table is deleted', async () => {
    const { priceTables } = await shop();
    const { id } = await priceTables.create(fixed('AT', { external_id: 'E1' }));
    const other = await priceTables.create(fixed('VA'));
    const taken = (pointer: string) => refusal(409, 'already_exists', pointer);
    await expect(priceTables.create(fixed('AT'))).rejects.toMatchObject(taken('#/code'));
    await expect(priceTables.update(other.id, { code: 'AT' })).rejects.toMatchObject(taken('#/code'));
    await expect(priceTables.create(fixed('X', { external_id: 'E1' }))).rejects.toMatchObject(
      taken('#/external_id'),
    );
    await (await shop()).priceTables.create(fixed('AT', { external_id: 'E1' }));
    await priceTables.delete(id);
    await priceTables.create(fixed('AT', { external_id: 'E1' }));
  });
});

describe('a price table is refused', () => {
  const bad: [string, Partial<PriceTableCreate>, string][] = [
    ['of kind percentage without a percentage', { kind: 'percentage' }, '#/percentage'],
    ['of kind fixed with a percentage', { percentage: 10 }, '#/percentage'],
    ['that takes off more than 100 percent', { kind: 'percentage', percentage: -100.01 }, '#/percentage'],
    ['with a percentage of three decimals', { kind: 'percentage', percentage: 1.005 }, '#/percentage'],
    [
      'that ends when it starts',
      { starts_at: '2026-05-01T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' },
      '#/ends_at',
    ],
    [
      'that ends before it starts',
      { starts_at: '2026-05-01T00:00:00Z', ends_at: '2026-05-01T00:00:00+01:00' },
      '#/ends_at',
    ],
  ];
  it.each(bad)('%s', async (_, more, pointer) => {
    const { priceTables } = await shop();
    await expect(priceTables.create(fixed('AT', more))).rejects.toMatchObject(
      refusal(400, 'invalid_request', pointer),
    );
    expect(await priceTables.list({ include_deleted: 'true' })).toEqual([]);
  });

  it('when an update makes it invalid, whichever field it sends', async () => {
    const { priceTables } = await shop();
    const { id } = await priceTables.create(fixed('AT', { ends_at: '2026-05-01T00:00:00Z' }));
    for (const change of [{ starts_at: '2026-05-02T00:00:00Z' }, { percentage: 5 }, { kind: 'percentage' }])
      await expect(priceTables.update(id, change)).rejects.toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    expect((await priceTables.get(id)).version).toBe(1);
  });
});

describe('two default price tables', () => {
  const may = { starts_at: '2026-05-01T00:00:00Z', ends_at: '2026-06-01T00:00:00Z' };
  const june = { starts_at: '2026-06-01T00:00:00Z', ends_at: '2026-07-01T00:00:00Z' };
  const first = { is_default: true, ...may };
  const cases: [string, boolean, Partial<PriceTableCreate>][] = [
    ['of the same priority at the same time', false, first],
    ['when one has no end', false, { is_default: true, starts_at: '2026-05-31T23:59:59.999Z' }],
    ['when one is always valid', false, { is_default: true }],
    ['when one ends when the other starts', true, { is_default: true, ...june }],
    ['of different priorities', true, { ...first, priority: 1 }],
    ['when one is inactive', true, { ...first, status: 'inactive' }],
    ['when one is not a default', true, { ...may }],
  ];
  it.each(cases)('%s (allowed: %s)', async (_, allowed, more) => {
    const { priceTables } = await shop();
    await priceTables.create(fixed('ONE', first));
    const made = priceTables.create(fixed('TWO', more));
    if (allowed) expect((await made).code).toBe('TWO');
    else await expect(made).rejects.toMatchObject(refusal(409, 'overlap', '#/is_default'));
  });

  it('cannot overlap through an update or through concurrent requests', async () => {
    const { priceTables } = await shop();
    const later = await priceTables.create(fixed('ZERO', { ...first, status: 'inactive' }));
    const twenty = Array.from({ length: 20 }, (_, n) => priceTables.create(fixed(`T${n}`, first)));
    const settled = await Promise.allSettled(twenty);
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    await expect(priceTables.update(later.id, { status: 'active' })).rejects.toMatchObject({
      code: 'overlap',
    });
    expect((await priceTables.list()).length).toBe(2);
  });
});

it('refuses to delete a price table while a customer has it', async () => {
  const { priceTables, tp, customer } = await shop();
  const { id } = await priceTables.create(fixed('AT'));
  const give = (price_table_id: number | null) => tp.customers.update(customer.id, { price_table_id });
  await give(id);
  await expect(priceTables.delete(id)).rejects.toMatchObject(refusal(409, 'in_use'));
  await give(null);
  await priceTables.delete(id);
  await expect(give(id)).rejects.toMatchObject({ status: 422, code: 'invalid_reference' });
});
