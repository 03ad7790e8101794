import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { type LintProblem, lint } from './redocly-lint.ts';
import { smallContract } from './small-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tradepost-lint-'));
const bundle = readFileSync(join(root, 'generated/openapi.json'), 'utf8');
const small = JSON.stringify(smallContract(JSON.parse(bundle) as Node));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const JSON_TYPE = 'application/json';
const json = (path: string[], ...rest: string[]): string[] => [...path, 'content', JSON_TYPE, ...rest];
const response = (name: string, ...rest: string[]): string[] => ['components', 'responses', name, ...rest];
const [list, create] = ['GET /products', 'POST /products'];
const [get, remove] = ['GET /products/{product_id}', 'DELETE /products/{product_id}'];
const problem = response('Forbidden', 'content', 'application/problem+json');
const problems = schema('ProblemCode', 'x-problems');
const issues = schema('IssueCode', 'x-issues');
const fields = schema('Page', 'properties');
const event = ['webhooks', 'order.created', 'post'];
const body = json(operation(create, 'requestBody'));
const created = json(operation(create, 'responses', '201'));
const listed = operation(list, 'responses', '200');
const exported = operation('GET /exports/products');
const bareArray = {
  schema: { type: 'array', items: { $ref: '#/components/schemas/Product' } },
  examples: { none: { summary: 'None', value: [] } },
};
const camelCased = {
  name: 'brandName',
  in: 'query',
  description: 'A test.',
  schema: { type: 'string', maxLength: 9 },
  example: 'a',
};

const listOf = (name: string): Node => {
  const schema = { type: 'array', items: { type: 'string', maxLength: 9 } };
  return { name, in: 'query', description: 'A test.', style: 'form', explode: true, schema, example: ['a'] };
};
/** A code without a `maxLength`. */
const digits = (pattern: string) => ({
  description: 'A code.',
  type: 'string',
  minLength: 8,
  pattern,
  examples: ['09012100'],
});

const whole = { description: 'A test.', type: 'integer', examples: [1] };
const day = {
  description: 'A test.',
  type: 'string',
  format: 'date',
  minLength: 10,
  examples: ['2026-01-31'],
};

/** Deprecates an operation on the given dates. */
function deprecates(since?: string, sunset?: string, deprecated = true): Change {
  const dates = { deprecated, 'x-deprecated-at': since, 'x-sunset-at': sunset };
  return (contract) => Object.assign(at(contract, operation(list)), dates);
}

const needs = (title: string, ...scopes: string[][]): Change =>
  put(
    operation(title, 'security'),
    scopes.map((apiKey) => ({ apiKey })),
  );

type Case = [title: string, change: Change];

