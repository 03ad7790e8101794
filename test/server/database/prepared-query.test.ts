import { expect, it } from 'vitest';
import { type ByteString, textOfBytes, toByteString } from '../../../server/base/byte-string.ts';
import { statement } from '../../../server/db/sql/statement.ts';
import { add, counters, openCounters } from '../../support/counters.ts';

const values = statement(
  'test: values',
  `SELECT :n::int AS n, :t::text AS t, :b::boolean AS b, ARRAY[1, 2] AS list, '1.10'::numeric AS amount,
   9::bigint AS big, NULL::text AS nothing FROM generate_series(1, 2)`,
);
const quotient = statement('test: quotient', 'SELECT 10 / :divisor::int AS quotient');
const increase = statement('test: increase', 'UPDATE counters SET n = n + 1 WHERE id = :id');
const readAll = statement('test: all columns', 'SELECT * FROM counters WHERE id = :id');

it('a prepared statement has rows of the same values each time it runs', async () => {
  const { db } = await openCounters(1);
  for (const n of [1, 2, 3]) {
    const row = { n, t: 'é', b: n === 2, list: [1, 2], amount: '1.10', big: 9, nothing: null };
    expect(await values(db, { n, t: 'é', b: n === 2 })).toEqual([row, row]);
  }
});

const echoArray = statement('test: array', 'SELECT :list::text[] AS list');

it('a prepared statement takes an array with any text in it', async () => {
  const { db } = await openCounters(1);
  for (const list of [[], ['a', 'é "b"', 'c\\d', 'null', '', '{x,y}', '  '], [null, 'a']])
    expect(await echoArray(db, { list })).toEqual([{ list }]);
});

const TEXTS = ['é', '漢字 🙂', null, 'plain', 'ã'.repeat(100_000)];
const BYTES =
  'SELECT t AS bytes, t AS text FROM unnest(:texts::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n';
const byteColumns = ['bytes'];

it.each([
  ['prepared', statement('test: bytes', BYTES, { byteColumns })],
  ['planned anew', statement('test: bytes, planned anew', BYTES, { byteColumns, prepared: false })],
] as const)('a column of bytes comes as a byte string, and the others as text (%s)', async (_how, read) => {
  const { db } = await openCounters(1);
  for (let run = 0; run < 2; run += 1) {
    const rows = await read<{ bytes: ByteString | null; text: string | null }>(db, { texts: TEXTS });
    expect(rows.map(({ text }) => text)).toEqual(TEXTS);
    expect(rows.map(({ bytes }) => bytes?.length)).toEqual(
      TEXTS.map((text) => (text === null ? undefined : Buffer.byteLength(text))),
    );
    expect(rows.map(({ bytes }) => bytes && textOfBytes(bytes))).toEqual(TEXTS);
  }
});

const failingBytes = statement(
  'test: bytes that fail',
  "SELECT 'é' AS bytes, 1 / (3 - n) AS quotient FROM generate_series(1, :rows::int) AS n",
  { byteColumns },
);

it('text is text again after a statement with bytes has failed', async () => {
  const { db } = await openCounters(1);
  for (const rows of [2, 3, 2]) {
    const read = failingBytes<{ bytes: ByteString }>(db, { rows });
    if (rows === 3) await expect(read).rejects.toMatchObject({ code: '22012' });
    else expect((await read)[0]!.bytes).toBe(toByteString('é'));
    expect(await values(db, { n: 1, t: 'é', b: true })).toMatchObject([{ t: 'é' }, { t: 'é' }]);
  }
});

it('a prepared statement without a result has no rows, and runs again', async () => {
  const { db } = await openCounters(1);
  for (let run = 0; run < 3; run += 1) expect(await increase(db, { id: 2 })).toEqual([]);
  expect(await counters(db)).toEqual([0, 3]);
});

it('a prepared statement runs again after it has failed, the first time or later', async () => {
  const { db } = await openCounters(1);
  for (const divisor of [0, 5, 0, 2])
    if (divisor === 0) await expect(quotient(db, { divisor })).rejects.toMatchObject({ code: '22012' });
    else expect(await quotient(db, { divisor })).toEqual([{ quotient: 10 / divisor }]);
});

it('a prepared statement fails, rather than to return wrong columns, after its table has got others', async () => {
  const { db } = await openCounters(1);
  expect(await readAll(db, { id: 1 })).toEqual([{ id: 1, n: 0 }]);
  await db.query('ALTER TABLE counters ADD COLUMN note text', []);
  await expect(readAll(db, { id: 1 })).rejects.toThrow('cached plan must not change result type');
});

it('prepared statements and others take turns in a transaction', async () => {
  const { db } = await openCounters(1);
  const seen = await db.transaction(async (tx) => {
    await increase(tx, { id: 1 });
    await add(tx, 1);
    await increase(tx, { id: 1 });
    return counters(tx);
  });
  expect(seen).toEqual([3, 0]);
});
