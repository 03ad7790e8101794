import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
import { lint } from './redocly-lint.ts';
import { smallContract } from './small-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tradepost-lint-'));
const bundle = readFileSync(join(root, 'generated/openapi.json'), 'utf8');
const small = JSON.stringify(smallContract(JSON.parse(bundle) as Node));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function wrapInAllOf(path: string[]): Change {
  return (contract) => put(path, { description: 'Parts.', allOf: [at(contract, path)] })(contract);
}

function both(one: Change, other: Change): Change {
  return (contract) => {
    one(contract);
    other(contract);
  };
}

function requires(operation: string[], security: Node[]): Change {
  return put([...operation, 'security'], security);
}

/** Deprecates an operation on the given dates. */
function deprecates(since?: string, sunset?: string, deprecated = true): Change {
  return (contract) =>
    Object.assign(at(contract, listProducts), {
      deprecated,
      'x-deprecated-at': since,
      'x-sunset-at': sunset,
    });
}

function without(operation: string[]) {
  const title = `${operation.at(-1)!.toUpperCase()} ${operation.at(-2)}`;
  return (status: string): Case => [`${title} without ${status}`, drop([...operation, 'responses', status])];
}

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';

const [schemas, parameters, headers, responses] = ['schemas', 'parameters', 'headers', 'responses'].map(
  (kind) => ['components', kind],
) as [string[], string[], string[], string[]];
const forbidden = [...responses, 'Forbidden'];
const unauthorized = [...responses, 'Unauthorized'];
const tooMany = [...responses, 'TooManyRequests'];
const problem = [...forbidden, 'content'];
const problems = [...schemas, 'ProblemCode', 'x-problems'];
const productCreate = [...schemas, 'ProductCreate'];
const fields = [...schemas, 'ProductCreate', 'properties'];
const ordersRead = [{ apiKey: ['orders.read'] }];

const getMe = ['paths', '/me', 'get'];
const listProducts = ['paths', '/products', 'get'];
const exportProducts = ['paths', '/exports/products', 'get'];
const createProduct = ['paths', '/products', 'post'];
const getOrder = ['paths', '/orders/{order_id}', 'get'];
const product = ['paths', '/products/{product_id}'];
const category = ['paths', '/categories/{category_id}'];
const deleteProblems = [...product, 'delete', 'x-problem-codes'];
const listResponse = [...listProducts, 'responses', '200'];
const getResponse = [...product, 'get', 'responses', '200'];
const createResponse = [...createProduct, 'responses', '201'];
const createBody = content([...createProduct, 'requestBody']);
const eventBody = content(['webhooks', 'order.created', 'post', 'requestBody']);
const orderCreated = ['webhooks', 'order.created', 'post'];
const orderEvent = [...orderCreated, 'x-event'];
const eventBranches = [...schemas, 'Event', 'oneOf'];
const eventMapping = [...schemas, 'Event', 'discriminator', 'mapping'];
const eventKinds = [...schemas, 'EventKind', 'enum'];

const createExample = [...createBody, 'examples', 'least', 'value'];
const productExample = [...content(createResponse), 'examples', 'product', 'value'];
const eventExample = [...eventBody, 'examples', 'event', 'value'];
const problemExample = [...problem, PROBLEM_TYPE, 'examples', 'scope', 'value'];

const bareArray = {
  schema: { type: 'array', items: { $ref: '#/components/schemas/Product' } },
  examples: { none: { summary: 'None', value: [] } },
};
const described = { description: 'A test.', type: 'integer', examples: [1] };
const camelCased = {
  name: 'brandName',
  in: 'query',
  description: 'A test.',
  schema: { type: 'string' },
  example: 'a',
};
const recursive = {
  description: 'The causes.',
  type: 'array',
  items: { $ref: '#/components/schemas/ProblemError' },
};

function content(path: string[]): string[] {
  return [...path, 'content', JSON_TYPE];
}

type Case = [title: string, change: Change];

