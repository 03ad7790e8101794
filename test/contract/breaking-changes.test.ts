import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcedIn, isAnnounced } from '../../openapi/diff/changelog.ts';
import { type Comparison, compare } from '../../openapi/diff/compare.ts';
import { releaseIssues } from '../../openapi/diff/release-issues.ts';
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
  ['a removed path', 'path-removed', '/coupons/validate', drop(['paths', '/coupons/validate'])],
  [
    'a renamed path',
    'path-removed',
    '/stock-movements',
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
    'tradepost/request-field-removed',
    'PaymentCreate.card.number',
    drop(schema('PaymentCreate', 'properties', 'card', 'anyOf', '0', 'properties', 'number')),
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
  }, 120_000);

  it.each(breaking)('reports %s', (_, ruleId, place) => {
    expect(broken.breaking).toContainEqual(expect.objectContaining({ ruleId, place }));
  });

  it(`accepts ${additions.map(([title]) => title).join(', ')}`, () => {
    expect(extended.breaking).toEqual([]);
  });

  it('names every operation that a shared part is used in', () => {
    const limit = broken.breaking.find(({ place }) => place === 'parameter Limit');
    expect(limit?.operations).toEqual(expect.arrayContaining(['GET /products', 'GET /events']));
    const reason = broken.breaking.find(({ place }) => place === 'DeliveryFailedData.reason');
    expect(reason?.operations).toEqual(['GET /events', 'webhook delivery.failed']);
    const path = broken.breaking.find(({ place }) => place === '/stock-movements');
    expect(path?.operations).toEqual(['GET /stock-movements']);
  });

  it('asks for the next version', () => {
    expect(broken.versionIssue).toBe(
      'info.version stayed 0.4.2, but these changes require a minor bump (0.5.0) while below 1.0.',
    );
    expect(extended.versionIssue).toBeUndefined();
  });
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

  it('covers a place with everything in it, and nothing beside it', () => {
    expect(isAnnounced('Coupon.discount', ['Coupon.discount'])).toBe(true);
    expect(isAnnounced('Coupon.discount.type', ['Coupon.discount'])).toBe(true);
    expect(isAnnounced('GET /products sku', ['GET /products'])).toBe(true);
    expect(isAnnounced('Coupon.discounted', ['Coupon.discount'])).toBe(false);
    expect(isAnnounced('GET /products/{product_id}', ['GET /products'])).toBe(false);
    expect(isAnnounced('Coupon', ['Coupon.discount'])).toBe(false);
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
  const changelog = (text: string): string => {
    const file = join(scratch, 'CHANGELOG.md');
    writeFileSync(file, text);
    return file;
  };
  const tightened = put(schema('PaymentCreate', 'properties', 'method', 'maxLength'), 10);

  function check(current: string, log: string) {
    const command = [
      'node_modules/tsx/dist/cli.mjs',
      'openapi/diff/check.ts',
      released(),
      current,
      log,
      TODAY,
    ];
    return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  }

  it('fails on a breaking change, and says how to announce it', () => {
    const { status, stdout } = check(
      write('tight.json', version('0.5.0'), tightened),
      changelog('## Unreleased\n'),
    );
    expect(stdout).toBe(`The contract breaks what openapi/released/v1.json promises:

  PaymentCreate.method: \`maxLength\` of \`method\` changed from '50' to '10'. (schema-constraint-changed)
    in POST /orders/{order_id}/payments

Undo it. If it is meant, name it in CHANGELOG.md under "## Unreleased", "### Breaking", and say what clients do instead:

- \`PaymentCreate.method\` …
`);
    expect(status).toBe(1);
  });

  it('passes if the changelog announces it, and the version is raised', () => {
    const log = changelog(
      '## Unreleased\n\n### Breaking\n\n- `PaymentCreate.method` has at most 10 characters.\n',
    );
    const { status, stdout } = check(write('tight.json', version('0.5.0'), tightened), log);
    expect(stdout).toBe('The contract breaks openapi/released/v1.json in 1 place; CHANGELOG.md names it.\n');
    expect(status).toBe(0);
  });

  it('fails if the version is not raised', () => {
    const log = changelog(
      '## Unreleased\n\n### Breaking\n\n- `PaymentCreate.method` has at most 10 characters.\n',
    );
    const { status, stdout } = check(write('tight.json', version('0.4.3'), tightened), log);
    expect(stdout).toContain(
      'info.version went 0.4.2 → 0.4.3, but these changes require a minor bump (0.5.0)',
    );
    expect(stdout).toContain('Raise info.version in openapi/v1.yaml.');
    expect(status).toBe(1);
  });
});
