import { describe, expect, it } from 'vitest';
import type { Contract } from '../../openapi/diff/contract.ts';
import { changedValues } from '../../openapi/diff/values/changed-values.ts';
import type { Node } from './change-contract.ts';

const RULES = { request: 'tradepost/accepts-less', response: 'tradepost/returns-more' } as const;
type Direction = keyof typeof RULES;

const parts = (contract: object): Contract => ({ info: { version: '0.1.0' }, ...contract }) as Contract;

/** A contract with one operation, whose request or response has the schema; `$ref: '#/$named'` is a component with `named`. */
function contract(direction: Direction, schema: Node, named: Node = {}): Contract {
  const body = { content: { 'application/json': { schema } } };
  const operation = direction === 'request' ? { requestBody: body } : { responses: { 200: body } };
  return parts({
    paths: { '/things': { post: { operationId: 'createThing', ...operation } } },
    components: { schemas: { Named: named, Other: { type: 'string' } } },
  });
}

type Form = (schema: Node) => { schema: Node; named?: Node };
const named = { $ref: '#/components/schemas/Named' };
const isNull = { type: 'null' };

/** They describe the same values. */
const EQUAL_FORMS: Record<string, Form> = {
  'written in place': (schema) => ({ schema }),
  'in an allOf': (schema) => ({ schema: { description: 'A test.', allOf: [schema] } }),
  'in an anyOf': (schema) => ({ schema: { anyOf: [schema] } }),
  'behind a $ref': (schema) => ({ schema: named, named: schema }),
  'beside a $ref': (schema) => ({ schema: { ...schema, ...named } }),
};

/** Places that a schema can be in. */
const PLACES: Record<string, Form> = {
  ...EQUAL_FORMS,
  'a field': (schema) => ({
    schema: { type: 'object', properties: { x: schema }, additionalProperties: false },
  }),
  items: (schema) => ({ schema: { type: 'array', items: schema } }),
  additionalProperties: (schema) => ({ schema: { type: 'object', additionalProperties: schema } }),
  'a branch of a oneOf': (schema) => ({ schema: { oneOf: [schema, isNull] } }),
};

const text = { type: 'string' };
const money = { type: 'number' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text, b: money } };

/** A schema, and one with fewer values. */
const TIGHTER: [keyword: string, wide: Node, tight: Node][] = [
  ['maxLength', { ...text, maxLength: 50 }, { ...text, maxLength: 10 }],
  ['maxLength, where there was none', text, { ...text, maxLength: 10 }],
  ['pattern', text, { ...text, pattern: '^a' }],
  ['exclusiveMinimum', { ...money, minimum: 1 }, { ...money, exclusiveMinimum: 1 }],
  ['maximum', { ...money, maximum: 10 }, { ...money, exclusiveMaximum: 10 }],
  ['multipleOf', { ...money, multipleOf: 0.5 }, { ...money, multipleOf: 1 }],
  ['type', money, { type: 'integer' }],
  ['type, of several', { type: ['string', 'integer'] }, text],
  ['enum, where there was none', text, { ...text, enum: ['a'] }],
  ['uniqueItems', list, { ...list, uniqueItems: true }],
  ['items', list, { ...list, items: { ...text, maxLength: 3 } }],
  ['required', object, { ...object, required: ['a'] }],
  ['minProperties', object, { ...object, minProperties: 1 }],
  ['a field', object, { ...object, properties: { ...object.properties, b: { ...money, maximum: 9 } } }],
  ['field that any value was allowed in', { type: 'object' }, object],
  ['not', text, { ...text, not: { const: 'a' } }],
];

/** They break requests only: responses may gain values and fields. */
const TIGHTER_REQUESTS: typeof TIGHTER = [
  ['enum, to a const', { ...text, enum: ['a', 'b'] }, { const: 'a' }],
  ['additionalProperties', object, { ...object, additionalProperties: false }],
  ['unevaluatedProperties', object, { ...object, unevaluatedProperties: false }],
];

function rulesFor(direction: Direction, before: ReturnType<Form>, after: ReturnType<Form>): string[] {
  const [released, current] = [before, after].map((each) => contract(direction, each.schema, each.named));
  return [...new Set(changedValues(released!, current!).map(({ ruleId }) => ruleId))];
}

describe.each(Object.entries(PLACES))('a schema that is %s', (_, form) => {
  it.each([...TIGHTER, ...TIGHTER_REQUESTS])(
    'accepts less with a tighter %s, not with a wider one',
    (_, wide, tight) => {
      expect(rulesFor('request', form(wide), form(tight))).toEqual([RULES.request]);
      expect(rulesFor('request', form(tight), form(wide))).toEqual([]);
    },
  );

  it.each(TIGHTER)('returns more with a wider %s, not with a tighter one', (_, wide, tight) => {
    expect(rulesFor('response', form(tight), form(wide))).toEqual([RULES.response]);
    expect(rulesFor('response', form(wide), form(tight))).toEqual([]);
  });

  it.each(TIGHTER_REQUESTS)('may return what a wider %s adds', (_, wide, tight) => {
    expect(rulesFor('response', form(tight), form(wide))).toEqual([]);
  });
});

const forms = Object.entries(EQUAL_FORMS);
const moves = forms.flatMap(([from, given]) =>
  forms.map(([to, rewritten]) => [from, to, given, rewritten] as const),
);

