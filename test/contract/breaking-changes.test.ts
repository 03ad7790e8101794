import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { acceptable, judge } from '../../openapi/diff/accepted.ts';
import type { BreakingChange } from '../../openapi/diff/breaking-change.ts';
import { announcedIn, announcing } from '../../openapi/diff/changelog.ts';
import { type Comparison, compare } from '../../openapi/diff/compare.ts';
import { releaseIssues } from '../../openapi/diff/release-issues.ts';
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
  put,
  rename,
} from './change-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tradepost-breaking-'));
const bundle = readFileSync(join(root, 'generated/openapi.json'), 'utf8');

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Writes a contract to which changes were made. */
function write(name: string, ...changes: Change[]): string {
  const contract = JSON.parse(bundle) as Node;
  for (const change of changes) change(contract);
  const file = join(scratch, name);
  writeFileSync(file, typeof contract === 'string' ? contract : JSON.stringify(contract));
  return file;
}

const schema = (name: string, ...rest: string[]): string[] => ['components', 'schemas', name, ...rest];
const operation = (title: string, ...rest: string[]): string[] => {
  const [method, path] = title.split(' ') as [string, string];
  return ['paths', path, method.toLowerCase(), ...rest];
};

/** Changes a field of a schema, in whichever part of its allOf it is. */
function withField(name: string, field: string, change: (properties: string[]) => Change): Change {
  return (contract) => {
    const parts = (at(contract, schema(name)).allOf ?? []) as Node[];
    const index = parts.findIndex(({ properties }) => field in ((properties as Node | undefined) ?? {}));
    const part = index === -1 ? [] : ['allOf', String(index)];
    change(schema(name, ...part, 'properties'))(contract);
  };
}

/** Writes a schema as a union, with other limits. */
function becomesUnion(path: string[], limits: Node): Change {
  return (contract) => {
    const { description, ...own } = at(contract, path);
    put(path, { description, anyOf: [{ ...own, ...limits }] })(contract);
  };
}

const version = (value: string): Change => put(['info', 'version'], value);

const nullable = { description: 'A test.', oneOf: [{ type: 'integer' }, { type: 'null' }] };
const card = {
  description: 'A test.',
  anyOf: [{ type: 'object', properties: { number: { type: 'string' }, holder: { type: 'string' } } }],
  unevaluatedProperties: false,
};
const kinds = {
  description: 'A test.',
  oneOf: [{ $ref: '#/components/schemas/Payment' }],
  discriminator: { propertyName: 'method' },
};

/** What both contracts have, so that the changes below have something to break. */
const prepared: Change[] = [
  version('0.4.2'),
  put(schema('ShippingCreate', 'x-defaults'), { method: 'PAC' }),
  put(schema('ShippingCreate', 'properties', 'weight'), { type: 'number', default: 1 }),
  put(schema('ShippingCreate', 'properties', 'parcels'), { type: 'array', default: ['one'] }),
  put(schema('PaymentCreate', 'properties', 'card'), card),
  put(schema('Page', 'properties', 'total'), nullable),
  put(schema('Page', 'properties', 'kind'), kinds),
  put(operation('GET /customers', 'deprecated'), true),
  put(operation('GET /customers', 'x-deprecated-at'), '2027-01-31'),
  put(operation('GET /customers', 'x-sunset-at'), '2028-06-30'),
  ...['DELETE /categories/{category_id}', 'DELETE /customers/{customer_id}'].flatMap((title, index) => [
    put(operation(title, 'deprecated'), true),
    put(operation(title, 'x-sunset-at'), index === 0 ? '2026-06-30' : '2026-07-01'),
  ]),
];
const TODAY = '2026-07-01';

