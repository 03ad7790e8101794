import { describe, expect, it } from 'vitest';
import type { OnClosed } from '../../../server/base/counters/fair-semaphore.ts';
import { ApiProblem } from '../../../server/base/problems/api-problem.ts';
import type { EventCause } from '../../../server/db/event-cause.ts';
import type { Database } from '../../../server/db/pool/database.ts';
import type { GroupableWrite, Querier } from '../../../server/db/querier.ts';
import {
  GroupCommit,
  MAX_GROUP_SIZE,
  MAX_WRITES,
  type Writer,
} from '../../../server/db/tenants/group-commit.ts';
import { counters, openCounters } from '../../support/counters.ts';

interface Counter {
  readonly id: number;
}
interface Added extends Counter {
  readonly n: number;
}

const ADD =
  'INSERT INTO counters SELECT id, n FROM unnest($1::int[]) WITH ORDINALITY u(id, n) RETURNING id, n';
const insert = (db: Querier, ids: readonly number[]): Promise<Added[]> => db.query<Added>(ADD, [ids]);
const stays: OnClosed = () => () => {};
const writer: Writer = { cause: undefined, onClosed: stays, isFresh: () => true };

/** Writes of new counters. `groups` has the ids that each statement was for. */
function recorded() {
  const groups: number[][] = [];
  const write: GroupableWrite<Counter, Added> = {
    name: 'counters',
    size: () => 1,
    one: (db, { id }) => {
      groups.push([id]);
      return insert(db, [id]);
    },
    several: (db, values) => {
      groups.push(values.map(({ id }) => id));
      return insert(
        db,
        values.map(({ id }) => id),
      );
    },
  };
  return { groups, write };
}

/** Group commits of a tenant that gets a connection when the test admits it. */
async function openGroups() {
  const { db, proxy } = await openCounters();
  const waiting: (() => void)[] = [];
  const commits = new GroupCommit(db, async (_tenantId, task) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await task();
  });
  const { groups, write } = recorded();
  const add = (id: number, by: Partial<Writer> = {}, tenantId = 1) =>
    commits.write(write, tenantId, { id }, { ...writer, ...by });
  /** Lets all groups run that are waiting. */
  const admit = async (): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const start of waiting.splice(0)) start();
  };
  return { db, proxy, commits, groups, write, add, admit };
}

/** A client that leaves when the test says so. */
function client() {
  const callbacks = new Set<() => void>();
  const onClosed: OnClosed = (callback) => {
    callbacks.add(callback);
    return () => callbacks.delete(callback);
  };
  return {
    onClosed,
    leave: () => {
      for (const callback of callbacks) callback();
    },
  };
}

