// Checked by `npm run typecheck` as well: a line marked @ts-expect-error that compiles is an error there.
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Querier } from '../../../server/db/querier.ts';
import { compile, type ParametersOf, statement } from '../../../server/db/statement.ts';

/** Answers with what it was asked. */
const echo: Querier = {
  query: async <Row extends object>(asked: object | string, values: readonly unknown[]) =>
    [{ asked, values }] as unknown as Row[],
};

describe('compiling a statement', () => {
  const texts: [string, string, string[]][] = [
    ['SELECT 1', 'SELECT 1', []],
    ['SELECT :id', 'SELECT $1', ['id']],
    ['SELECT :b, :a, :b', 'SELECT $1, $2, $1', ['b', 'a']],
    ['SELECT :id::int, x::text[]', 'SELECT $1::int, x::text[]', ['id']],
    ['SELECT a[:from_:to]', 'SELECT a[$1$2]', ['from_', 'to']],
    ["SELECT ':no', 'it''s :no', :yes", "SELECT ':no', 'it''s :no', $1", ['yes']],
    ["SELECT 1 -- don't take :no\n, :yes", "SELECT 1 -- don't take :no\n, $1", ['yes']],
    ["SELECT '--:no', :yes", "SELECT '--:no', $1", ['yes']],
    [`SELECT '{"a":1}'::json, x AS "camelCase"`, `SELECT '{"a":1}'::json, x AS "camelCase"`, []],
    ['SELECT 1 AS "a", :x::int AS "b"', 'SELECT 1 AS "a", $1::int AS "b"', ['x']],
  ];
  it.each(texts)('turns %j into %j', (text, compiled, parameters) => {
    expect(compile(text)).toEqual({ text: compiled, parameters });
  });

  it.each(["SELECT E'\\':id'", 'SELECT /* :id */ 1', 'SELECT $$:id$$', 'SELECT "a:b"'])(
    'refuses %s, which it cannot read',
    (text) => {
      expect(() => compile(text)).toThrow('A statement cannot hold');
    },
  );

  it('refuses $1 beside names', () => {
    expect(() => compile('SELECT $1, :id')).toThrow('not $1');
  });
});

describe('running a statement', () => {
  it('puts the values in the order of the names in the text', async () => {
    const named = statement('test: order of values', 'SELECT :first, :second, :first');
    const [got] = await named<{ asked: object; values: unknown[] }>(echo, { second: 2, first: null });
    expect(got).toEqual({ asked: named, values: [null, 2] });
    expect([named.name, named.text]).toEqual(['test: order of values', 'SELECT $1, $2, $1']);
  });

  it('does not compile with a missing or a surplus value, and refuses it when it runs', () => {
    const named = statement('test: wrong values', 'SELECT :id::int');
    // @ts-expect-error id is missing
    const missing = () => named(echo, {});
    // @ts-expect-error there is no :name
    const surplus = () => named(echo, { id: 1, name: 'x' });
    expect(missing).toThrow('"test: wrong values" was given no value for :id');
    expect(surplus).toThrow('"test: wrong values" has no parameter :name');
  });

  it('checks the names when it runs where a piece of the text is not known to the types', () => {
    const columns: string = ':name, :price';
    const named = statement('test: unknown piece', `SELECT ${columns}`);
    expect(() => named(echo, { name: 'x' })).toThrow('no value for :price');
  });

  it('takes a name once', () => {
    statement('test: taken', 'SELECT 1');
    expect(() => statement('test: taken', 'SELECT 2')).toThrow('two statements named test: taken');
  });
});

it('knows the parameters of a text by its type', () => {
  type Of<Text extends string> = keyof ParametersOf<Text>;
  expectTypeOf<Of<'SELECT :id::int, :name_2,:x)'>>().toEqualTypeOf<'id' | 'name_2' | 'x'>();
  expectTypeOf<Of<"SELECT ':no', 'it''s :no', :yes">>().toEqualTypeOf<'yes'>();
  expectTypeOf<Of<"SELECT 1 -- don't :no\n, :yes::text[] -- :no">>().toEqualTypeOf<'yes'>();
  expectTypeOf<Of<"SELECT '--:no', :yes">>().toEqualTypeOf<'yes'>();
  expectTypeOf<ParametersOf<'SELECT 1::int'>>().toEqualTypeOf<Readonly<Record<string, never>>>();
  expectTypeOf<Of<`SELECT ${string} :id`>>().toEqualTypeOf<string>();
  const piece = 'x = :x' as const;
  const whole = `SELECT 1 WHERE ${piece} AND y = :y AND z < ${15}` as const;
  expectTypeOf<Of<typeof whole>>().toEqualTypeOf<'x' | 'y'>();
});