const breaking: [title: string, rule: string, place: string, change: Change][] = [
  [
    'a removed operation',
    'operation-removed',
    'DELETE /coupons/{coupon_id}',
    drop(operation('DELETE /coupons/{coupon_id}')),
  ],
  [
    'an operation removed on the day of its sunset',
    'operation-removed',
    'DELETE /customers/{customer_id}',
    drop(operation('DELETE /customers/{customer_id}')),
  ],
  [
    'an operation whose path has another one now',
    'operation-removed',
    'POST /coupons/validate',
    (contract) => {
      const get = { ...at(contract, operation('GET /me')), operationId: 'getCouponCheck' };
      put(['paths', '/coupons/validate'], { get })(contract);
    },
  ],
  ['a removed path', 'operation-removed', 'POST /orders/quote', drop(['paths', '/orders/quote'])],
  [
    'a renamed field',
    'property-removed',
    'Coupon.times_used',
    (contract) => {
      rename(schema('Coupon', 'properties'), 'times_used', 'use_count')(contract);
      append(schema('Coupon', 'required'), 'use_count')(contract);
      const required = at(contract, schema('Coupon')).required as unknown as string[];
      put(
        schema('Coupon', 'required'),
        required.filter((name) => name !== 'times_used'),
      )(contract);
    },
  ],
  [
    'a renamed path',
    'operation-removed',
    'GET /stock-movements',
    rename(['paths'], '/stock-movements', '/stock-ledger'),
  ],
  [
    'a renamed operationId',
    'operation-id-changed',
    'GET /me',
    put(operation('GET /me', 'operationId'), 'whoAmI'),
  ],
  [
    'a removed query parameter',
    'parameter-removed',
    'GET /products include_deleted',
    dropParameter(operation('GET /products'), 'IncludeDeleted'),
  ],
  [
    'a new required parameter',
    'parameter-became-required',
    'GET /stock warehouse',
    append(operation('GET /stock', 'parameters'), {
      name: 'warehouse',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    }),
  ],
  [
    'a tightened limit of a parameter',
    'schema-constraint-changed',
    'parameter Limit',
    put(['components', 'parameters', 'Limit', 'schema', 'maximum'], 100),
  ],
  [
    'another default',
    'tradepost/default-changed',
    'parameter Limit',
    put(['components', 'parameters', 'Limit', 'schema', 'default'], 20),
  ],
  [
    'another default in x-defaults',
    'tradepost/default-changed',
    'ShippingCreate.method',
    put(schema('ShippingCreate', 'x-defaults', 'method'), 'SEDEX'),
  ],
  [
    'a default that is gone',
    'tradepost/default-changed',
    'ShippingCreate.weight',
    drop(schema('ShippingCreate', 'properties', 'weight', 'default')),
  ],
  [
    'a required field in a request',
    'required-properties-added',
    'PaymentCreate.reference',
    append(schema('PaymentCreate', 'required'), 'reference'),
  ],
  [
    'a tightened limit in a request',
    'schema-constraint-changed',
    'PaymentCreate.method',
    put(schema('PaymentCreate', 'properties', 'method', 'maxLength'), 10),
  ],
  [
    'a removed field of a request',
    'property-removed',
    'DeliveryAttemptCreate.at',
    drop(schema('DeliveryAttemptCreate', 'properties', 'at')),
  ],
  [
    'a removed field of a request that is closed around its branches',
    'tradepost/accepts-less',
    'PaymentCreate.card.number',
    drop(schema('PaymentCreate', 'properties', 'card', 'anyOf', '0', 'properties', 'number')),
  ],
  [
    'a tightened limit in a schema that became a union',
    'tradepost/accepts-less',
    'DeliveryAttemptCreate.reason',
    becomesUnion(schema('DeliveryAttemptCreate', 'properties', 'reason'), { maxLength: 3 }),
  ],
  [
    'a raised limit in a response that became a union',
    'tradepost/returns-more',
    'StatusChange.reason',
    becomesUnion(schema('StatusChange', 'properties', 'reason'), { maxLength: 9999 }),
  ],
  [
    'a value that a request may no longer have',
    'enum-values-removed',
    'OrderStatusSet.status',
    dropLast(schema('OrderStatusSet', 'properties', 'status', 'enum')),
  ],
  [
    'a union where a request had none',
    'tradepost/union-changed',
    'StockAdjustmentCreate',
    put(schema('StockAdjustmentCreate', 'oneOf'), [{ required: ['reason'] }]),
  ],
  [
    'a removed field of a response',
    'property-removed',
    'StatusChange.actor',
    drop(schema('StatusChange', 'properties', 'actor')),
  ],
  [
    'a field that a response may lack',
    'required-properties-removed',
    'Page.has_more',
    put(schema('Page', 'required'), ['next_cursor']),
  ],
  [
    'a field of a response that may be null',
    'schema-type-changed',
    'Payment.method',
    put(schema('Payment', 'properties', 'method', 'type'), ['string', 'null']),
  ],
  [
    'a value that no response has any more',
    'tradepost/enum-values-dropped',
    'PriceSource.type',
    dropLast(schema('PriceSource', 'properties', 'type', 'enum')),
  ],
  [
    'a branch in a union without a discriminator',
    'tradepost/union-changed',
    'Page.total',
    append(schema('Page', 'properties', 'total', 'oneOf'), { type: 'string' }),
  ],
  [
    'a removed problem code',
    'tradepost/enum-values-dropped',
    'ProblemCode',
    dropLast(schema('ProblemCode', 'enum')),
  ],
  [
    'another status of a problem code',
    'tradepost/problem-status-changed',
    'ProblemCode.in_use',
    put(schema('ProblemCode', 'x-problems', 'in_use', 'status'), 422),
  ],
  [
    'a removed scope',
    'tradepost/enum-values-dropped',
    'Scope',
    dropLast(schema('Scope', 'x-extensible-enum')),
  ],
  [
    'a further scope of an operation',
    'security-requirement-changed',
    'GET /categories',
    put(operation('GET /categories', 'security'), [{ apiKey: ['categories.read', 'products.read'] }]),
  ],
  [
    'a removed response',
    'response-removed',
    'POST /coupons 409',
    drop(operation('POST /coupons', 'responses', '409')),
  ],
  [
    'a removed response header',
    'response-header-removed',
    'GET /products/{product_id} 200 ETag',
    drop(operation('GET /products/{product_id}', 'responses', '200', 'headers', 'ETag')),
  ],
  [
    'another media type of a response',
    'media-type-removed',
    'response Forbidden application/problem+json',
    rename(['components', 'responses', 'Forbidden', 'content'], 'application/problem+json', 'text/plain'),
  ],
  ['a removed event', 'path-removed', 'product.deleted', drop(['webhooks', 'product.deleted'])],
  [
    'an event with another event_type',
    'schema-constraint-changed',
    'CustomerUpdatedEvent.event_type',
    withField('CustomerUpdatedEvent', 'event_type', (fields) =>
      put([...fields, 'event_type', 'const'], 'customer.changed'),
    ),
  ],
  [
    'a removed field of an event',
    'property-removed',
    'DeliveryFailedData.reason',
    withField('DeliveryFailedData', 'reason', (fields) => drop([...fields, 'reason'])),
  ],
  [
    'a removed header of a webhook',
    'tradepost/webhook-header-removed',
    'delivery.failed X-Service-Signature',
    dropParameter(['webhooks', 'delivery.failed', 'post'], 'Signature'),
  ],
  [
    'a header of a webhook that may be missing',
    'tradepost/webhook-header-removed',
    'parameter DeliveryId',
    put(['components', 'parameters', 'DeliveryId', 'required'], false),
  ],
  [
    'an earlier sunset',
    'tradepost/sunset-moved',
    'GET /customers',
    put(operation('GET /customers', 'x-sunset-at'), '2028-01-31'),
  ],
];

