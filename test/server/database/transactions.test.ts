import { expect, it } from 'vitest';
import type { Transaction } from '../../../server/db/querier.ts';
import { ApiProblem } from '../../../server/errors.ts';
import { add, backend, counters, openCounters } from '../../support/counters.ts';

it('runs a transaction again that lost a deadlock, and its caller sees nothing of it', async () => {
  const { db } = await openCounters();
  await db.query(
    `ALTER DATABASE ${(await db.query<{ name: string }>('SELECT current_database() AS name', []))[0]!.name} SET deadlock_timeout = '20ms'`,
    [],
  );
  let holding = 0;
  let release = (): void => {};
  const bothHold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tries: number[] = [];
  const crosswise = (first: number, second: number) =>
    db.transaction(async (tx) => {
      tries.push(first);
      await add(tx, first);
      holding += 1;
      if (holding === 2) release();
      await bothHold;
      await add(tx, second);
      return first;
    });
  expect(await Promise.all([crosswise(1, 2), crosswise(2, 1)])).toEqual([1, 2]);
  expect(tries).toHaveLength(3);
  expect(await counters(db)).toEqual([2, 2]);
});

it('gives up after the fifth failure to serialise', async () => {
  const { db } = await openCounters();
  let tries = 0;
  const work = async (tx: Transaction): Promise<void> => {
    tries += 1;
    await add(tx, 1);
    await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$`, []);
  };
  await expect(db.transaction(work)).rejects.toMatchObject({ code: '40001' });
  expect([tries, await counters(db)]).toEqual([5, [0, 0]]);
});

const failures: [name: string, fail: (tx: Transaction) => Promise<unknown>, error: object][] = [
  ['a refusal', async () => Promise.reject(new ApiProblem('in_use', 'It is in use.')), { code: 'in_use' }],
  ['a fault of ours', async () => Promise.reject(new TypeError('x')), { name: 'TypeError' }],
  ['a query that fails', (tx) => tx.query('SELECT 1 / 0', []), { code: '22012' }],
  [
    'a constraint that is broken',
    (tx) => tx.query('INSERT INTO counters VALUES (1, 0)', []),
    { code: '23505' },
  ],
  [
    'a query after one that failed',
    (tx) => tx.query('nonsense', []).catch(() => add(tx, 1)),
    { code: '25P02' },
  ],
];

it.each(failures)(
  'takes back a transaction that ends with %s, and keeps its connection',
  async (_name, fail, error) => {
    const { db } = await openCounters(1);
    const pid = await backend(db);
    const work = async (tx: Transaction): Promise<unknown> => {
      await add(tx, 1);
      return fail(tx);
    };
    await expect(db.transaction(work)).rejects.toMatchObject(error);
    expect([await counters(db), await backend(db)]).toEqual([[0, 0], pid]);
  },
);