const rejected: Record<string, Case[]> = {
  'tradepost/scope-or-reason': [
    ['an operation without security', drop([...getOrder, 'security'])],
    ['an operation that requires no scope', requires(getOrder, [{ apiKey: [] }])],
    ['a security alternative without a scope', requires(getOrder, [{ apiKey: ['orders.read'] }, {}])],
    ['an empty x-no-scope-because', put([...getMe, 'x-no-scope-because'], ' ')],
    ['a scope together with x-no-scope-because', put([...getOrder, 'x-no-scope-because'], 'It is public.')],
    ['a scope that the schema Scope does not list', requires(getOrder, [{ apiKey: ['stock.read'] }])],
    ['a GET that requires a write scope', requires(getOrder, [{ apiKey: ['orders.write'] }])],
    [
      'a POST that writes but requires a read scope',
      requires(createProduct, [{ apiKey: ['products.read'] }]),
    ],
  ],
  'tradepost/event-kinds': [
    ['a webhook that EventKind does not list', dropLast(eventKinds)],
    ['a kind in EventKind that has no webhook', append(eventKinds, 'order.refunded')],
    ['a webhook that the union Event does not list', dropLast(eventBranches)],
    ['a kind in the union Event that has no webhook', drop(['webhooks', 'product.deleted'])],
    ['a kind that the discriminator of Event does not map', drop([...eventMapping, 'product.deleted'])],
    [
      "a kind that the discriminator maps to another kind's schema",
      copy([...eventMapping, 'product.created'], [...eventMapping, 'product.deleted']),
    ],
    [
      'a webhook that posts another kind of event',
      copy(['webhooks', 'delivery.failed'], ['webhooks', 'delivery.completed']),
    ],
  ],
  'tradepost/event-catalogue': [
    ['an event without x-event', drop(orderEvent)],
    ['an event that does not say when it fires', drop([...orderEvent, 'fires'])],
    ['an event that does not say when it does not fire', put([...orderEvent, 'does_not_fire'], {})],
    ['a sentence without Portuguese', drop([...orderEvent, 'does_not_fire', 'quote', 'pt'])],
    ['a sentence without a full stop', put([...orderEvent, 'fires', 'created', 'en'], 'When it is created')],
    ['a note that is empty in English', put([...orderEvent, 'notes', 'free', 'en'], ' ')],
    ['a note that is a bare text', put([...orderEvent, 'notes', 'free'], 'It is paid.')],
    ['an event that nothing causes', put([...orderEvent, 'fires', 'created', 'by'], [])],
    [
      'an event that an unknown operation causes',
      put([...orderEvent, 'fires', 'created', 'by'], ['makeOrder']),
    ],
    ['an event that a GET causes', append([...orderEvent, 'fires', 'created', 'by'], 'getOrder')],
    ['a scope that writes', put([...orderEvent, 'scope'], 'orders.write')],
    ['a scope that the schema Scope does not list', put([...orderEvent, 'scope'], 'events.read')],
    ['a misspelt section', rename(orderEvent, 'notes', 'note')],
    ['a description that x-event does not make', put([...orderCreated, 'description'], 'Fires sometimes.')],
  ],
  'tradepost/response-headers': [
    ['a response without headers', drop([...createResponse, 'headers'])],
    ['a response without X-Request-Id', drop([...unauthorized, 'headers', 'X-Request-Id'])],
    ['a 201 without RateLimit', drop([...createResponse, 'headers', 'RateLimit'])],
    ['a 403 without RateLimit-Policy', drop([...forbidden, 'headers', 'RateLimit-Policy'])],
    ['a 401 without WWW-Authenticate', drop([...unauthorized, 'headers', 'WWW-Authenticate'])],
    ['a 429 without Retry-After', drop([...tooMany, 'headers', 'Retry-After'])],
  ],
  'tradepost/problem-responses': [
    ['an error response without a body', drop([...forbidden, 'content'])],
    [
      'an error response that also offers application/json',
      copy([...problem, PROBLEM_TYPE], [...problem, JSON_TYPE]),
    ],
    [
      'an error response whose schema is not Problem',
      put([...problem, PROBLEM_TYPE, 'schema'], { type: 'object' }),
    ],
    ['a 500 that is not a problem', copy(listResponse, [...listProducts, 'responses', '500'])],
    [
      'a default response that is not a problem',
      copy(listResponse, [...listProducts, 'responses', 'default']),
    ],
  ],
  'tradepost/paged-list': [
    ['a list without the parameter limit', dropParameter(listProducts, 'Limit')],
    ['a list without the parameter cursor', dropParameter(listProducts, 'Cursor')],
    [
      'a list without the parameter sort',
      both(dropParameter(listProducts, 'ProductSort'), dropParameter(exportProducts, 'ProductSort')),
    ],
    ['a list that does not require page', put([...schemas, 'ProductPage', 'required'], ['data'])],
    ['a list whose page is not the schema Page', put([...schemas, 'ProductPage', 'properties', 'page'], {})],
    [
      'a list whose operationId does not start with list',
      both(put([...listProducts, 'operationId'], 'getProducts'), drop(['paths', '/exports/products'])),
    ],
    ['a list that returns a bare array', put(content(listResponse), bareArray)],
    ['a bare array from an operation that is not named a list', put(content(getResponse), bareArray)],
  ],
  'tradepost/list-exports': [
    ['a list that also returns CSV', copy(content(listResponse), [...listResponse, 'content', 'text/csv'])],
    ['a list without an export', drop(['paths', '/exports/products'])],
    ['an export of no list', put([...exportProducts, 'operationId'], 'exportGoods')],
    [
      'an export that returns JSON',
      copy([...getMe, 'responses', '200'], [...exportProducts, 'responses', '200']),
    ],
    ["an export that needs another scope than its list's", requires(exportProducts, ordersRead)],
    ['an export without a filter of its list', dropParameter(exportProducts, 'ProductSkuFilter')],
    ['a list without a filter of its export', dropParameter(listProducts, 'ProductSkuFilter')],
  ],
  'tradepost/request-defaults': [
    ['a field with a default', put([...fields, 'unit', 'default'], 'un')],
    ['a default that does not match its own schema', put([...productCreate, 'x-defaults', 'unit'], 5)],
    ['a default of a field that does not exist', put([...productCreate, 'x-defaults', 'status_code'], 5)],
    ['a default that the description does not name', put([...productCreate, 'description'], 'A product.')],
  ],
  'tradepost/examples-validate': [
    ['a request body without examples', drop([...createBody, 'examples'])],
    ['a request body without a schema', drop([...createBody, 'schema'])],
    ['an example without a name', put([...createBody, 'example'], { name: 'Café', sku: 'CAF', price: 1 })],
    ['an example without a summary', drop([...createBody, 'examples', 'least', 'summary'])],
    ['an example without a value', drop([...createBody, 'examples', 'least', 'value'])],
    ['an example that lacks a required field', drop([...createExample, 'price'])],
    ['an example price with three decimals', put([...createExample, 'price'], 1.999)],
    ['an example quantity with four decimals', put([...createExample, 'min_stock'], 1.0001)],
    ['an example GTIN with a wrong check digit', put([...createExample, 'gtin'], '7891000315508')],
    ['a response example with an undeclared field', put([...productExample, 'colour'], 'brown')],
    ['an event example with an undeclared field', put([...eventExample, 'colour'], 'brown')],
    ['a problem example with an unknown code', put([...problemExample, 'code'], 'gone')],
    ['a header parameter without an example', drop([...parameters, 'IfMatch', 'example'])],
    [
      'a parameter with neither an example nor x-no-example-because',
      drop([...parameters, 'Cursor', 'x-no-example-because']),
    ],
    ['a parameter whose example does not match its schema', put([...parameters, 'Limit', 'example'], 500)],
    [
      'a parameter whose default does not match its schema',
      put([...parameters, 'Limit', 'schema', 'default'], 500),
    ],
    [
      'a response header whose example does not match its schema',
      put([...headers, 'RetryAfter', 'example'], 'soon'),
    ],
    ['a schema whose example does not match it', put([...schemas, 'Money', 'examples'], [1.999])],
  ],
  'tradepost/field-descriptions': [
    ['a field without a description', drop([...schemas, 'Page', 'properties', 'has_more', 'description'])],
    [
      'a field whose allOf has no description',
      put([...schemas, 'Page', 'properties', 'has_more'], { allOf: [{ type: 'boolean' }], examples: [true] }),
    ],
  ],
  'tradepost/field-examples': [
    ['a field without an example', drop([...schemas, 'Page', 'properties', 'has_more', 'examples'])],
    [
      'a field with example instead of examples',
      put([...schemas, 'Page', 'properties', 'has_more', 'example'], true),
    ],
  ],
  'tradepost/operation-verbs': [
    ['a GET that begins with another verb', put([...getMe, 'operationId'], 'fetchMe')],
    ['a GET without a verb', put([...getMe, 'operationId'], 'me')],
    // Operations that no event names, which is another rule's matter.
    ['a PATCH that begins with change', put([...category, 'patch', 'operationId'], 'changeCategory')],
    [
      'a PUT that begins with create',
      put(
        ['paths', '/categories/external/{external_id}', 'put', 'operationId'],
        'createCategoryByExternalId',
      ),
    ],
    ['a DELETE that begins with remove', put([...category, 'delete', 'operationId'], 'removeCategory')],
    ['a POST that begins with get', put(['paths', '/categories', 'post', 'operationId'], 'getCategoryMade')],
  ],
  'tradepost/naming': [
    ['a field in camelCase', put([...schemas, 'Page', 'properties', 'totalRows'], described)],
    ['a query parameter in camelCase', append(['paths', '/products', 'post', 'parameters'], camelCased)],
    ['a schema in snake_case', rename(schemas, 'StockReason', 'stock_reason')],
    ['an operationId in snake_case', put([...getMe, 'operationId'], 'get_Me')],
  ],
  'tradepost/declared-responses': [
    ...['400', '401', '403', '406', '429', '500', '503'].map(without(listProducts)),
    ...['304', '404'].map(without([...product, 'get'])),
    ...['413', '415', '422', '409'].map(without(createProduct)),
    ...['409', '412'].map(without([...product, 'delete'])),
    ['a problem code that the schema ProblemCode does not list', put([...deleteProblems, '0'], 'gone')],
    ['an error response that no problem code explains', put(deleteProblems, [])],
  ],
  'tradepost/write-guards': [
    ['a POST without Idempotency-Key', dropParameter(createProduct, 'IdempotencyKey')],
    ['a PATCH without If-Match', dropParameter([...product, 'patch'], 'IfMatch')],
    ['a DELETE without If-Match', dropParameter([...product, 'delete'], 'IfMatch')],
    [
      'a request body that accepts unknown fields',
      drop([...schemas, 'ProductCreate', 'additionalProperties']),
    ],
    [
      'a nested object that accepts unknown fields',
      put([...schemas, 'OrderItemCreate', 'additionalProperties'], true),
    ],
  ],
  'tradepost/problem-codes': [
    ['a problem code that x-problems does not explain', drop([...problems, 'plan_feature_disabled'])],
    [
      'an entry of x-problems for an unknown code',
      put([...problems, 'gone'], { status: 410, title: 'Gone', advice: 'None.' }),
    ],
    [
      'a problem code whose status is not an error',
      put([...problems, 'plan_feature_disabled', 'status'], 200),
    ],
    ['a problem code without a title', drop([...problems, 'plan_feature_disabled', 'title'])],
    ['a problem code with an empty advice', put([...problems, 'plan_feature_disabled', 'advice'], ' ')],
  ],
  'tradepost/deprecation-dates': [
    ['a deprecated operation without dates', put([...listProducts, 'deprecated'], true)],
    ['a deprecated operation without x-sunset-at', deprecates('2027-01-31')],
    ['a deprecated operation without x-deprecated-at', deprecates(undefined, '2028-01-31')],
    ['a deprecation with one day less than 12 months of notice', deprecates('2027-01-31', '2028-01-30')],
    [
      'a deprecation on a leap day with less than 12 months of notice',
      deprecates('2028-02-29', '2029-02-28'),
    ],
    ['a sunset before the deprecation', deprecates('2028-01-31', '2027-01-31')],
    ['a deprecation date that does not exist', deprecates('2027-02-29', '2029-01-01')],
    ['a deprecation date with a time', deprecates('2027-01-31T00:00:00Z', '2029-01-31')],
    [
      'a sunset date on an operation that is not deprecated',
      put([...listProducts, 'x-sunset-at'], '2028-01-31'),
    ],
    [
      'deprecation dates on an operation with deprecated: false',
      deprecates('2027-01-31', '2028-01-31', false),
    ],
  ],
  'rule/paths-are-kebab-case': [
    ['a path in snake_case', rename(['paths'], '/stock-movements', '/stock_movements')],
    ['a path parameter in camelCase', rename(['paths'], '/orders/{order_id}', '/orders/{orderId}')],
  ],
};

