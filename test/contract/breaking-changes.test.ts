import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { acceptable, judge } from '../../openapi/diff/accepted.ts';
import { adviceOn } from '../../openapi/diff/advice.ts';
import type { BreakingChange } from '../../openapi/diff/breaking-change.ts';
import { announcedIn, announcing } from '../../openapi/diff/changelog.ts';
import { type Comparison, compare } from '../../openapi/diff/compare.ts';
import { promisesOf } from '../../openapi/diff/promises.ts';
import { releaseIssues } from '../../openapi/diff/release-issues.ts';
import { breaksOf } from '../../openapi/diff/served.ts';
import { versionIssueOf } from '../../openapi/diff/version.ts';
import {
  append,
  at,
  type Change,
  copy,
  drop,
  dropLast,
  dropParameter,
  type Node,
  operation,
  put,
  rename,
  schema,
} from './change-contract.ts';
import { smallContract } from './small-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tradepost-breaking-'));
const bundle = readFileSync(join(root, 'generated/openapi.json'), 'utf8');

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Enough for tests of what is done with a comparison: the whole contract takes several times as long. */
const SMALL = ['listOrders', 'addOrderPayment', 'addOrderRefund', 'addOrderReturn'];
const small = JSON.stringify(smallContract(JSON.parse(bundle) as Node, SMALL));

/** Writes a contract to which changes were made. */
const write = (name: string, ...changes: Change[]): string => writeChanged(name, bundle, changes);
const writeSmall = (name: string, ...changes: Change[]): string => writeChanged(name, small, changes);

function writeChanged(name: string, text: string, changes: readonly Change[]): string {
  const contract = JSON.parse(text) as Node;
  for (const change of changes) change(contract);
  return writeText(name, JSON.stringify(contract));
}

function writeText(name: string, text: string): string {
  const file = join(scratch, name);
  writeFileSync(file, text);
  return file;
}

/** A field such as `Coupon.discount`, or something of it. */
function field(name: string, ...rest: string[]): string[] {
  const [type, ...fields] = name.split('.');
  return schema(type!, ...fields.flatMap((each) => ['properties', each]), ...rest);
}

/** Writes a field as a union, with another limit. */
function intoUnion(name: string, maxLength: number): Change {
  return (contract) => put(field(name), { anyOf: [{ ...at(contract, field(name)), maxLength }] })(contract);
}

const renameField: Change = (contract) => {
  rename(schema('Coupon', 'properties'), 'times_used', 'use_count')(contract);
  for (const other of ['channel', 'agency']) put(field(`Coupon.${other}`), { type: 'string' })(contract);
  const required = at(contract, schema('Coupon', 'required')) as unknown as string[];
  required[required.indexOf('times_used')] = 'use_count';
};

const version = (value: string): Change => put(['info', 'version'], value);
const customers = (...rest: string[]): string[] => operation('GET /customers', ...rest);
const accept = (parameter: Node): Change => append(operation('GET /stock', 'parameters'), parameter);

const PROBLEM = 'application/problem+json';
const GET_PRODUCT = 'GET /products/{product_id}';
const getProduct = operation(GET_PRODUCT, 'responses', '200');
const forbidden = ['components', 'responses', 'Forbidden', 'content'];
const failed = ['webhooks', 'delivery.failed', 'post'];
const limit = ['components', 'parameters', 'Limit', 'schema'];
const defaults = schema('ShippingCreate', 'x-defaults');
const card = field('PaymentCreate.card');
const inUse = schema('ProblemCode', 'x-problems', 'in_use');
const categories = operation('GET /categories', 'security');
const twoScopes = [{ apiKey: ['categories.read', 'products.read'] }];
const warehouse = { name: 'warehouse', in: 'query', schema: { type: 'string' } };
const statusChange = { $ref: '#/components/schemas/StatusChange' };
const another = { ...at(JSON.parse(bundle) as Node, operation('GET /me')), operationId: 'getCouponCheck' };

const ENDED = 'DELETE /categories/{category_id}';
const ENDING_TODAY = 'DELETE /customers/{customer_id}';

