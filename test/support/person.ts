import type { CustomerCreate, OrderCreate } from '@tradepost/sdk';
import { stocked } from './shop.ts';
import { useEndpoint } from './test-endpoint.ts';
import type { TestTenant } from './test-environment.ts';

/** Finds every value of the person below in any form. */
export const OF_PERSON = /zzq[-\w]*|52998224725|529\.982\.247-25|(?:41)?98877[- ]?6655/gi;

/** A text that is found however it was written. */
const text = (place: string) => `Zzq-${place} "Ávila"`;
const metadata = (place: string) => ({ note: text(`${place}-metadata`) });
const address = (place: string) => ({
  ...{ label: text(`${place}-label`), street: text(`${place}-street`), number: text(`${place}-number`) },
  ...{ complement: text(`${place}-complement`), district: text(`${place}-district`) },
  ...{ city: text(`${place}-city`), country: 'PT' },
});

export const person = {
  type: 'person',
  name: text('name'),
  external_id: 'zzq-id@example.com',
  trade_name: 'Zzq-Fantasia',
  tax_id: '529.982.247-25',
  municipal_registration: 'Zzq-municipal',
  email: 'Zzq-mail@Example.com',
  phone: '(41) 98877-6655',
  addresses: [address('home')],
  tags: ['Zzq-tag'],
  metadata: metadata('customer'),
} satisfies CustomerCreate;

const shipping = (place: string) => ({
  ...{ amount: 5, tracking_code: text(`${place}-tracking`) },
  address: {
    ...address(place),
    ...{ recipient: text(`${place}-recipient`), phone: '41988776655', tax_id: 'Zzq-recipient-id' },
  },
});

const details = (place: string) => ({
  ...{ notes: text(`${place}-notes`), metadata: metadata(place), shipping: shipping(place) },
  charges: [{ type: 'other', amount: 1, description: text(`${place}-charge`) }] as OrderCreate['charges'],
  fiscal_document: { number: '567', series: '1', url: `https://erp.example.com/zzq-${place}.xml` },
});

/** An endpoint that says back what it got, also in a header. */
export const useEcho = () =>
  useEndpoint((res, { body }) => {
    const mail = /zzq-mail[^"]*/i.exec(body.toString())?.[0] ?? 'none';
    res.writeHead(body.includes('order.created') ? 500 : 200, { 'x-echo': mail }).end(body);
  });

/** The life of a customer, with the person's values wherever a text can be. Returns the customer's and the orders' ids. */
export async function liveThrough({ tp, request }: TestTenant) {
  const body = async (method: string, path: string, sent: object, headers = {}) => {
    const response = await request(method, path, { body: sent, headers });
    const got = await response.text();
    if (response.status >= 400 && response.status !== 409) throw new Error(`${method} ${path}: ${got}`);
    return JSON.parse(got) as { id: number };
  };
  const key = (name: string) => ({ 'Idempotency-Key': name });
  const { id } = await body('POST', '/customers', person, key('create'));
  await body('PATCH', `/customers/${id}`, { email: 'zzq-other@example.com' });
  await body(
    'POST',
    '/customers/batch',
    { items: [{ external_id: person.external_id, email: person.email }] },
    key('batch'),
  );
  const taken = { type: 'person', name: text('twin'), tax_id: person.tax_id };
  await body('POST', '/customers', taken, key('taken'));
  await body('POST', '/customers/batch', { items: [{ ...taken, name: person.name }] }, key('taken-batch'));
  const { sku } = await stocked(tp, 20);
  const items = [{ sku, quantity: 2 }];
  const order = await body(
    'POST',
    '/orders',
    { customer_tax_id: person.tax_id, items, ...details('placed') },
    key('zzq-mail@example.com/1'),
  );
  await body('PATCH', `/orders/${order.id}`, details('changed'));
  const paid = { amount: 10, method: 'pix', reference: text('payment') };
  await body('POST', `/orders/${order.id}/payments`, paid, key('pay'));
  await body('POST', `/orders/${order.id}/payments`, { ...paid, reference: text('voided') });
  await body('POST', `/orders/${order.id}/payments/2/void`, { reason: text('void') });
  await body('POST', `/orders/${order.id}/status`, { status: 'In_Transit', reason: text('status') });
  const failed = { outcome: 'failed', reason: text('attempt') };
  await body('POST', `/orders/${order.id}/delivery-attempts`, failed, key('attempt'));
  await body('POST', `/orders/${order.id}/delivery-attempts`, { outcome: 'delivered' });
  const refund = { amount: 3, reason: text('refund'), reference: text('refund-reference') };
  await body('POST', `/orders/${order.id}/returns`, {
    ...{ items: [{ line: 1, quantity: 1 }], restock: true, reason: text('return'), refund },
  });
  const canceled = await body('POST', '/orders', { customer_id: id, items, ...details('canceled') });
  await body('POST', `/orders/${canceled.id}/status`, { status: 'Canceled', reason: text('cancel') });
  const at = '2024-05-10T13:20:00.000Z';
  const imported = {
    ...{ external_id: 'O-1', customer_tax_id: person.tax_id, placed_at: at, status: 'Delivered' },
    ...{ items: [{ sku, quantity: 1, unit_price: 5 }], ...details('imported') },
    delivery_attempts: [{ outcome: 'failed', reason: text('imported-attempt'), at }],
  };
  await body('POST', '/orders/import', { items: [imported], events: 'emit' }, key('import'));
  await refuse(request, id);
  return { id, orders: [order.id, canceled.id] };
}

/** Requests that are refused, with the person's values in places where they don't belong. */
async function refuse(request: TestTenant['request'], id: number): Promise<void> {
  const refused = [
    request('GET', `/customers/${person.email}`),
    request('GET', '/customers/529.982.247-25'),
    request('GET', `/clientes/${person.trade_name}`),
    request('GET', `/customers?email=${person.email}&${person.email}=1`),
    request('PATCH', `/customers/${id}`, { body: { [person.trade_name]: person.name, email: person.name } }),
    request('GET', `/customers/external/${encodeURIComponent(`${person.external_id}x`)}`),
  ];
  await Promise.all(refused);
}
