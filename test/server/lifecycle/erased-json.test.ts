import { expect, it } from 'vitest';
import { erased } from '../../../server/lifecycle/erasure/rules/erased-json.ts';
import {
  namesPerson,
  personalTerms,
  withoutQuotes,
} from '../../../server/lifecycle/erasure/rules/personal-terms.ts';

const customer = { id: 7, name: 'Cliente', tax_id: '52998224725', email: 'Ana@Example.com', addresses: [{}] };
const order = {
  id: 7,
  customer_id: 7,
  notes: 'by the door',
  metadata: { a: 'b' },
  total: 10.5,
  items: [{ name: 'Tea' }],
};
const terms = personalTerms({ ...customer, tax_id_type: 'cpf', phone: '+5541988776655' } as never);

it('erases the customer and its orders wherever they are, and nobody else', () => {
  const other = { ...order, id: 8, customer_id: 8 };
  const results = [{ data: customer }, { data: { ...customer, id: 8 } }, { order, other }];
  const left = { id: 7, name: '[erased]', tax_id: null, email: null, addresses: [] };
  expect(erased({ results }, 7)).toEqual({
    results: [{ data: left }, results[1], { order: { ...order, notes: null, metadata: {} }, other }],
  });
});

it('keeps what an older document does not have away, and a reason that was not given null', () => {
  const changes = [
    { status: 'Canceled', reason: null },
    { status: 'Canceled', reason: 'Ana called' },
  ];
  expect(erased({ customer_id: 7, status_history: changes, shipping: null }, 7)).toEqual({
    ...{ customer_id: 7, shipping: null },
    status_history: [changes[0], { status: 'Canceled', reason: '[erased]' }],
  });
});

it('takes a key for the person’s by an address or a number alone, since names are words', () => {
  const keys = ['new-cliente-12', 'ana@example.com/1', '529.982.247-25', '52998224725', '41988776655x'];
  expect(keys.filter((key) => namesPerson(key, terms))).toEqual(keys.slice(1));
});

it('erases of a problem what quotes the person', () => {
  const problem = { code: 'format', detail: 'ANA@example.com is taken', notes: 'ana@example.com' };
  expect(withoutQuotes([{ problem }], terms)).toEqual([{ problem: { ...problem, detail: '[erased]' } }]);
});