const additions: [title: string, change: Change][] = [
  ['a new operation', copy(operation('GET /me'), ['paths', '/account'])],
  [
    'a new optional parameter',
    append(operation('GET /stock', 'parameters'), {
      name: 'warehouse',
      in: 'query',
      schema: { type: 'string' },
    }),
  ],
  [
    'a new optional field of a request',
    put(schema('PaymentCreate', 'properties', 'note'), { type: 'string' }),
  ],
  [
    'a new required field of a response',
    (contract) => {
      put(schema('StatusChange', 'properties', 'note'), { type: 'string' })(contract);
      append(schema('StatusChange', 'required'), 'note')(contract);
    },
  ],
  ['a new value in a response', append(schema('PriceSource', 'properties', 'type', 'enum'), 'contract')],
  [
    'a new branch of a union with a discriminator',
    append(schema('Page', 'properties', 'kind', 'oneOf'), { $ref: '#/components/schemas/StatusChange' }),
  ],
  ['a new problem code', append(schema('ProblemCode', 'enum'), 'gone')],
  ['a new scope', append(schema('Scope', 'x-extensible-enum'), 'events.read')],
  [
    'a default moved to x-defaults',
    (contract) => {
      drop(schema('ShippingCreate', 'properties', 'parcels', 'default'))(contract);
      put(schema('ShippingCreate', 'x-defaults', 'parcels'), ['one'])(contract);
    },
  ],
  ['a new event', copy(['webhooks', 'product.deleted'], ['webhooks', 'order.refunded'])],
  [
    'a new status of an operation',
    copy(operation('POST /coupons', 'responses', '409'), operation('GET /me', 'responses', '409')),
  ],
  ['a raised limit of a parameter', put(['components', 'parameters', 'Limit', 'schema', 'maximum'], 500)],
  ['a field that a request may leave out', put(schema('PaymentCreate', 'required'), ['amount'])],
  ['a later sunset', put(operation('GET /customers', 'x-sunset-at'), '2029-01-31')],
  ['an operation removed after its sunset', drop(operation('DELETE /categories/{category_id}'))],
  ['another description', put(operation('GET /me', 'description'), 'What the key may do.')],
];

