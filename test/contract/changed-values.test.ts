import { describe, expect, it } from 'vitest';
import type { Contract } from '../../openapi/diff/contract.ts';
import { changedValues } from '../../openapi/diff/values/changed-values.ts';
import type { Node } from './change-contract.ts';

const RULES = { request: 'tradepost/accepts-less', response: 'tradepost/returns-more' } as const;
type Direction = keyof typeof RULES;

/** A contract with one operation, whose request or response has the schema; `$ref: '#/$named'` is a component with `named`. */
function contract(direction: Direction, schema: Node, named: Node = {}): Contract {
  const body = { content: { 'application/json': { schema } } };
  const operation = direction === 'request' ? { requestBody: body } : { responses: { 200: body } };
  return {
    info: { version: '0.1.0' },
    paths: { '/things': { post: { operationId: 'createThing', ...operation } } },
    components: { schemas: { Named: named, Other: { type: 'string' } } },
  } as unknown as Contract;
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
  'a branch of an anyOf behind a $ref': (schema) => ({ schema: { anyOf: [isNull, named] }, named: schema }),
  'a field of a part of an allOf': (schema) => ({
    schema: { allOf: [{ type: 'object', properties: { x: schema } }, { type: 'object' }] },
  }),
};

const text = { type: 'string' };
const money = { type: 'number' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text, b: money } };

/** A schema, and one with fewer values. */
const TIGHTER: [keyword: string, wide: Node, tight: Node][] = [
  ['maxLength', { ...text, maxLength: 50 }, { ...text, maxLength: 10 }],
  ['maxLength, where there was none', text, { ...text, maxLength: 10 }],
  ['minLength', { ...text, minLength: 1 }, { ...text, minLength: 2 }],
  ['pattern', text, { ...text, pattern: '^a' }],
  ['format', text, { ...text, format: 'date' }],
  ['minimum', { ...money, minimum: 1 }, { ...money, minimum: 2 }],
  ['exclusiveMinimum', { ...money, minimum: 1 }, { ...money, exclusiveMinimum: 1 }],
  ['maximum', { ...money, maximum: 10 }, { ...money, exclusiveMaximum: 10 }],
  ['multipleOf', { ...money, multipleOf: 0.5 }, { ...money, multipleOf: 1 }],
  ['type', money, { type: 'integer' }],
  ['type, of several', { type: ['string', 'integer'] }, text],
  ['enum, where there was none', text, { ...text, enum: ['a'] }],
  ['maxItems', list, { ...list, maxItems: 5 }],
  ['minItems', { ...list, minItems: 1 }, { ...list, minItems: 2 }],
  ['uniqueItems', list, { ...list, uniqueItems: true }],
  ['items', list, { ...list, items: { ...text, maxLength: 3 } }],
  ['required', object, { ...object, required: ['a'] }],
  ['minProperties', object, { ...object, minProperties: 1 }],
  ['a field', object, { ...object, properties: { ...object.properties, b: { ...money, maximum: 9 } } }],
  [
    'additionalProperties',
    { ...object, additionalProperties: money },
    { ...object, additionalProperties: { type: 'integer' } },
  ],
  ['field that any value was allowed in', { type: 'object' }, object],
  ['not', text, { ...text, not: { const: 'a' } }],
];

/** They break requests only: responses may gain values and fields. */
const TIGHTER_REQUESTS: typeof TIGHTER = [
  ['enum', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }],
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

const moves = Object.keys(EQUAL_FORMS).flatMap((from) =>
  Object.keys(EQUAL_FORMS).map((to) => [from, to] as const),
);

describe.each(moves)('a schema that was %s and is %s', (from, to) => {
  const [given, rewritten] = [EQUAL_FORMS[from]!, EQUAL_FORMS[to]!];

  it('has the same values', () => {
    for (const [, wide, tight] of [...TIGHTER, ...TIGHTER_REQUESTS])
      for (const schema of [wide, tight])
        for (const direction of ['request', 'response'] as const)
          expect(rulesFor(direction, given(schema), rewritten(schema)), JSON.stringify(schema)).toEqual([]);
  });

  it('breaks if its limits change at the same time', () => {
    for (const [keyword, wide, tight] of TIGHTER) {
      expect(rulesFor('request', given(wide), rewritten(tight)), keyword).toEqual([RULES.request]);
      expect(rulesFor('response', given(tight), rewritten(wide)), keyword).toEqual([RULES.response]);
    }
  });
});

const fixed = {
  type: 'object',
  required: ['type', 'amount'],
  properties: { type: { const: 'fixed' }, amount: money },
  additionalProperties: false,
};
const percentage = {
  type: 'object',
  required: ['type', 'percentage'],
  properties: { type: { const: 'percentage' }, percentage: money },
  additionalProperties: false,
};
const free = {
  type: 'object',
  required: ['type'],
  properties: { type: { const: 'free' } },
  additionalProperties: false,
};
const either = {
  type: 'object',
  required: ['type'],
  properties: { type: { enum: ['fixed', 'percentage'] }, amount: money, percentage: money },
  additionalProperties: false,
};
const withAmount = (limit: Node): Node => ({
  ...fixed,
  properties: { ...fixed.properties, amount: { ...money, ...limit } },
});
const union = (...oneOf: Node[]): Node => ({ oneOf, discriminator: { propertyName: 'type' } });