/** What openapi/README.md has no example of. guide.test.ts tries those. */
const rejected: Record<string, Case[]> = {
  'tradepost/scope-or-reason': [
    ['a security alternative without a scope', needs('GET /orders/{order_id}', ['orders.read'], [])],
    ['a scope that Scope does not list', needs('GET /orders/{order_id}', ['stock.read'])],
    ['a GET that requires a write scope', needs('GET /orders/{order_id}', ['orders.write'])],
    ['a POST that writes but requires a read scope', needs(create, ['products.read'])],
    [
      'one of several alternatives with the scope of another tag',
      needs(get, ['products.read'], ['orders.read']),
    ],
    ['a tag whose scopes are another one', needs('POST /stock-adjustments', ['orders.write'])],
  ],
  'tradepost/event-kinds': [
    ['a kind in EventKind that has no webhook', append(schema('EventKind', 'enum'), 'order.refunded')],
    ['a webhook that Event does not list', dropLast(schema('Event', 'oneOf'))],
    ['a kind that is not mapped', drop(schema('Event', 'discriminator', 'mapping', 'product.deleted'))],
    ['a webhook of another kind', copy(['webhooks', 'delivery.failed'], ['webhooks', 'delivery.completed'])],
  ],
  'tradepost/event-catalogue': [
    ['an event without x-event', drop([...event, 'x-event'])],
    ['an event that a GET causes', append([...event, 'x-event', 'fires', 'created', 'by'], 'getOrder')],
    ['a scope that writes', put([...event, 'x-event', 'scope'], 'orders.write')],
    ['a description of its own', put([...event, 'description'], 'Fires sometimes.')],
  ],
  'tradepost/response-headers': [
    ['a 201 without RateLimit', drop(operation(create, 'responses', '201', 'headers', 'RateLimit'))],
    ['a 401 without WWW-Authenticate', drop(response('Unauthorized', 'headers', 'WWW-Authenticate'))],
    ['a 429 without Retry-After', drop(response('TooManyRequests', 'headers', 'Retry-After'))],
  ],
  'tradepost/problem-responses': [
    ['an error that also offers application/json', copy(problem, json(response('Forbidden')))],
    ['a 500 that is not a problem', copy(listed, operation(list, 'responses', '500'))],
  ],
  'tradepost/paged-list': [
    ['a list without the parameter limit', dropParameter(operation(list), 'Limit')],
    ['a list whose page is not Page', put(schema('ProductPage', 'properties', 'page'), {})],
    ['a bare array', put(json(operation(get, 'responses', '200')), bareArray)],
  ],
  'tradepost/list-exports': [
    ['a list without an export', drop(['paths', '/exports/products'])],
    ['an export without a filter of its list', dropParameter(exported, 'ProductSkuFilter')],
    ['a list without a filter of its export', dropParameter(operation(list), 'ProductSkuFilter')],
  ],
  'tradepost/request-defaults': [
    ['a default that does not match its schema', put(schema('ProductCreate', 'x-defaults', 'unit'), 5)],
    ['a default that the description lacks', put(schema('ProductCreate', 'description'), 'A product.')],
  ],
  'tradepost/examples-validate': [
    ['a request body without examples', drop([...body, 'examples'])],
    ['an example that lacks a required field', drop([...body, 'examples', 'least', 'value', 'price'])],
    ['a wrong check digit', put([...body, 'examples', 'least', 'value', 'gtin'], '7891000315508')],
    [
      'an undeclared field in a response',
      put([...created, 'examples', 'product', 'value', 'colour'], 'brown'),
    ],
    ['a problem with an unknown code', put([...problem, 'examples', 'scope', 'value', 'code'], 'gone')],
    ['an invalid example of a header', put(['components', 'headers', 'RetryAfter', 'example'], 'soon')],
    [
      'an invalid default of a parameter',
      put(['components', 'parameters', 'Limit', 'schema', 'default'], 500),
    ],
    ['a schema whose example does not match it', put(schema('Money', 'examples'), [1.999])],
  ],
  'tradepost/request-limits': [
    ['a text', drop(schema('CategoryCreate', 'properties', 'name', 'maxLength'))],
    ['a number', drop(schema('CategoryCreate', 'properties', 'position', 'maximum'))],
    ['a text in a list', drop(schema('ProductCreate', 'properties', 'image_urls', 'items', 'maxLength'))],
    ['a pattern that repeats', put(schema('ProductCreate', 'properties', 'ncm'), digits('^[0-9]+$'))],
    ['a pattern without an end', put(schema('ProductCreate', 'properties', 'ncm'), digits('^[0-9]{8}'))],
    ['a map', drop(schema('Metadata', 'maxProperties'))],
    ['a parameter', drop(['components', 'parameters', 'ProductSkuFilter', 'schema', 'maxLength'])],
    ['a list in a query', append(operation(create, 'parameters'), listOf('names'))],
  ],
  'tradepost/field-formats': [
    [
      'a time with another name',
      put([...fields, 'made'], { ...day, format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] }),
    ],
    ['a date with the name of a time', put(schema('Category', 'properties', 'created_at'), day)],
    ['money as a whole number', put([...fields, 'total'], { ...whole, description: 'The total.' })],
    ['money with another name', put([...fields, 'fee'], { ...whole, type: 'number', format: 'money' })],
    [
      'a time in a list',
      put([...fields, 'tries'], {
        description: 'The times.',
        type: 'array',
        items: { type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] },
      }),
    ],
    ['a filter by time', put(['components', 'parameters', 'UpdatedSince', 'name'], 'updated_from')],
  ],
  'rule/numbers-have-a-format': [
    [
      'a number that may be null',
      put([...fields, 'share'], {
        ...whole,
        description: 'A part; null for none.',
        type: ['number', 'null'],
      }),
    ],
    [
      'a number in a list',
      put([...fields, 'shares'], { description: 'Parts.', type: 'array', items: { type: 'number' } }),
    ],
    ['another format', put([...fields, 'share'], { ...whole, type: 'number', format: 'double' })],
  ],
  'response-contains-header': [
    [
      'an upsert without it',
      drop(operation('PUT /categories/external/{external_id}', 'responses', '201', 'headers', 'Location')),
    ],
  ],
  'path-segment-plural': [
    ['a collection in the singular', rename(['paths'], '/stock-movements', '/stock-movement')],
    ['a verb', rename(['paths'], '/orders/{order_id}/delivery-attempts', '/orders/{order_id}/deliver')],
  ],
  'tradepost/field-descriptions': [
    [
      'a text that speaks of null',
      put([...fields, 'has_more', 'description'], 'Whether there are more; null if unknown.'),
    ],
    [
      'a union with null',
      put([...fields, 'last'], {
        description: 'The last.',
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
      }),
    ],
    [
      'an allOf without one',
      put([...fields, 'has_more'], { allOf: [{ type: 'boolean' }], examples: [true] }),
    ],
  ],
  'scalar-property-missing-example': [
    ['a field without an example', drop([...fields, 'has_more', 'examples'])],
  ],
  // Of operations that no event names, which is another rule's matter.
  'rule/verb-of-patch': [
    ['another verb', put(operation('PATCH /categories/{category_id}', 'operationId'), 'changeCategory')],
  ],
  'rule/verb-of-delete': [
    ['another verb', put(operation('DELETE /categories/{category_id}', 'operationId'), 'removeCategory')],
  ],
  'rule/verb-of-put': [
    ['another verb', put(operation('PUT /categories/external/{external_id}', 'operationId'), 'putCategory')],
  ],
  'rule/verb-of-post': [
    ['the verb of a GET', put(operation('POST /categories', 'operationId'), 'getCategoryMade')],
  ],
  'rule/schemas-are-pascal-case': [
    ['snake_case', rename(['components', 'schemas'], 'StockReason', 'stock_reason')],
  ],
  'rule/operation-ids-are-camel-case': [['snake_case', put(operation('GET /me', 'operationId'), 'get_Me')]],
  'rule/no-null-beside-lists-and-booleans': [
    [
      'a list that may be null',
      put([...fields, 'codes'], {
        description: 'The codes; null for none.',
        type: ['array', 'null'],
        items: { type: 'string' },
      }),
    ],
  ],
  'rule/values-are-snake-case': [
    [
      'one with a capital',
      append(['components', 'parameters', 'ProductStatusFilter', 'schema', 'enum'], 'Gone'),
    ],
  ],
  'rule/problems-have-a-status': [['a success', put([...problems, 'invalid_cursor', 'status'], 200)]],
  'rule/problems-are-explained': [['no title', put([...problems, 'invalid_cursor', 'title'], '')]],
  'rule/paths-have-no-verbs': [
    ['a verb before a plural', rename(['paths'], '/stock-movements', '/create-stock-movements')],
  ],
  'tradepost/naming': [
    ['a word that the table has on the right', rename(schema('Payment', 'properties'), 'reference', 'memo')],
    ['a query parameter in camelCase', append(operation(create, 'parameters'), camelCased)],
    ["another API's word", rename(schema('Payment', 'properties'), 'reference', 'uuid')],
    ['two words of it', put(['components', 'parameters', 'ProductSkuFilter', 'name'], 'zip_code')],
    [
      'another name of an id',
      rename(['paths'], '/orders/{order_id}/delivery-attempts', '/orders/{sale_id}/delivery-attempts'),
    ],
  ],
  'tradepost/declared-responses': [
    ['a GET with an ETag without 304', drop(operation(get, 'responses', '304'))],
    ['a POST without 409', drop(operation(create, 'responses', '409'))],
    ['an unknown problem code', put(operation(remove, 'x-problem-codes', '0'), 'gone')],
    ['an error that no problem code explains', put(operation(remove, 'x-problem-codes'), [])],
    ['a conflict of a read', put(operation('GET /orders/{order_id}', 'x-problem-codes'), ['in_use'])],
    ['a code of every body', append(operation(create, 'x-problem-codes'), 'payload_too_large')],
    [
      'a code without an example',
      put(
        response('InUse', 'content', 'application/problem+json', 'examples', 'reserved', 'value', 'code'),
        'already_exists',
      ),
    ],
    ['a code whose field is missing', append(operation(create, 'x-problem-codes'), 'total_mismatch')],
    [
      'a field without its code',
      put(schema('CategoryUpdate', 'properties', 'expected_total'), { $ref: '#/components/schemas/Money' }),
    ],
  ],
  'tradepost/write-guards': [
    ['a POST without Idempotency-Key', dropParameter(operation(create), 'IdempotencyKey')],
    ['a nested object that is open', put(schema('OrderItemCreate', 'additionalProperties'), true)],
  ],
  'tradepost/problem-codes': [
    ['a code that is not explained', drop([...problems, 'plan_feature_disabled'])],
    ["an issue's code that is not explained", drop([...issues, 'precision'])],
    ["an issue's code without advice", put([...issues, 'precision', 'advice'], ' ')],
    ['another code of issues without an explanation', append(schema('IssueCode', 'enum'), 'new_rule')],
  ],
  'tradepost/deprecation-dates': [
    ['no sunset', deprecates('2027-01-31')],
    ['one day less than 12 months of notice', deprecates('2027-01-31', '2028-01-30')],
    ['a leap day with less than 12 months of notice', deprecates('2028-02-29', '2029-02-28')],
    ['a date that does not exist', deprecates('2027-02-29', '2029-01-01')],
    ['dates without a deprecation', deprecates('2027-01-31', '2028-01-31', false)],
  ],
  'rule/paths-are-kebab-case': [
    ['a path parameter in camelCase', rename(['paths'], '/products/{product_id}', '/products/{productId}')],
  ],
};