describe('comparing with the released contract', () => {
  let broken: Comparison;
  let extended: Comparison;

  beforeAll(() => {
    const released = write('released.json', ...prepared);
    const changes = breaking.map(([, , , change]) => change);
    broken = compare(released, write('broken.json', ...prepared, ...changes), TODAY);
    const added = additions.map(([, change]) => change);
    extended = compare(released, write('extended.json', ...prepared, ...added, version('0.5.0')), TODAY);
  }, 600_000);

  it.each(breaking)('reports %s', (_, ruleId, place) => {
    expect(broken.breaking).toContainEqual(expect.objectContaining({ ruleId, place }));
  });

  it(`accepts ${additions.map(([title]) => title).join(', ')}`, () => {
    expect(extended.breaking).toEqual([]);
  });

  it('has a case of each rule', () => {
    const { diff } = parse(readFileSync(join(root, 'openapi/diff/redocly.yaml'), 'utf8')) as { diff: object };
    const ours = [...Object.keys(diff), 'tradepost/accepts-less', 'tradepost/returns-more'];
    const rules = new Set(breaking.map(([, rule]) => rule));
    expect(ours.filter((rule) => rule.startsWith('tradepost/') && !rules.has(rule))).toEqual([]);
  });

  it('names a renamed field by its old name, and asks whether it was renamed', () => {
    const ofCoupon = broken.breaking.filter(({ place }) => place.startsWith('Coupon.'));
    expect(new Set(ofCoupon.map(({ place }) => place))).toEqual(new Set(['Coupon.times_used']));
    expect(ofCoupon.map(({ hint }) => hint)).toContain('Did you rename `times_used` to `use_count`?');
  });

  it('does not take a new operation at an old path for a change of the old one', () => {
    const atOldPath = broken.breaking.filter(({ place }) => place.includes('/coupons/validate'));
    expect(atOldPath.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'POST /coupons/validate: The operation was removed.',
    ]);
  });

  it('names every operation that a shared part is used in', () => {
    const limit = broken.breaking.find(({ place }) => place === 'parameter Limit');
    expect(limit?.operations).toEqual(expect.arrayContaining(['GET /products', 'GET /events']));
    const reason = broken.breaking.find(({ place }) => place === 'DeliveryFailedData.reason');
    expect(reason?.operations).toEqual(['GET /events', 'webhook delivery.failed']);
    const path = broken.breaking.find(({ place }) => place === 'GET /stock-movements');
    expect(path?.operations).toEqual(['GET /stock-movements']);
    expect(path?.message).toBe('The operation is now GET /stock-ledger.');
  });

  it('asks for the next version', () => {
    expect(broken.versionIssue).toBe(
      'info.version stayed 0.4.2, but these changes require a minor bump (0.5.0) while below 1.0.',
    );
    expect(extended.versionIssue).toBeUndefined();
  });
});