it.each(moves)(
  'a schema that was %s and is %s breaks only if its limits change',
  (_from, _to, given, rewritten) => {
    for (const [keyword, wide, tight] of TIGHTER) {
      expect(rulesFor('request', given(wide), rewritten(wide)), keyword).toEqual([]);
      expect(rulesFor('response', given(tight), rewritten(tight)), keyword).toEqual([]);
      expect(rulesFor('request', given(wide), rewritten(tight)), keyword).toEqual([RULES.request]);
      expect(rulesFor('response', given(tight), rewritten(wide)), keyword).toEqual([RULES.response]);
    }
  },
);

const closed = (required: string[], properties: Node): Node => {
  return { type: 'object', required, properties, additionalProperties: false };
};
const amountOf = (limits: Node): Node =>
  closed(['type', 'amount'], { type: { const: 'fixed' }, amount: { ...money, ...limits } });
const fixed = amountOf({});
const percentage = closed(['type', 'percentage'], { type: { const: 'percentage' }, percentage: money });
const free = closed(['type'], { type: { const: 'free' } });
const renamed = closed(['type', 'value'], { type: { const: 'fixed' }, value: money });
const either = closed(['type'], {
  type: { enum: ['fixed', 'percentage'] },
  amount: money,
  percentage: money,
});
const union = (...oneOf: Node[]): Node => ({ oneOf, discriminator: { propertyName: 'type' } });

const split = [
  '/properties/amount Is required.',
  '/properties/percentage Is no longer accepted.',
  '/properties/percentage Is required.',
  '/properties/amount Is no longer accepted.',
];
const isFree = ' May be `object` with `type` "free".';
const overlapping = { oneOf: [text, { type: 'string', maxLength: 5 }] };

it.each<[title: string, Direction, before: Node, after: Node, changes: string[]]>([
  ['a request that became a union', 'request', either, union(fixed, percentage), split],
  [
    'a request that became a union with a tighter limit',
    'request',
    either,
    union(amountOf({ maximum: 100 }), percentage),
    ['/properties/amount `maximum` was not given and is 100.', ...split],
  ],
  ['a response that became a union', 'response', either, union(fixed, percentage), []],
  [
    'a response that became a union without a field',
    'response',
    either,
    union(fixed, free),
    [isFree, '/properties/percentage Is no longer returned.'],
  ],
  [
    'a branch that is gone',
    'request',
    union(fixed, percentage),
    union(fixed),
    [' No longer accepts `object` with `type` "percentage".'],
  ],
  ['a new branch in a request', 'request', union(fixed), union(fixed, percentage), []],
  [
    'a new branch with a discriminator',
    'response',
    union(fixed, percentage),
    union(fixed, percentage, free),
    [],
  ],
  ['a new branch without one', 'response', { oneOf: [fixed] }, { oneOf: [fixed, free] }, [isFree]],
  [
    'a renamed field of a branch',
    'response',
    union(fixed, percentage),
    union(renamed, percentage),
    ['/oneOf/0/properties/amount May be absent.', '/oneOf/0/properties/amount Is no longer returned.'],
  ],
  [
    'branches that overlap',
    'request',
    text,
    overlapping,
    [' Is refused if several branches of `oneOf` match.'],
  ],
  ['a new null', 'response', text, { type: ['string', 'null'] }, [' May be `null`.']],
  ['a new value of an enumeration', 'response', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
  [
    'an encoding',
    'response',
    text,
    { ...text, contentEncoding: 'base64' },
    [' `contentEncoding` was not given and is "base64".'],
  ],
  [
    'a media type that is gone',
    'request',
    { ...text, contentMediaType: 'text/html' },
    text,
    [' `contentMediaType` was "text/html" and is gone.'],
  ],
  [
    'a field that is only written',
    'response',
    text,
    { ...text, writeOnly: true },
    [' `writeOnly` was not given and is true.'],
  ],
  ['another constant', 'response', { const: 'a' }, { const: 'b' }, [' May be "b".']],
  [
    'a field that is gone',
    'response',
    object,
    { type: 'object', properties: { a: text } },
    ['/properties/b Is no longer returned.'],
  ],
])('compares %s of a %s', (_title, direction, before, after, changes) => {
  const found = changedValues(contract(direction, before), contract(direction, after));
  expect(found.map(({ at, text }) => `${at.split('/schema').at(-1)} ${text}`).sort()).toEqual(changes.sort());
});

it('compares an operation that moved to another path', () => {
  const released = contract('request', text);
  const current = contract('request', { ...text, maxLength: 5 });
  const moved = { ...current, paths: { '/elsewhere': current.paths['/things']! } };
  expect(changedValues(released, moved)).toMatchObject([{ ruleId: RULES.request, keyword: 'maxLength' }]);
});

it('compares recursive schemas', () => {
  const tree = (maxLength: number): Node =>
    closed([], { name: { ...text, maxLength }, children: { type: 'array', items: named } });
  const [wide, tight] = [50, 10].map((limit) => contract('request', named, tree(limit)));
  expect(changedValues(wide!, wide!)).toEqual([]);
  expect(changedValues(wide!, tight!)).toMatchObject([{ keyword: 'maxLength' }]);
});

it('compares parameters by name, wherever they are declared', () => {
  const inline = (maxLength: number): Node => ({ in: 'query', name: 'sku', schema: { ...text, maxLength } });
  const withParameters = (...parameters: Node[]): Contract =>
    parts({ paths: { '/things': { get: { parameters } } }, components: { parameters: { Sku: inline(10) } } });
  const shared = withParameters({ $ref: '#/components/parameters/Sku' });
  const released = withParameters({ in: 'query', name: 'status', schema: text }, inline(50));
  expect(changedValues(released, shared)).toMatchObject([{ ruleId: RULES.request, keyword: 'maxLength' }]);
  expect(changedValues(shared, released)).toEqual([]);
});