/** What no schema of OpenAPI allows. Other rules and the tools have to go on, so that there is a message. */
const malformed: Case[] = [
  ['no responses', put(operation(list, 'responses'), null)],
  ['a scope as a text', put(operation(get, 'security'), 'products.read')],
  ['no tags', drop(operation(get, 'tags'))],
  ['a parameter without a name', drop(['components', 'parameters', 'ProductSkuFilter', 'name'])],
  [
    'a parameter that is nowhere',
    append(operation(list, 'parameters'), { $ref: '#/components/parameters/Gone' }),
  ],
  ['a field without a schema', put(schema('Category', 'properties', 'colour'), null)],
  ['a misspelt type', put(schema('Category', 'properties', 'name', 'type'), 'strin')],
  ['a pattern without an end', put(schema('Category', 'properties', 'slug', 'pattern'), '[')],
];

const accepted: Case[] = [
  ['the part of the contract that the other cases change', () => {}],
  ['an operation without security that has x-no-scope-because', put(operation('GET /me', 'security'), [])],
  ['an operation with two scopes', needs('GET /orders/{order_id}', ['products.read', 'orders.read'])],
  ['a deprecation with 12 months of notice', deprecates('2027-01-31', '2028-01-31')],
  ['a header in lower case', put(['components', 'parameters', 'IdempotencyKey', 'name'], 'idempotency-key')],
  [
    'a page that is an allOf',
    (contract) => {
      const page = { description: 'Parts.', allOf: [at(contract, schema('ProductPage'))] };
      put(schema('ProductPage'), page)(contract);
    },
  ],
  [
    'a recursive schema',
    put(schema('ProblemError', 'properties', 'causes'), {
      description: 'The causes.',
      type: 'array',
      items: { $ref: '#/components/schemas/ProblemError' },
    }),
  ],
];