it.each([
  [
    '0.4.2',
    '0.4.2',
    'info.version stayed 0.4.2, but these changes require a minor bump (0.5.0) while below 1.0.',
  ],
  [
    '0.4.2',
    '0.4.3',
    'info.version went 0.4.2 → 0.4.3, but these changes require a minor bump (0.5.0) while below 1.0.',
  ],
  ['0.4.2', '0.5.0', undefined],
  ['0.4.2', '1.0.0', undefined],
  ['1.2.3', '1.9.0', 'info.version went 1.2.3 → 1.9.0, but these changes require a major bump (2.0.0).'],
])('asks for the next version after a change that redocly does not see: %s to %s', (before, now, issue) => {
  const [released, current] = [before, now].map((value) => ({
    info: { version: value },
    paths: {},
    components: {},
  }));
  expect(versionIssueOf(released!, current!)).toBe(issue);
});

describe('the changelog', () => {
  const changelog = `## Unreleased

### Added

- \`Product.brand\` is new.

### Breaking

- \`GET /products sku\`, \`GET
  /orders status\` and
  \`Coupon.discount\` are gone.

### Changed

- \`Product.name\` is longer.

## 0.1.0

### Breaking

- \`Product.sku\` is gone.
`;

  it('announces what the unreleased list Breaking names', () => {
    expect(announcedIn(changelog)).toEqual(['GET /products sku', 'GET /orders status', 'Coupon.discount']);
    expect(announcedIn('## 0.1.0\n\n### Breaking\n\n- `Product.sku`\n')).toEqual([]);
  });

  it('names a place by a line that begins with it, not by its text', () => {
    const line = '## Unreleased\n\n### Breaking\n\n- `Product.brand`: gone; read `Product.name`.\n';
    expect(announcedIn(line)).toEqual(['Product.brand']);
  });

  it('announces a place with everything in it, and nothing beside it', () => {
    expect(announcing('Coupon.discount', ['Coupon', 'Coupon.discount'])).toBe('Coupon.discount');
    expect(announcing('Coupon.discount.type', ['Coupon.discount', 'Coupon'])).toBe('Coupon.discount');
    expect(announcing('GET /products sku', ['GET /products'])).toBe('GET /products');
    expect(announcing('GET /products sku', ['/products'])).toBe('/products');
    expect(announcing('Coupon.discounted', ['Coupon.discount'])).toBeUndefined();
    expect(announcing('GET /products/{product_id}', ['GET /products', '/products'])).toBeUndefined();
    expect(announcing('Coupon', ['Coupon.discount'])).toBeUndefined();
  });
});