describe('writes that come while their tenant waits for a connection', () => {
  it('are one statement with one commit, and each gets its own row', async () => {
    const { add, admit, groups } = await openGroups();
    const added = Promise.all([13, 11, 12].map((id) => add(id)));
    await admit();
    expect(await added).toEqual([[{ id: 13, n: 1 }], [{ id: 11, n: 2 }], [{ id: 12, n: 3 }]]);
    expect(groups).toEqual([[13, 11, 12]]);
  });

  it('are written as one if there is only one', async () => {
    const { add, admit, groups } = await openGroups();
    const added = add(11);
    await admit();
    expect([await added, groups]).toEqual([[{ id: 11, n: 1 }], [[11]]]);
  });

  it('stay apart from those of other tenants', async () => {
    const { add, admit, groups } = await openGroups();
    const added = Promise.all([add(11), add(12, {}, 2), add(13)]);
    await admit();
    await added;
    expect(groups).toEqual([[11, 13], [12]]);
  });

  it('are several statements when they are many', async () => {
    const { add, admit, groups } = await openGroups();
    const added = Promise.all(Array.from({ length: MAX_WRITES + 2 }, (_, n) => add(11 + n)));
    await admit();
    await added;
    expect(groups.map(({ length }) => length)).toEqual([MAX_WRITES, 2]);
  });

  it('are several statements when they are large, and one that is too large stays alone', async () => {
    const { commits, write, admit, groups } = await openGroups();
    const add = (id: number, size: number) =>
      commits.write({ ...write, size: () => size }, 1, { id }, writer);
    const added = Promise.all([add(11, MAX_GROUP_SIZE / 2), add(12, MAX_GROUP_SIZE / 2), add(13, 1)]);
    expect(await add(14, MAX_GROUP_SIZE + 1)).toBe(undefined);
    await admit();
    await added;
    expect(groups).toEqual([[11, 12], [13]]);
  });

  it('leave with their client, until the statement starts', async () => {
    const { add, admit, groups } = await openGroups();
    const [early, late] = [client(), client()];
    const [left, stayed] = [add(11, early), add(12, late)];
    early.leave();
    await expect(left).rejects.toBeInstanceOf(ApiProblem);
    await admit();
    expect(await stayed).toEqual([{ id: 12, n: 1 }]);
    late.leave();
    expect(groups).toEqual([[12]]);
  });

  it('are not tried for a client that has left already', async () => {
    const { add, admit, groups } = await openGroups();
    const onClosed: OnClosed = (callback) => {
      callback();
      return () => {};
    };
    const [gone, stayed] = [add(11, { onClosed }), add(12)];
    await expect(gone).rejects.toBeInstanceOf(ApiProblem);
    await admit();
    expect([await stayed, groups]).toEqual([[{ id: 12, n: 1 }], [[12]]]);
  });

  it('need no statement when all clients have left', async () => {
    const { db, add, admit, groups } = await openGroups();
    const only = client();
    const left = add(11, only);
    only.leave();
    await expect(left).rejects.toBeInstanceOf(ApiProblem);
    await admit();
    expect([groups, await counters(db)]).toEqual([[], [0, 0]]);
  });

  it('go on by themselves when what they have read is too old', async () => {
    const { add, admit, groups } = await openGroups();
    const added = Promise.all([add(11), add(12, { isFresh: () => false }), add(13)]);
    await admit();
    expect(await added).toEqual([[{ id: 11, n: 1 }], undefined, [{ id: 13, n: 2 }]]);
    expect(groups).toEqual([[11, 13]]);
  });

  it('go on by themselves when PostgreSQL refuses one of them', async () => {
    const { db, add, admit } = await openGroups();
    const added = Promise.all([11, 1, 12].map((id) => add(id)));
    await admit();
    expect([await added, await counters(db)]).toEqual([
      [undefined, undefined, undefined],
      [0, 0],
    ]);
  });

  it('go on by themselves when the statement wrote nothing', async () => {
    const { commits, write, admit } = await openGroups();
    const nothing = { ...write, several: async () => [] };
    const added = Promise.all([11, 12].map((id) => commits.write(nothing, 1, { id }, writer)));
    await admit();
    expect(await added).toEqual([undefined, undefined]);
  });

  it('get the error of PostgreSQL if there is only one', async () => {
    const { add, admit } = await openGroups();
    const added = add(1);
    await Promise.all([expect(added).rejects.toMatchObject({ code: '23505' }), admit()]);
  });

  it('all have an unknown outcome when the connection breaks meanwhile', async () => {
    const { commits, write, admit, proxy } = await openGroups();
    const cut: typeof write = {
      ...write,
      several: (db, values) => {
        const written = write.several(db, values);
        void proxy.goAway();
        return written;
      },
    };
    const added = Promise.allSettled([11, 12].map((id) => commits.write(cut, 1, { id }, writer)));
    await admit();
    expect((await added).map((each) => each.status === 'rejected' && (each.reason as Error).name)).toEqual([
      'OutcomeUnknownError',
      'OutcomeUnknownError',
    ]);
  });

  it('are all refused when the tenant gets no connection', async () => {
    const { db } = await openCounters();
    const refused = new ApiProblem('service_unavailable', 'No connection.');
    const commits = new GroupCommit(db, () => Promise.reject(refused));
    const added = [11, 12].map((id) => commits.write(recorded().write, 1, { id }, writer));
    await Promise.all(added.map((each) => expect(each).rejects.toBe(refused)));
    expect(await counters(db)).toEqual([0, 0]);
  });

  it('tell each request a position in the log that is behind the commit', async () => {
    const { add, admit } = await openGroups();
    const positions: unknown[] = [];
    const cause = (requestId: string): EventCause => ({
      requestId,
      onCommit: (position) => positions.push(position),
    });
    const added = Promise.all([add(11, { cause: cause('a') }), add(12, { cause: cause('b') })]);
    await admit();
    await added;
    expect(positions).toEqual([expect.objectContaining({ position: expect.any(String) }), positions[0]]);
  });
});

it('a transaction that wrote with others takes no statement after it', async () => {
  const { db, commits, write, admit } = await openGroups();
  const writeGrouped: NonNullable<Parameters<Database['transaction']>[2]>['writeGrouped'] = (
    each,
    value,
    by,
  ) => commits.write(each, 1, value, { ...by, onClosed: stays });
  const placed = db.transaction(
    async (tx) => {
      const rows = await tx.final!.grouped!(write, { id: 11 });
      await expect(tx.query('SELECT 1', [])).rejects.toThrow('ended with its final statement');
      return rows;
    },
    undefined,
    { admit: (_kind, part) => part(), writeGrouped },
  );
  await admit();
  expect(await placed).toEqual([{ id: 11, n: 1 }]);
});