// The built-in example rules take most of the time and aren't tested here.
const SKIPPED = ['media-type', 'parameter', 'schema'].map(
  (kind) => `--skip-rule=no-invalid-${kind}-examples`,
);

function write(name: string, contract: Node): string {
  const file = join(scratch, name);
  writeFileSync(file, JSON.stringify(contract));
  return file;
}

/** Their changes make other rules complain too, or move what others change. */
const APART = new Set(['path-segment-plural', 'rule/paths-have-no-verbs', 'rule/paths-are-kebab-case']);

type Round = { readonly rule: string; readonly change: Change }[];

/**
 * Documents with a change for each of many rules: the first of each, the second, and so on. With a document for each change, redocly
 * takes a minute. In a document, what a rule says is about its own change: no other makes it complain.
 */
function roundsOf(cases: Record<string, Case[]>): Round[] {
  const all = Object.entries(cases).flatMap(([rule, changes]) =>
    changes.map(([, change], turn) => ({ rule, change, turn })),
  );
  const turns = new Set(all.map(({ turn }) => turn));
  const together = all.filter(({ rule }) => !APART.has(rule));
  return [
    ...[...turns].map((turn) => together.filter((each) => each.turn === turn)),
    ...all.filter(({ rule }) => APART.has(rule)).map((each) => [each]),
  ];
}
const rounds = roundsOf(rejected);

