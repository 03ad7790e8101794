import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../../server/base/problems/api-problem.ts';
import type { Admit, Database } from '../../../server/db/pool/database.ts';
import type { Connection } from '../../../server/db/pool/lazy-transaction.ts';
import { runTransaction } from '../../../server/db/pool/run-transaction.ts';
import type { Transaction } from '../../../server/db/querier.ts';
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
  // More than once if the retry takes its row again before the winner has been woken.
  expect(tries.length).toBeGreaterThanOrEqual(3);
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

describe('a transaction', () => {
  /** Whether an earlier statement of the connection has written in the transaction of this one. */
  const hasBegun = async ({ reads }: Transaction): Promise<boolean> =>
    (
      await reads!.query<{ begun: boolean }>(
        'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS begun',
        [],
      )
    )[0]!.begun;
  /** Without BEGIN, a setting of the transaction ends with its statement. */
  const keepsSettings = async ({ reads }: Transaction): Promise<boolean> => {
    await reads!.query("SELECT set_config('test.kept', 'yes', true)", []);
    const [row] = await reads!.query<{ kept: string | null }>(
      "SELECT current_setting('test.kept', true) AS kept",
      [],
    );
    return row!.kept === 'yes';
  };

  it('begins with its first statement, not with what it reads before', async () => {
    const { db } = await openCounters(1);
    const seen = await db.transaction(async (tx) => {
      const before = [await hasBegun(tx), await keepsSettings(tx)];
      await add(tx, 1);
      return [before, [await hasBegun(tx), await keepsSettings(tx)]];
    });
    expect(seen).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await counters(db)).toEqual([1, 0]);
  });

  it('that has not begun is committed by its final statement', async () => {
    const { db } = await openCounters();
    await db.transaction(async (tx) => {
      await add(tx.final!, 1);
      expect(await counters(db)).toEqual([1, 0]);
      await expect(add(tx, 1)).rejects.toThrow('ended with its final statement');
    });
    expect(await counters(db)).toEqual([1, 0]);
  });

  it.each([
    ['by itself', true],
    ['behind a pooler', false],
  ])(
    'that runs %s goes on after a final statement that failed or wrote nothing',
    async (_where, runsAlone) => {
      const { db } = await openCounters(1);
      const acquire = async (): Promise<Connection> => ({ ...asConnection(db), begin: 'BEGIN', runsAlone });
      const run = (work: (tx: Transaction) => Promise<void>) =>
        runTransaction({ reads: db, acquire, monotonicMs: () => 0 }, work);
      await run(async (tx) => {
        await expect(tx.final!.query('INSERT INTO counters VALUES (1, 1)', [])).rejects.toThrow(
          'duplicate key',
        );
        await add(tx, 1);
      });
      await run(async (tx) => {
        expect(await tx.final!.query('UPDATE counters SET n = 9 WHERE id = 3 RETURNING n', [])).toEqual([]);
        tx.final!.wroteNothing();
        await add(tx, 2);
      });
      expect(await counters(db)).toEqual([1, 1]);
    },
  );

  it('that has begun is rolled back with its final statement', async () => {
    const { db } = await openCounters(1);
    const work = db.transaction(async (tx) => {
      await add(tx, 1);
      await add(tx.final!, 2);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await counters(db)).toEqual([0, 0]);
  });

  it('takes its connection with its first statement, and reads on another before', async () => {
    const { db } = await openCounters(2);
    const seen: string[] = [];
    const admit: Admit = (kind, part) => {
      seen.push(kind);
      return part();
    };
    const work = async (tx: Transaction): Promise<void> => {
      await counters(tx.reads!);
      await Promise.all([add(tx, 1), add(tx, 2)]);
      expect(await counters(tx.reads!)).toEqual([1, 1]);
    };
    await db.transaction(work, undefined, { admit });
    expect([seen, await counters(db)]).toEqual([
      ['query', 'transaction'],
      [1, 1],
    ]);
  });

  it.each([
    [1_000, 'writes with'],
    [1_001, 'reads again on'],
  ])('whose connection comes %i ms after its reads %s it', async (waitMs, then) => {
    const { db } = await openCounters();
    let nowMs = 0;
    const late = async (): Promise<Connection> => {
      nowMs += waitMs;
      return { ...asConnection(db), begin: 'BEGIN' };
    };
    const work = async (tx: Transaction): Promise<void> => {
      await counters(tx.reads!);
      await add(tx.final!, 1);
    };
    const deps = { reads: db, acquire: late, monotonicMs: () => nowMs };
    const first = runTransaction(deps, work);
    if (then === 'writes with') await first;
    else {
      await expect(first).rejects.toThrow('out of date');
      expect(await counters(db)).toEqual([0, 0]);
      await runTransaction(deps, work, { hold: true });
    }
    expect(await counters(db)).toEqual([1, 0]);
  });
});

/** For work that needs no transaction: each statement comes to any connection of the pool. */
const asConnection = (db: Database): Omit<Connection, 'begin'> => ({
  runsAlone: true,
  query: (statement, values) => db.query(statement, values),
  queryAndTell: () => Promise.reject(new Error('nobody asks for positions')),
  isBroken: () => false,
  release: async () => {},
});