const accepted: Case[] = [
  ['the part of the contract that the other cases change', () => {}],
  ['an event without notes', both(drop([...orderEvent, 'notes']), drop([...orderCreated, 'description']))],
  ['an operation without security that has x-no-scope-because', requires(getMe, [])],
  [
    'an operation that requires two scopes',
    requires(getOrder, [{ apiKey: ['products.read', 'orders.read'] }]),
  ],
  ['a deprecation with 12 months of notice', deprecates('2027-01-31', '2028-01-31')],
  ['a deprecation on a leap day with 12 months and a day of notice', deprecates('2028-02-29', '2029-03-01')],
  ['a page that is an allOf', wrapInAllOf([...schemas, 'ProductPage'])],
  ['a header parameter in lower case', put([...parameters, 'IdempotencyKey', 'name'], 'idempotency-key')],
  ['a recursive schema', put([...schemas, 'ProblemError', 'properties', 'causes'], recursive)],
];

/** The rules each document breaks. */
function brokenRules(documents: string[], ...options: string[]): string[][] {
  return lint(documents, ...options).map((problems) => [...new Set(problems.map(({ ruleId }) => ruleId))]);
}

// The built-in example rules take most of the time and aren't tested here.
const SKIPPED = ['media-type', 'parameter', 'schema'].map(
  (kind) => `--skip-rule=no-invalid-${kind}-examples`,
);