/** What both contracts have, so that the changes below have something to break. */
const prepared: Change[] = [
  version('0.4.2'),
  put(defaults, { method: 'PAC' }),
  put(field('ShippingCreate.parcels'), { type: 'array', default: ['one'] }),
  put(field('PaymentCreate.note'), { type: 'string' }),
  put(card, {
    anyOf: [{ type: 'object', properties: { number: { type: 'string' }, holder: { type: 'string' } } }],
    unevaluatedProperties: false,
  }),
  put(field('Page.total'), { oneOf: [{ type: 'integer' }, { type: 'null' }] }),
  put(field('Page.kind'), {
    oneOf: [{ $ref: '#/components/schemas/Payment' }],
    discriminator: { propertyName: 'method' },
  }),
  put(customers('deprecated'), true),
  put(customers('x-sunset-at'), '2028-06-30'),
  ...[ENDED, ENDING_TODAY].flatMap((title, index) => [
    put(operation(title, 'deprecated'), true),
    put(operation(title, 'x-sunset-at'), index === 0 ? '2026-06-30' : '2026-07-01'),
  ]),
];
const TODAY = '2026-07-01';

/** One example of what openapi/README.md calls breaking. */
const breaking: [rule: string, place: string, change: Change][] = [
  ['operation-removed', 'DELETE /coupons/{coupon_id}', drop(operation('DELETE /coupons/{coupon_id}'))],
  ['operation-removed', ENDING_TODAY, drop(operation(ENDING_TODAY))],
  ['operation-removed', 'GET /stock-movements', rename(['paths'], '/stock-movements', '/stock-ledger')],
  ['operation-removed', 'POST /coupons/validate', put(['paths', '/coupons/validate'], { get: another })],
  ['operation-id-changed', 'GET /me', put(operation('GET /me', 'operationId'), 'whoAmI')],
  ['property-removed', 'Coupon.times_used', renameField],
  ['property-removed', 'DeliveryFailedData.reason', drop(field('DeliveryFailedData.reason'))],
  ['parameter-removed', 'GET /products sort', dropParameter(operation('GET /products'), 'ProductSort')],
  ['parameter-became-required', 'GET /stock warehouse', accept({ ...warehouse, required: true })],
  ['schema-constraint-changed', 'PaymentCreate.method', put(field('PaymentCreate.method', 'maxLength'), 10)],
  [
    'tradepost/columns-moved',
    'GET /exports/categories',
    put(['paths', '/exports/categories', 'get', 'x-columns'], ['external_id', 'id']),
  ],
  ['tradepost/default-changed', 'parameter Limit', put([...limit, 'default'], 20)],
  ['tradepost/default-changed', 'ShippingCreate.method', put([...defaults, 'method'], 'SEDEX')],
  ['required-properties-added', 'PaymentCreate.note', append(schema('PaymentCreate', 'required'), 'note')],
  ['required-properties-removed', 'Page.has_more', put(schema('Page', 'required'), ['next_cursor'])],
  [
    'tradepost/accepts-less',
    'PaymentCreate.card.number',
    drop([...card, 'anyOf', '0', 'properties', 'number']),
  ],
  ['tradepost/accepts-less', 'DeliveryAttemptCreate.reason', intoUnion('DeliveryAttemptCreate.reason', 3)],
  ['tradepost/returns-more', 'StatusChange.reason', intoUnion('StatusChange.reason', 9999)],
  ['schema-type-changed', 'Payment.method', put(field('Payment.method', 'type'), ['string', 'null'])],
  ['enum-values-removed', 'OrderStatusSet.status', dropLast(field('OrderStatusSet.status', 'enum'))],
  ['tradepost/enum-values-dropped', 'ProblemCode', dropLast(schema('ProblemCode', 'enum'))],
  ['tradepost/enum-values-dropped', 'Scope', dropLast(schema('Scope', 'x-extensible-enum'))],
  ['tradepost/problem-status-changed', 'ProblemCode.in_use', put([...inUse, 'status'], 422)],
  ['tradepost/returns-more', 'Page.total', append(field('Page.total', 'oneOf'), { type: 'string' })],
  ['security-requirement-changed', 'GET /categories', put(categories, twoScopes)],
  ['response-removed', 'POST /coupons 409', drop(operation('POST /coupons', 'responses', '409'))],
  ['response-header-removed', `${GET_PRODUCT} 200 ETag`, drop([...getProduct, 'headers', 'ETag'])],
  ['media-type-removed', `response Forbidden ${PROBLEM}`, rename(forbidden, PROBLEM, 'text/plain')],
  ['path-removed', 'product.deleted', drop(['webhooks', 'product.deleted'])],
  [
    'tradepost/webhook-header-removed',
    'delivery.failed X-Service-Signature',
    dropParameter(failed, 'Signature'),
  ],
  ['tradepost/sunset-moved', 'GET /customers', put(customers('x-sunset-at'), '2028-01-31')],
];

