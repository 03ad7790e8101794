import type { CustomerCreate, CustomerUpdate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { eventLinesOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const person: CustomerCreate = { type: 'person', name: 'Maria Souza' };

const invalid = {
  status: 422,
  code: 'invalid_tax_id',
  errors: [{ pointer: '#/tax_id', code: 'invalid_tax_id' }],
};
const taken = (field: string) => ({
  status: 409,
  code: 'already_exists',
  errors: [{ pointer: `#/${field}` }],
});

describe('a tax id', () => {
  it.each([
    ['person', '529.982.247-25', undefined, '52998224725', 'cpf'],
    ['company', '11.222.333/0001-81', undefined, '11222333000181', 'cnpj'],
    ['company', '12.abc.345/01de-35', undefined, '12ABC34501DE35', 'cnpj'],
    ['person', '11222333000181', 'cnpj', '11222333000181', 'cnpj'],
    ['company', 'CNPJ: 11.222.333/0001-81', undefined, '11222333000181', 'cnpj'],
    ['company', 'DE-811.128/135', 'foreign', 'DE-811.128/135', 'foreign'],
  ] as const)(
    'of a %s, given as %s with type %s, is stored as %s (%s) and found with or without its mask',
    async (type, tax_id, tax_id_type, kept, kind) => {
      const { tp } = await environment().tenant();
      await tp.customers.create({ ...person, tax_id: '11144477735' });
      const customer = await tp.customers.create({
        type,
        name: 'X',
        tax_id,
        ...(tax_id_type && { tax_id_type }),
      });
      expect(customer).toMatchObject({ tax_id: kept, tax_id_type: kind });
      for (const searched of [tax_id, kept])
        expect((await tp.customers.list({ tax_id: searched })).data).toEqual([customer]);
    },
  );

  it('is found however people write it before its number, in the list, its export and orders', async () => {
    const { tp, request } = await environment().tenant();
    const { id } = await tp.customers.create({ type: 'company', name: 'X', tax_id: '11222333000181' });
    for (const typed of ['CNPJ nº ', 'CNPJ Nº ', 'C.N.P.J. ', 'CNPJ n. ', 'cnpj: ', 'CNPJ/MF no ', ' ']) {
      const tax_id = `${typed}11.222.333/0001-81`;
      expect([typed, (await tp.customers.list({ tax_id })).data]).toMatchObject([typed, [{ id }]]);
      const query = `tax_id=${encodeURIComponent(tax_id)}`;
      const exported = await request('GET', `/exports/customers?format=ndjson&${query}`);
      expect(JSON.parse(await exported.text())).toMatchObject({ id });
      expect((await request('GET', `/orders?customer_${query}`)).status).toBe(200);
    }
  });

  it.each([
    ['it has the wrong type', { type: 'company', tax_id: '52998224725' }],
    ['it has a wrong check digit', { type: 'person', tax_id: '529.982.247-24' }],
    ['it repeats one digit', { type: 'person', tax_id: '11111111111' }],
    ['it is only a mask', { type: 'person', tax_id: './-' }],
  ] as const)('is refused if %s', async (_fault, body) => {
    const { tp } = await environment().tenant();
    await expect(tp.customers.create({ name: 'X', ...body })).rejects.toMatchObject(invalid);
    const { id } = await tp.customers.create({ name: 'X', type: body.type });
    await expect(tp.customers.update(id, { tax_id: body.tax_id })).rejects.toMatchObject(invalid);
  });

  it.each(['tax_id', 'external_id'] as const)(
    'used as %s is unique until its customer is deleted',
    async (field) => {
      const { tp } = await environment().tenant();
      const first = await tp.customers.create({
        ...person,
        tax_id: '52998224725',
        external_id: '529.982.247-25',
      });
      const other = await tp.customers.create(person);
      const value = { [field]: '529.982.247-25' };
      await expect(tp.customers.create({ ...person, ...value })).rejects.toMatchObject(taken(field));
      await expect(tp.customers.update(other.id, value)).rejects.toMatchObject(taken(field));
      await (await environment().tenant()).tp.customers.create({ ...person, ...value });
      await tp.customers.delete(first.id);
      expect((await tp.customers.update(other.id, value)).version).toBe(2);
    },
  );

  it("must match the customer's type unless it is foreign, and is cleared with null", async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id } = await tp.customers.create({ ...person, tax_id: '52998224725' });
    await expect(tp.customers.update(id, { type: 'company' })).rejects.toMatchObject(invalid);
    const steps: [CustomerUpdate, object][] = [
      [
        { type: 'company', tax_id: '11.222.333/0001-81' },
        { tax_id: '11222333000181', tax_id_type: 'cnpj' },
      ],
      [{ tax_id_type: 'foreign' }, { tax_id: '11222333000181', tax_id_type: 'foreign' }],
      [{ type: 'person' }, { tax_id: '11222333000181', tax_id_type: 'foreign' }],
      [{ tax_id: null }, { tax_id: null, tax_id_type: null }],
    ];
    for (const [body, kept] of steps) expect(await tp.customers.update(id, body)).toMatchObject(kept);
    expect((await eventLinesOf(environment(), tenantId)).slice(1)).toEqual([
      'customer.updated type tax_id tax_id_type',
      'customer.updated tax_id_type',
      'customer.updated type',
      'customer.updated tax_id tax_id_type',
    ]);
  });

  it("keeps its type when a company's CPF is sent again without it", async () => {
    const { tp } = await environment().tenant();
    const row = { external_id: 'F-1', name: 'Sítio', tax_id: '529.982.247-25' };
    const { id } = await tp.customers.create({ type: 'company', tax_id_type: 'cpf', ...row });
    const same = { tax_id: '52998224725', tax_id_type: 'cpf', type: 'company', version: 1 };
    expect(await tp.customers.update(id, { tax_id: row.tax_id })).toMatchObject(same);
    const [matched] = await tp.customers.batch([row], { matchBy: 'tax_id' });
    expect(matched).toMatchObject({ status: 200, data: same });
  });
});