function lintChanged(changes: Change[]): string[][] {
  const documents = changes.map((change, index) => {
    const contract = JSON.parse(small) as Node;
    change(contract);
    const file = join(scratch, `${index}.json`);
    writeFileSync(file, JSON.stringify(contract));
    return file;
  });
  return brokenRules(documents, ...SKIPPED);
}

describe('the contract', () => {
  it('breaks no lint rule', () => {
    expect(brokenRules(['v1'])).toEqual([[]]);
  }, 600_000);
});

describe('the messages', () => {
  let messages: string[];

  beforeAll(() => {
    const contract = JSON.parse(bundle) as Node;
    rename([...schemas, 'Coupon', 'properties'], 'times_used', 'timesUsed')(contract);
    const required = at(contract, [...schemas, 'Coupon', 'required']) as unknown as string[];
    required[required.indexOf('times_used')] = 'timesUsed';
    const file = join(scratch, 'misspelt.json');
    writeFileSync(file, JSON.stringify(contract));
    messages = lint([file], ...SKIPPED)[0]!.map(({ message }) => message);
  });

  it('of a misspelt field begin with its name, before the examples that lack it', () => {
    expect(messages[0]).toBe("The field timesUsed isn't in snake_case. Rename it to times_used.");
    expect(messages.length).toBeGreaterThan(1);
  });

  it('name a field that is not declared, and those that are', () => {
    expect(messages).toContainEqual(
      expect.stringMatching(/has the field times_used, which isn't declared; declared are .*timesUsed/),
    );
  });
});

it('has a mutation for each of our rules that is on', () => {
  const { rules } = parse(readFileSync(join(root, 'openapi/redocly.yaml'), 'utf8')) as { rules: object };
  const ours = Object.keys(rules).filter((rule) => rule.includes('/'));
  expect(Object.keys(rejected).sort()).toEqual(ours.sort());
});

describe('lint', () => {
  const cases = [...Object.values(rejected).flat(), ...accepted];
  let broken = new Map<Change, string[]>();

  beforeAll(() => {
    const results = lintChanged(cases.map(([, change]) => change));
    broken = new Map(cases.map(([, change], index) => [change, results[index]!]));
  }, 600_000);

  describe.each(Object.entries(rejected))('rule %s', (rule, changes) => {
    it.each(changes)('rejects %s', (_, change) => {
      const ours = broken.get(change)!.filter((id) => /^(tradepost|rule)\//.test(id));
      expect(ours).toEqual([rule]);
    });
  });

  it.each(accepted)('accepts %s', (_, change) => {
    expect(broken.get(change)).toEqual([]);
  });
});