function changes(direction: Direction, before: Node, after: Node): string[] {
  const found = changedValues(contract(direction, before), contract(direction, after));
  return found.map(({ at, text }) => `${at.split('/schema').at(-1)} ${text}`);
}

describe('a schema that became a union', () => {
  it('names what each branch no longer accepts', () => {
    expect(changes('request', either, union(fixed, percentage))).toEqual([
      '/properties/amount Is required.',
      '/properties/percentage Is no longer accepted.',
      '/properties/percentage Is required.',
      '/properties/amount Is no longer accepted.',
    ]);
  });

  it('is no excuse for a tighter limit in a branch', () => {
    const before = changes('request', either, union(fixed, percentage));
    const tighter = changes('request', either, union(withAmount({ maximum: 100 }), percentage));
    expect(tighter.filter((change) => !before.includes(change))).toEqual([
      '/properties/amount `maximum` was not given and is 100.',
    ]);
  });

  it('may return fields in one branch only, but not lose one in all', () => {
    expect(changes('response', either, union(fixed, percentage))).toEqual([]);
    expect(changes('response', either, union(fixed, free))).toEqual([
      ' May be `object` with `type` "free".',
      '/properties/percentage Is no longer returned.',
    ]);
  });
});

describe('a union', () => {
  it('accepts less without one of its branches', () => {
    expect(changes('request', union(fixed, percentage), union(fixed))).toEqual([
      ' No longer accepts `object` with `type` "percentage".',
    ]);
    expect(changes('request', union(fixed), union(fixed, percentage))).toEqual([]);
  });

  it('may return new branches only if it has a discriminator', () => {
    expect(changes('response', union(fixed, percentage), union(fixed, percentage, free))).toEqual([]);
    const without = (...oneOf: Node[]): Node => ({ oneOf });
    expect(changes('response', without(fixed), without(fixed, free))).toEqual([
      ' May be `object` with `type` "free".',
    ]);
  });

  it('with a discriminator still has the same fields in the branches it had', () => {
    const renamed = {
      ...fixed,
      required: ['type', 'value'],
      properties: { type: { const: 'fixed' }, value: money },
    };
    expect(changes('response', union(fixed, percentage), union(renamed, percentage))).toEqual([
      '/oneOf/0/properties/amount May be absent.',
      '/oneOf/0/properties/amount Is no longer returned.',
    ]);
  });

  it('accepts less if branches of a oneOf overlap that were one schema', () => {
    expect(changes('request', text, { oneOf: [text, { type: 'string', maxLength: 5 }] })).toEqual([
      ' Is refused if several branches of `oneOf` match.',
    ]);
  });
});

describe('a response', () => {
  it('may not be null if it never was', () => {
    expect(changes('response', text, { type: ['string', 'null'] })).toEqual([' May be `null`.']);
    const other = { $ref: '#/components/schemas/Other' };
    expect(changes('response', other, { oneOf: [other, isNull] })).toHaveLength(1);
  });

  it('may have new values of an enumeration, but not another constant', () => {
    expect(changes('response', { enum: ['a'] }, { enum: ['a', 'b'] })).toEqual([]);
    expect(changes('response', { const: 'a' }, { const: 'b' })).toEqual([' May be "b".']);
  });

  it('keeps its fields', () => {
    expect(changes('response', object, { type: 'object', properties: { a: text } })).toEqual([
      '/properties/b Is no longer returned.',
    ]);
    expect(changes('response', { type: 'object', properties: { a: text } }, object)).toEqual([]);
  });
});

it('compares an operation that moved to another path', () => {
  const released = contract('request', text);
  const current = contract('request', { ...text, maxLength: 5 });
  const moved = { ...current, paths: { '/elsewhere': current.paths['/things']! } };
  expect(changedValues(released, moved)).toMatchObject([{ ruleId: RULES.request, keyword: 'maxLength' }]);
});

it('compares recursive schemas', () => {
  const tree = (limit: number): Node => ({
    type: 'object',
    properties: { name: { ...text, maxLength: limit }, children: { type: 'array', items: named } },
    additionalProperties: false,
  });
  const contracts = [50, 10].map((limit) => contract('request', named, tree(limit)));
  expect(changedValues(contracts[0]!, contracts[0]!)).toEqual([]);
  expect(changedValues(contracts[0]!, contracts[1]!)).toMatchObject([{ keyword: 'maxLength' }]);
});

describe('parameters', () => {
  const withParameters = (parameters: Node[], components: Node = {}): Contract =>
    ({
      info: { version: '0.1.0' },
      paths: { '/things': { get: { parameters } } },
      components,
    }) as unknown as Contract;
  const inline = (maxLength: number): Node => ({ in: 'query', name: 'sku', schema: { ...text, maxLength } });

  it('are compared by name, wherever they are declared', () => {
    const shared = withParameters([{ $ref: '#/components/parameters/Sku' }], {
      parameters: { Sku: inline(10) },
    });
    const released = withParameters([{ in: 'query', name: 'status', schema: text }, inline(50)]);
    expect(changedValues(released, shared)).toMatchObject([{ ruleId: RULES.request, keyword: 'maxLength' }]);
    expect(changedValues(shared, released)).toEqual([]);
  });
});