const renameEverywhere =
  (from: string, to: string): Change =>
  (contract) =>
    Object.assign(
      contract,
      JSON.parse(
        JSON.stringify(contract).replaceAll(`/${from}"`, `/${to}"`).replaceAll(`"${from}":`, `"${to}":`),
      ),
    );

const statuses = ['components', 'parameters', 'OrderStatusFilter'];
const header = { name: 'X-Store', in: 'header', required: true, schema: { type: 'string', maxLength: 9 } };
const fires = ['webhooks', 'order.payment_confirmed', 'post', 'x-event', 'fires'];

/** A few more of each kind, with what is to be done instead. */
const tried: [rule: string, place: string, change: Change][] = [
  // Paths, methods, operations, servers
  [
    'tradepost/path-parameter-renamed',
    '/price-tables/{price_table_id}',
    rename(['paths'], '/price-tables/{price_table_id}', '/price-tables/{id}'),
  ],
  [
    'operation-removed',
    'PUT /price-table-entries/{price_table_id}',
    rename(['paths', '/price-table-entries/{price_table_id}'], 'put', 'patch'),
  ],
  [
    'operation-id-changed',
    'GET /orders/{order_id}',
    drop(operation('GET /orders/{order_id}', 'operationId')),
  ],
  ['server-removed', 'servers.0.url', put(['servers', '0', 'url'], '/api/v2')],
  [
    'tradepost/operation-moved',
    'GET /reports/sales',
    put(operation('GET /reports/sales', 'servers'), [{ url: '/reports' }]),
  ],
  ['tradepost/operation-moved', '/stock', put(['paths', '/stock', 'servers'], [{ url: '/warehouse' }])],
  [
    'tradepost/operation-moved',
    'GET /price-tables',
    put(operation('GET /price-tables', 'tags'), ['products']),
  ],
  [
    'tradepost/operation-narrowed',
    'POST /products/batch',
    put(operation('POST /products/batch', 'x-max-body-bytes'), 500_000),
  ],
  [
    'tradepost/operation-narrowed',
    'POST /coupons/batch',
    drop(operation('POST /coupons/batch', 'x-max-body-bytes')),
  ],
  [
    'tradepost/operation-narrowed',
    'POST /coupons',
    put(operation('POST /coupons', 'x-max-body-bytes'), 9000),
  ],
  [
    'tradepost/operation-narrowed',
    'DELETE /products/{product_id}',
    drop(operation('DELETE /products/{product_id}', 'x-problem-codes')),
  ],
  // Security
  [
    'security-scheme-changed',
    'securitySchemes apiKey',
    put(['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic'),
  ],
  [
    'security-requirement-changed',
    'GET /promotions',
    put(operation('GET /promotions', 'security'), [{ apiKey: ['promotions.write'] }]),
  ],
  // Parameters
  [
    'parameter-became-required',
    'GET /coupons X-Store',
    append(operation('GET /coupons', 'parameters'), header),
  ],
  [
    'parameter-removed',
    'parameter ExternalId',
    put(['components', 'parameters', 'ExternalId', 'in'], 'header'),
  ],
  ['parameter-serialization-changed', 'parameter OrderStatusFilter', put([...statuses, 'explode'], true)],
  ['enum-values-removed', 'parameter OrderStatusFilter', dropLast([...statuses, 'schema', 'items', 'enum'])],
  [
    'tradepost/default-changed',
    'parameter ProductStatusFilter',
    put(['components', 'parameters', 'ProductStatusFilter', 'schema', 'default'], 'active'),
  ],
  [
    'enum-values-removed',
    'parameter CouponSort',
    dropLast(['components', 'parameters', 'CouponSort', 'schema', 'enum']),
  ],
  [
    'tradepost/form-changed',
    'parameter CustomerEmailFilter',
    put(['components', 'parameters', 'CustomerEmailFilter'], {
      name: 'email',
      in: 'query',
      content: { 'application/json': { schema: { type: 'string' } } },
    }),
  ],
  // Bodies of requests
  [
    'tradepost/accepts-less',
    'PromotionBatch.items',
    put(field('PromotionBatch.items', 'items'), { $ref: '#/components/schemas/PromotionUpdate' }),
  ],
  [
    'tradepost/body-added',
    'DELETE /promotions/{promotion_id}',
    put(operation('DELETE /promotions/{promotion_id}', 'requestBody'), {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
  ],
  ['request-body-removed', 'POST /orders/quote', drop(operation('POST /orders/quote', 'requestBody'))],
  ['schema-type-changed', 'ProductUpdate.brand', put(field('ProductUpdate.brand', 'type'), 'string')],
  [
    'enum-values-removed',
    'StockAdjustmentCreate.reference',
    put(field('StockAdjustmentCreate.reference', 'enum'), ['NF']),
  ],
  ['schema-constraint-changed', 'OrderItemsCreate', put(schema('OrderItemsCreate', 'minItems'), 2)],
  ['schema-constraint-changed', 'RefundCreate.reason', put(field('RefundCreate.reason', 'format'), 'email')],
  ['schema-type-changed', 'Metadata', put(schema('Metadata', 'additionalProperties', 'type'), 'integer')],
  ['tradepost/default-changed', 'PriceTableEntrySet', drop(schema('PriceTableEntrySet', 'x-defaults'))],
  ['tradepost/default-changed', 'OrderCreate', put(schema('OrderCreate', 'x-defaults', 'notes'), '-')],
  [
    'tradepost/discriminator-changed',
    'DiscountInput',
    put(schema('DiscountInput', 'discriminator', 'propertyName'), 'kind'),
  ],
  [
    'tradepost/discriminator-changed',
    'PromotionTargetInput',
    drop(schema('PromotionTargetInput', 'discriminator', 'mapping', 'products')),
  ],
  ['tradepost/accepts-less', 'CustomerUpdate.email', put(field('CustomerUpdate.email', 'readOnly'), true)],
  // Responses
  [
    'tradepost/success-added',
    'POST /price-tables 202',
    copy(
      operation('POST /price-tables', 'responses', '201'),
      operation('POST /price-tables', 'responses', '202'),
    ),
  ],
  [
    'schema-constraint-changed',
    'Charge.amount',
    put(field('Charge.amount'), { type: 'number', format: 'money' }),
  ],
  ['tradepost/returns-more', 'Refund.reference', put(field('Refund.reference', 'writeOnly'), true)],
  ['tradepost/returns-more', 'Return.reason', put(field('Return.reason', 'contentEncoding'), 'base64')],
  [
    'response-removed',
    'POST /categories 201',
    rename(operation('POST /categories', 'responses'), '201', '200'),
  ],
  [
    'response-header-removed',
    'POST /products 201 Location',
    drop(operation('POST /products', 'responses', '201', 'headers', 'Location')),
  ],
  [
    'media-type-removed',
    'GET /exports/orders 200 text/csv',
    drop(operation('GET /exports/orders', 'responses', '200', 'content', 'text/csv')),
  ],
  ['media-type-removed', 'GET /events 200', drop(operation('GET /events', 'responses', '200', 'content'))],
  [
    'schema-constraint-changed',
    'StockBalance.reserved',
    put(field('StockBalance.reserved', 'format'), 'money'),
  ],
  ['property-removed', 'Page.next_cursor', drop(field('Page.next_cursor'))],
  ['schema-type-changed', 'StatusChange.actor', put(field('StatusChange.actor', 'type'), 'object')],
  ['tradepost/discriminator-changed', 'SalesReport', drop(schema('SalesReport', 'discriminator'))],
  // Webhooks
  [
    'tradepost/event-narrowed',
    'product.created',
    put(['webhooks', 'product.created', 'post', 'x-event', 'scope'], 'stock.read'),
  ],
  ['tradepost/event-narrowed', 'order.payment_confirmed', put([...fires, 'paid', 'by'], [])],
  ['tradepost/event-narrowed', 'order.payment_confirmed', drop([...fires, 'changed'])],
  [
    'tradepost/event-narrowed',
    'delivery.completed',
    put(['webhooks', 'delivery.completed', 'post', 'x-event', 'does_not_fire', 'sunday'], {
      en: 'On Sundays.',
    }),
  ],
  ['operation-removed', 'customer.updated', rename(['webhooks', 'customer.updated'], 'post', 'put')],
];

/** What it calls fine. */
const additions: [title: string, change: Change][] = [
  ['a new operation', put(['paths', '/account'], { get: { ...another, operationId: 'getAccount' } })],
  ['a new optional parameter', accept(warehouse)],
  ['a new optional field of a request', put(field('ShippingCreate.note'), { type: 'string' })],
  ['a new field of a response', put(field('StatusChange.note'), { type: 'string' })],
  ['which is required', append(schema('StatusChange', 'required'), 'note')],
  ['a new value in a response', append(field('PriceSource.type', 'enum'), 'contract')],
  ['a new branch of a union with a discriminator', append(field('Page.kind', 'oneOf'), statusChange)],
  ['a new problem code', append(schema('ProblemCode', 'enum'), 'gone')],
  ['a new scope', append(schema('Scope', 'x-extensible-enum'), 'events.read')],
  ['a default', drop(field('ShippingCreate.parcels', 'default'))],
  ['which is in x-defaults now', put([...defaults, 'parcels'], ['one'])],
  ['a new event', copy(['webhooks', 'product.deleted'], ['webhooks', 'order.refunded'])],
  ['a raised limit of a parameter', put([...limit, 'maximum'], 500)],
  ['a field that a request may leave out', put(schema('PaymentCreate', 'required'), ['amount'])],
  ['a later sunset', put(customers('x-sunset-at'), '2029-01-31')],
  ['an operation removed after its sunset', drop(operation(ENDED))],
  ['a renamed schema of a union', renameEverywhere('OrderTarget', 'WholeOrder')],
  ['a case in which an event is sent', copy([...fires, 'paid'], [...fires, 'elsewhere'])],
  ['a new error', copy(operation('GET /me', 'responses', '403'), operation('GET /me', 'responses', '410'))],
  [
    'a larger body',
    put(operation('PUT /price-table-entries/{price_table_id}', 'x-max-body-bytes'), 2_000_000),
  ],
  ['a problem of an operation', append(operation('POST /categories', 'x-problem-codes'), 'in_use')],
  ['a 304', copy(['components', 'responses', 'NotModified'], operation('GET /me', 'responses', '304'))],
  ['another description', put(operation('GET /me', 'description'), 'What the key may do.')],
];

describe('comparing with the released contract', () => {
  let broken: Comparison;
  let extended: Comparison;

  beforeAll(() => {
    const released = write('released.json', ...prepared);
    const changes = [...breaking, ...tried].map(([, , change]) => change);
    broken = compare(released, write('broken.json', ...prepared, ...changes), TODAY);
    const added = additions.map(([, change]) => change);
    extended = compare(released, write('extended.json', ...prepared, ...added, version('0.5.0')), TODAY);
  });

  it.each([...breaking, ...tried])('reports %s of %s', (ruleId, place) => {
    expect(broken.breaking).toContainEqual(expect.objectContaining({ ruleId, place }));
  });

  it('has advice on each rule that one can break, and names operations', () => {
    const general = adviceOn('a rule without advice');
    const without = broken.breaking.filter(({ ruleId }) => adviceOn(ruleId) === general);
    // Limits and types have the general one.
    expect(new Set(without.map(({ ruleId }) => ruleId))).toEqual(
      new Set(['schema-constraint-changed', 'schema-type-changed']),
    );
  });

  it(`accepts ${additions.map(([title]) => title).join(', ')}`, () => {
    expect(extended.breaking).toEqual([]);
  });

  it('has a case of each rule of ours', () => {
    const { diff } = parse(readFileSync(join(root, 'openapi/diff/redocly.yaml'), 'utf8')) as { diff: object };
    const rules = new Set([...breaking, ...tried].map(([rule]) => rule));
    expect(Object.keys(diff).filter((rule) => rule.startsWith('tradepost/') && !rules.has(rule))).toEqual([]);
  });

  it('names the field that no longer refers to a shared schema, and the scopes that were added', () => {
    expect(broken.breaking.filter(({ place }) => place === 'Money')).toEqual([]);
    expect(broken.breaking).toContainEqual(
      expect.objectContaining({ place: 'Charge.amount', ruleId: 'schema-constraint-changed' }),
    );
    const ofCategories = broken.breaking.filter(({ place }) => place === 'GET /categories');
    expect(ofCategories.map(({ message }) => message)).toEqual([
      'Required categories.read, and requires categories.read and products.read.',
    ]);
  });

  it('says once that a batch no longer takes any row', () => {
    const ofBatch = broken.breaking.filter(({ place }) => place.startsWith('PromotionBatch'));
    expect(ofBatch.map(({ message }) => message)).toEqual([
      'A wrong row is no longer refused alone, but with the whole request.',
    ]);
  });

  it('asks whether a field was renamed, and names where an operation is now', () => {
    const ofCoupon = broken.breaking.filter(({ place }) => place.startsWith('Coupon.'));
    expect(new Set(ofCoupon.map(({ place }) => place))).toEqual(new Set(['Coupon.times_used']));
    expect(ofCoupon.map(({ hint }) => hint)).toContain('Did you rename `times_used` to `use_count`?');
    const messages = broken.breaking.map(({ place, message }) => `${place}: ${message}`);
    expect(messages).toContain('GET /stock-movements: The operation is now GET /stock-ledger.');
    expect(messages.filter((text) => text.includes('/coupons/validate'))).toEqual([
      'POST /coupons/validate: The operation was removed.',
    ]);
  });

  it('names every operation that a shared part is used in', () => {
    const operationsAt = (named: string) => broken.breaking.find(({ place }) => place === named)?.operations;
    expect(operationsAt('parameter Limit')).toEqual(expect.arrayContaining(['GET /products', 'GET /events']));
    expect(operationsAt('DeliveryFailedData.reason')).toEqual(['GET /events', 'webhook delivery.failed']);
  });

  it('asks for the next version', () => {
    const issue =
      'info.version stayed 0.4.2, but these changes require a minor bump (0.5.0) while below 1.0.';
    expect([broken.versionIssue, extended.versionIssue]).toEqual([issue, undefined]);
  });
});

it.each([
  ['0.4.2', '0.4.3', 'went 0.4.2 → 0.4.3, but these changes require a minor bump (0.5.0) while below 1.0.'],
  ['0.4.2', '0.5.0', undefined],
  ['1.2.3', '1.9.0', 'went 1.2.3 → 1.9.0, but these changes require a major bump (2.0.0).'],
])('asks for the next version after a change that redocly does not see: %s to %s', (before, now, issue) => {
  const of = (value: string) => ({ info: { version: value }, paths: {}, components: {} });
  expect(versionIssueOf(of(before), of(now))).toBe(issue && `info.version ${issue}`);
});

describe('the changelog', () => {
  it('announces the places that lines of the unreleased list Breaking begin with', () => {
    const breaking =
      '### Breaking\n\n- `GET /products sku`, `GET\n  /orders status` and\n  `Coupon.discount` are gone.\n';
    const changelog = `## Unreleased\n\n### Added\n\n- \`Product.brand\`\n\n${breaking}- \`Product.brand\`: read \`Product.name\`.\n
### Changed\n\n- \`Product.name\`\n\n## 0.1.0\n\n### Breaking\n\n- \`Product.sku\`\n`;
    const places = ['GET /products sku', 'GET /orders status', 'Coupon.discount', 'Product.brand'];
    expect(announcedIn(changelog)).toEqual(places);
  });

  it.each([
    ['Coupon.discount.type', ['Coupon.discount', 'Coupon'], 'Coupon.discount'],
    ['GET /products sku', ['/products'], '/products'],
    ['Coupon.discounted', ['Coupon.discount'], undefined],
    ['GET /products/{product_id}', ['GET /products', '/products'], undefined],
    ['Coupon', ['Coupon.discount'], undefined],
  ])('announces %s by the nearest of %j', (place, announced, nearest) => {
    expect(announcing(place, announced)).toBe(nearest);
  });
});

describe('the list of accepted changes', () => {
  const change = (place: string, message: string): BreakingChange => {
    return { place, message, operations: [], ruleId: 'tradepost/accepts-less', content: message };
  };
  const gone = change('Coupon.discount.type', 'Is no longer accepted.');
  const tight = change('Coupon.discount.amount', '`maximum` was 50 and is 10.');
  const tighter = change('Coupon.discount.amount', '`maximum` was 50 and is 5.');
  const announced = ['Coupon.discount'];
  const listed = acceptable([gone, tight], announced);
  const nothing = { unannounced: [], unaccepted: [], outdated: [] };

  it.each([
    ['accepts what it lists', [gone, tight], announced, { ...nothing, accepted: listed }],
    [
      'accepts no later change in the same place',
      [gone, tight, tighter],
      announced,
      { unaccepted: [tighter] },
    ],
    ['is outdated if a change is gone', [gone], announced, { unaccepted: [], outdated: [listed[1]] }],
    ['accepts nothing unannounced', [gone, tight], [], { unannounced: [gone, tight], outdated: listed }],
  ])('%s', (_, found, places, judgement) => {
    expect(judge(found, places, listed)).toMatchObject(judgement);
  });
});

it('npm run release:openapi asks for the version in package.json and a chapter of the changelog', () => {
  const versions = { contract: '0.5.0', package: '0.4.2' };
  expect(releaseIssues(versions, '# Changelog\n\n## Unreleased\n\n## 0.4.2\n')).toEqual([
    'package.json has version 0.4.2, the contract 0.5.0. Make them equal.',
    'CHANGELOG.md has no chapter "## 0.5.0". Rename "## Unreleased".',
  ]);
  expect(releaseIssues({ ...versions, package: '0.5.0' }, '## 0.5.0 - 2026-07-01\n\n## 0.4.2\n')).toEqual([]);
});

describe('what is served since the release', () => {
  const served = (): string => writeText('main.json', promisesOf(small));
  const changed = (...changes: Change[]): string =>
    promisesOf(readFileSync(writeSmall('changed.json', ...changes), 'utf8'));
  const statusFilter = ['components', 'parameters', 'OrderStatusFilter', 'schema', 'items', 'enum'];
  const refund = operation('POST /orders/{order_id}/refunds');

  it('is kept like what was released: values of filters, scopes, statuses, optional fields, operations', () => {
    const changes: readonly [place: string, change: Change][] = [
      ['parameter OrderStatusFilter', dropLast(statusFilter)],
      ['POST /orders/{order_id}/refunds', put([...refund, 'security'], twoScopes)],
      ['PaymentStatus', dropLast(schema('PaymentStatus', 'enum'))],
      ['RefundCreate.reference', append(schema('RefundCreate', 'required'), 'reference')],
      ['POST /orders/{order_id}/returns', drop(operation('POST /orders/{order_id}/returns'))],
    ];
    const found = breaksOf(served(), changed(...changes.map(([, change]) => change)), TODAY);
    expect([...new Set(found.map(({ place }) => place))].sort()).toEqual(
      changes.map(([place]) => place).sort(),
    );
  });

  it('may change while it is a draft that was never committed, but breaks nothing that was', () => {
    const committed = served();
    const draft = put(field('RefundCreate.fee'), { type: 'string', maxLength: 100 });
    const raised = put([...limit, 'maximum'], 500);
    const drafted = writeText('drafted.json', changed(draft, raised));
    const lowered = put([...limit, 'maximum'], 50);
    const renamed = put(field('RefundCreate.charge'), { type: 'string', maxLength: 9 });
    const breaks = (...changes: Change[]): string[] =>
      breaksOf(drafted, changed(...changes), TODAY, committed).map(({ place }) => place);
    expect(breaks(renamed, lowered)).toEqual(['parameter Limit']);
  });

  it('says nothing about prose, examples and additions', () => {
    const added = put(field('RefundCreate.note'), { type: 'string', description: 'For us.' });
    const told = put([...refund, 'description'], 'Records it.');
    expect(breaksOf(served(), changed(added, told), TODAY)).toEqual([]);
    expect(promisesOf(small)).not.toContain('"summary": "');
  });
});

it('an exemption holds what was accepted there, but for its prose', () => {
  const added = (content: unknown): BreakingChange => ({
    ...{ place: 'parameter OrderStatusFilter', operations: [], ruleId: 'schema-constraint-changed' },
    ...{ message: '`items` was added.', content },
  });
  const listed = acceptable([added({ enum: ['Pending', 'Canceled'], description: 'One.' })], ['parameter']);
  const judged = (content: unknown) => judge([added(content)], ['parameter'], listed);
  expect(judged({ enum: ['Pending', 'Canceled'] })).toMatchObject({ unaccepted: [], outdated: [] });
  expect(judged({ enum: ['Pending'] })).toMatchObject({ unaccepted: [{}], outdated: listed });
});

describe('npm run diff:openapi', () => {
  function check(changelog: string, value: string, maxLength: number, ...options: string[]) {
    const tight = [version(value), put(field('PaymentCreate.method', 'maxLength'), maxLength)];
    const command = [
      'node_modules/tsx/dist/cli.mjs',
      'openapi/diff/check.ts',
      `--released=${writeSmall('released.json', version('0.4.2'))}`,
      `--accepted=${join(scratch, 'breaking.json')}`,
      `--served=${join(scratch, 'served.json')}`,
      `--changelog=${writeText('CHANGELOG.md', changelog)}`,
      `--contract=${writeSmall('tight.json', ...tight)}`,
      `--today=${TODAY}`,
      ...options,
    ];
    return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  }

  it('fails on a breaking change, says what to do instead, and how to announce it', () => {
    writeText('breaking.json', '[]\n');
    writeText('served.json', promisesOf(small));
    const { status, stdout } = check('## Unreleased\n', '0.5.0', 10);
    expect(stdout).toBe(`The contract breaks what openapi/released/v1.json promises:

  PaymentCreate.method: \`maxLength\` of \`method\` changed from '50' to '10'. (schema-constraint-changed)
    in POST /orders/{order_id}/payments
    Keep it as it is. Another limit or type is a new field beside the old one.

If a break is meant, paste its line into CHANGELOG.md, say what clients do instead, and run \`npm run diff:openapi -- --accept\`:

## Unreleased

### Breaking

- \`PaymentCreate.method\`: maxLength of method changed from '50' to '10'. Instead, …
`);
    expect(status).toBe(1);
  });

  it('passes once it is announced, accepted and has its version', () => {
    const log = '## Unreleased\n\n### Breaking\n\n- `PaymentCreate.method`: has at most 10 characters.\n';
    const unraised = check(log, '0.4.3', 10, '--accept');
    expect(unraised.stdout).toContain('require a minor bump (0.5.0)');
    const stdout =
      'The contract breaks openapi/released/v1.json in 1 way, as CHANGELOG.md and openapi/released/breaking.json say, and keeps every promise of openapi/served.json.\n';
    expect(check(log, '0.5.0', 10)).toMatchObject({ status: 0, stdout });
    expect(unraised.status).toBe(1);
  });
});
