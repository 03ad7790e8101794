import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Querier } from '../../../server/db/querier.ts';
import { compile, statement } from '../../../server/db/sql/statement.ts';
import { serializers } from '../../../server/main/log.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

/** Returns the statement and the values that it is given. */
const echo: Querier = {
  query: async <Row extends object>(asked: object | string, values: readonly unknown[]) =>
    [{ asked, values }] as unknown as Row[],
};
const failing = statement('test: division by zero', 'SELECT 1 / :divisor::int AS quotient');

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
    'rejects %s, which it cannot parse',
    (text) => {
      expect(() => compile(text)).toThrow('A statement cannot hold');
    },
  );

  it('rejects $1 next to named parameters', () => {
    expect(() => compile('SELECT $1, :id')).toThrow('not $1');
  });
});

describe('running a statement', () => {
  it('sends the values in the order of the names in the text', async () => {
    const named = statement('test: order of values', 'SELECT :first, :second, :first');
    const [got] = await named<{ asked: object; values: unknown[] }>(echo, { second: 2, first: null });
    expect(got).toEqual({ asked: named, values: [null, 2] });
    expect([named.name, named.text]).toEqual(['test: order of values', 'SELECT $1, $2, $1']);
  });

  it('with a missing or surplus value throws', () => {
    const named = statement('test: wrong values', 'SELECT :id::int');
    const missing = () => named(echo, {});
    const surplus = () => named(echo, { id: 1, name: 'x' });
    expect(missing).toThrow('"test: wrong values" was given no value for :id');
    expect(surplus).toThrow('"test: wrong values" has no parameter :name');
  });

  it('throws when two statements have the same name', () => {
    statement('test: taken', 'SELECT 1');
    expect(() => statement('test: taken', 'SELECT 2')).toThrow('two statements named test: taken');
  });
});

describe('a failed statement', () => {
  it('is named in the log, without its values', async () => {
    const { context } = await useTestEnvironment();
    const error = await context.db.transaction((tx) => failing(tx, { divisor: 0 })).catch((e: unknown) => e);
    const logged = serializers.err(error as Error);
    expect(logged).toMatchObject({ code: '22012', statement: 'test: division by zero' });
  });

  it('is named in the log when it fails in a request', async () => {
    const lines: string[] = [];
    const log = pino({ serializers }, { write: (line: string) => void lines.push(line) });
    const { context, tenant } = await useTestEnvironment({ overrides: { log } });
    const { request } = await tenant();
    await context.db.query('ALTER TABLE products RENAME TO goods', []);
    expect((await request('GET', '/products?limit=1')).status).toBe(500);
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    expect(failures).toMatchObject([
      { err: { code: '42P01', statement: expect.stringMatching(/^list products by id/) } },
    ]);
  });
});
