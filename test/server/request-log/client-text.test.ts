import { expect, it } from 'vitest';
import { visiblePath, visiblePlaces } from '../../../server/accounts/request-log/client-text.ts';
import { contractOperations } from '../../../server/base/contract.ts';

const paths: [path: string, kept: string][] = [
  ['/api/v1/products', '/api/v1/products'],
  ['/api/v1/products/1001', '/api/v1/products/1001'],
  ['/api/v1/price-table-entries/7', '/api/v1/price-table-entries/7'],
  ['/api/v1/products/external/ERP-1001', '/api/v1/products/external/ERP-1001'],
  ['/api/v1/products/external/caf%C3%A9%2F1', '/api/v1/products/external/caf%C3%A9%2F1'],
  // A typing error must stay visible.
  ['/api/v1/product', '/api/v1/product'],
  ['/api/v1/Products/5', '/api/v1/Products/5'],
  ['/api/v1/products/', '/api/v1/products/'],
  ['/api/v1', '/api/v1'],
  // Tax ids in place of ids.
  ['/api/v1/customers/52998224725', '/api/v1/customers/{customer_id}'],
  ['/api/v1/customers/529.982.247-25', '/api/v1/customers/{customer_id}'],
  ['/api/v1/orders/11222333000181/status', '/api/v1/orders/{order_id}/status'],
  ['/api/v1/customers/external/52998224725', '/api/v1/customers/external/{external_id}'],
  ['/api/v1/customers/external/maria@example.com', '/api/v1/customers/external/{external_id}'],
  ['/api/v1/products/external/529.982.247-25', '/api/v1/products/external/{external_id}'],
  ['/api/v1/coupons/external/12ABC34501DE35', '/api/v1/coupons/external/{external_id}'],
  [`/api/v1/products/external/${'x'.repeat(101)}`, '/api/v1/products/external/{external_id}'],
  // Paths that the contract doesn't have.
  ['/api/v1/customers/tax-id/529.982.247-25', '/api/v1/customers/tax-id/…'],
  ['/api/v1/clientes/maria%40example.com', '/api/v1/clientes/…'],
  ['/api/v1/tp_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef', '/api/v1/…'],
  ['/api/v1/<script>', '/api/v1/…'],
  [`/api/v1/${'a'.repeat(41)}`, '/api/v1/…'],
  [`/api/v1${'/a'.repeat(9)}`, `/api/v1${'/a'.repeat(5)}/…`],
];

it.each(paths)('of the path %s keeps %s', (path, kept) => {
  expect(visiblePath(path)).toBe(kept);
});

it('keeps every path of the contract', () => {
  for (const { route } of contractOperations) {
    const path = route.replaceAll(/:\w*external_id/g, 'E-1').replaceAll(/:\w+/g, '1');
    const kept = path.replace('/customers/external/E-1', '/customers/external/{external_id}');
    expect(visiblePath(path)).toBe(kept);
  }
});

const places: [given: object, kept: object][] = [
  [
    { pointer: '#/items/0/quantity', code: 'minimum', detail: 'x' },
    { pointer: '#/items/0/quantity', code: 'minimum' },
  ],
  [
    { pointer: '#', code: 'required', detail: 'x' },
    { pointer: '#', code: 'required' },
  ],
  [
    { parameter: 'updated_since', code: 'format', detail: 'x' },
    { parameter: 'updated_since', code: 'format' },
  ],
  [
    { header: 'Idempotency-Key', code: 'pattern', detail: 'x' },
    { header: 'Idempotency-Key', code: 'pattern' },
  ],
  [
    {
      pointer: '#/items/0/quantity',
      code: 'insufficient_stock',
      detail: '2 on hand of CAB-1',
      product_id: 7,
      on_hand: 2,
    },
    { pointer: '#/items/0/quantity', code: 'insufficient_stock', product_id: 7 },
  ],
  [
    { pointer: '#/preco', code: 'additional_properties', detail: 'x' },
    { pointer: '#/preco', code: 'additional_properties' },
  ],
  [
    { pointer: '#/metadata/529.982.247-25', code: 'x', detail: 'x' },
    { pointer: '#/metadata/…', code: 'x' },
  ],
  [
    { pointer: '#/cpf52998224725', code: 'x', detail: 'x' },
    { pointer: '#/…', code: 'x' },
  ],
  [
    { pointer: '#/maria@example.com', code: 'x', detail: 'x' },
    { pointer: '#/…', code: 'x' },
  ],
  [
    { parameter: '<img src=x onerror=alert(1)>', code: 'x', detail: 'x' },
    { parameter: '…', code: 'x' },
  ],
  [
    { pointer: '#/\0', code: 'x', detail: 'x' },
    { pointer: '#/…', code: 'x' },
  ],
  [
    { pointer: `#${'/a'.repeat(9)}`, code: 'x', detail: 'x' },
    { pointer: `#${'/a'.repeat(8)}/…`, code: 'x' },
  ],
];

it.each(places)('of the issue %o keeps %o', (given, kept) => {
  expect(visiblePlaces([given as never])).toEqual([kept]);
});

it('keeps the first ten issues', () => {
  const issue = { parameter: 'sort', code: 'enum', detail: '' } as const;
  expect(visiblePlaces(Array.from({ length: 100 }, () => issue))).toHaveLength(10);
});
