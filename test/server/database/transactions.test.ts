import { expect, it } from 'vitest';
import type { Transaction } from '../../../server/db/querier.ts';
import { ApiProblem } from '../../../server/errors.ts';
import { add, backend, counters, openCounters } from '../../support/counters.ts';

it('a transaction that lost a deadlock is retried, and its caller does not notice', async () => {
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

it('a transaction is given up after the fifth serialization failure', async () => {
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
  [
    'an API problem',
    async () => Promise.reject(new ApiProblem('in_use', 'It is in use.')),
    { code: 'in_use' },
  ],
  ['an unexpected exception', async () => Promise.reject(new TypeError('x')), { name: 'TypeError' }],
  ['a failed query', (tx) => tx.query('SELECT 1 / 0', []), { code: '22012' }],
  ['a constraint violation', (tx) => tx.query('INSERT INTO counters VALUES (1, 0)', []), { code: '23505' }],
  ['a query after a failed one', (tx) => tx.query('nonsense', []).catch(() => add(tx, 1)), { code: '25P02' }],
];

it.each(failures)(
  'a transaction that ends with %s is rolled back, and its connection is kept',
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