const misspelt: Change = (contract) => {
  rename(schema('StatusChange', 'properties'), 'actor', 'changedBy')(contract);
  const required = at(contract, schema('StatusChange', 'required')) as unknown as string[];
  required[required.indexOf('actor')] = 'changedBy';
};
const mistakes: readonly Change[] = [
  drop(schema('CategoryCreate', 'properties', 'name', 'maxLength')),
  put(operation('POST /orders', 'tags'), ['sales']),
  put(json(operation(list, 'responses', '200'), 'schema', '$ref'), '#/components/schemas/ProductPag'),
];

// `npm run check` lints the contract itself.
describe('lint', () => {
  const documents: readonly (readonly Change[])[] = [
    ...rounds.map((round) => round.map(({ change }) => change)),
    ...malformed.map(([, change]) => [change]),
    accepted.map(([, change]) => change),
    [misspelt],
    mistakes,
  ];
  let results: LintProblem[][] = [];

  beforeAll(() => {
    const files = documents.map((changes, index) => {
      const contract = JSON.parse(small) as Node;
      for (const change of changes) change(contract);
      return write(`${index}.json`, contract);
    });
    results = lint(files, ...SKIPPED);
  });
  const found = (change: Change) => results[documents.findIndex((each) => each.includes(change))]!;
  const rulesOf = (change: Change): string[] => [...new Set(found(change).map(({ ruleId }) => ruleId))];

  describe.each(Object.entries(rejected))('rule %s', (rule, changes) => {
    it.each(changes)('rejects %s', (_, change) => {
      expect(rulesOf(change)).toContain(rule);
    });
  });

  it.each(rounds.map((round, n) => ({ round, n })))(
    'no other rule complains of the changes of document $n',
    ({ round }) => {
      const rules = round.map(({ rule }) => rule);
      const ours = rulesOf(round[0]!.change).filter(
        (id) => rules.includes(id) || /^(tradepost|rule)\//.test(id),
      );
      expect(ours.sort()).toEqual(rules.sort());
    },
  );

  it.each(malformed)('has a message for %s', (_, change) => {
    expect(rulesOf(change)).not.toEqual([]);
  });

  it.each(accepted)('accepts %s', (_, change) => {
    expect(rulesOf(change)).toEqual([]);
  });

  it('reports a misspelt field by its name, before the examples that lack it', () => {
    const [first, ...others] = found(misspelt);
    expect(first!.message).toBe("The field changedBy isn't in snake_case. Rename it to changed_by.");
    expect(others.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/has the field actor, which isn't declared; declared are .*changedBy/),
    );
  });

  it('tells a mistake once, at its place', () => {
    const of = (rule: string) => found(mistakes[0]!).filter(({ ruleId }) => ruleId === `tradepost/${rule}`);
    expect(of('request-limits').map(({ location: [place] }) => place!.pointer)).toContain(
      '#/components/schemas/CategoryCreate/properties/name',
    );
    expect([...of('scope-or-reason'), ...of('paged-list')]).toEqual([]);
  });
});