describe('the list of accepted changes', () => {
  const change = (place: string, message: string): BreakingChange => ({
    place,
    message,
    operations: [],
    ruleId: 'tradepost/accepts-less',
  });
  const gone = change('Coupon.discount.type', 'Is no longer accepted.');
  const limit = change('Coupon.discount.amount', '`maximum` was 50 and is 10.');
  const tighter = change('Coupon.discount.amount', '`maximum` was 50 and is 5.');
  const announced = ['Coupon.discount'];
  const listed = acceptable([gone, limit], announced);

  it('accepts what it lists and the changelog announces', () => {
    expect(judge([gone, limit], announced, listed)).toEqual({
      accepted: listed,
      unannounced: [],
      unaccepted: [],
      outdated: [],
    });
  });

  it('does not accept a later change in the same place', () => {
    const later = change('Coupon.discount', 'Is no longer accepted.');
    expect(judge([gone, limit, later], announced, listed)).toMatchObject({ unaccepted: [later] });
    const twice = judge([gone, limit, limit], announced, listed);
    expect(twice.unaccepted).toContain(limit);
  });

  it('is outdated if a change differs or is gone', () => {
    expect(judge([gone, tighter], announced, listed)).toMatchObject({
      unaccepted: [tighter],
      outdated: [listed[1]],
    });
    expect(judge([gone], announced, listed)).toMatchObject({ unaccepted: [], outdated: [listed[1]] });
  });

  it('does not accept what the changelog no longer announces', () => {
    expect(judge([gone, limit], [], listed)).toMatchObject({ unannounced: [gone, limit], outdated: listed });
  });
});

describe('npm run release:openapi', () => {
  it('asks for the version in package.json and a chapter of the changelog', () => {
    const versions = { contract: '0.5.0', package: '0.4.2' };
    expect(releaseIssues(versions, '# Changelog\n\n## Unreleased\n\n## 0.4.2\n')).toEqual([
      'package.json has version 0.4.2, the contract 0.5.0. Make them equal.',
      'CHANGELOG.md has no chapter "## 0.5.0". Rename "## Unreleased".',
    ]);
    const changelog = '# Changelog\n\n## 0.5.0 - 2026-07-01\n\n## 0.4.2\n';
    expect(releaseIssues({ ...versions, package: '0.5.0' }, changelog)).toEqual([]);
  });
});

describe('npm run diff:openapi', () => {
  const released = () => write('released.json', version('0.4.2'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  };
  const limit = (maxLength: number) =>
    put(schema('PaymentCreate', 'properties', 'method', 'maxLength'), maxLength);
  const contract = (value: string, maxLength: number): string =>
    write('tight.json', version(value), limit(maxLength));
  const log = '## Unreleased\n\n### Breaking\n\n- `PaymentCreate.method`: has at most 10 characters.\n';

  beforeEach(() => {
    file('CHANGELOG.md', '## Unreleased\n');
    file('breaking.json', '[]\n');
  });

  function check(current: string, ...options: string[]) {
    const command = [
      'node_modules/tsx/dist/cli.mjs',
      'openapi/diff/check.ts',
      `--released=${released()}`,
      `--accepted=${join(scratch, 'breaking.json')}`,
      `--changelog=${join(scratch, 'CHANGELOG.md')}`,
      `--contract=${current}`,
      `--today=${TODAY}`,
      ...options,
    ];
    return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  }

  it('fails on a breaking change, says what to do instead, and how to announce it', () => {
    const { status, stdout } = check(contract('0.5.0', 10));
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

  it('passes once the changelog announces it and it is accepted, but not for a later change of the place', () => {
    file('CHANGELOG.md', log);
    const accepted =
      'The contract breaks openapi/released/v1.json in 1 way, as CHANGELOG.md and openapi/released/breaking.json say.\n';
    expect(check(contract('0.5.0', 10), '--accept')).toMatchObject({ status: 0, stdout: accepted });

    const later = check(contract('0.5.0', 5));
    expect(later.stdout).toContain("changed from '50' to '5'");
    expect(later.status).toBe(1);
  });

  it('fails if the version is not raised', () => {
    file('CHANGELOG.md', log);
    const { status, stdout } = check(contract('0.4.3', 10), '--accept');
    expect(stdout).toContain(
      'info.version went 0.4.2 → 0.4.3, but these changes require a minor bump (0.5.0)',
    );
    expect(stdout).toContain('Raise info.version in openapi/v1.yaml.');
    expect(status).toBe(1);
  });
});
