import type pg from 'pg';
import type { ServerProcess } from '../bench/server-process.ts';
import { familySeconds } from '../bench/webhooks/processor-time.ts';

/** What a row of a kind takes, with its indexes and what hangs on it. */
const GROUPS = {
  order: ['orders', 'order_lines', 'stock_movements', 'stock_balances', 'idempotency_keys'],
  event: ['events'],
  delivery: ['webhook_deliveries', 'webhook_attempts', 'webhook_queue'],
} as const;
export type Group = keyof typeof GROUPS;
type Bytes = Readonly<Record<Group, number>>;

export interface Measured {
  readonly client: pg.Client;
  readonly postmaster: number;
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
}

interface Usage {
  readonly walBytes: number;
  readonly apiMs: number;
  readonly workerMs: number;
  readonly databaseMs: number;
}

export interface PerEach extends Usage {
  readonly bytes: Bytes;
}

/** What the work takes, per one of `count`. The sizes are taken outside of it, because VACUUM costs processor time and WAL itself. */
export async function costOf(
  measured: Measured,
  count: number,
  work: () => Promise<unknown>,
): Promise<PerEach> {
  const sizes = await sizesOf(measured);
  const before = await usageOf(measured);
  await work();
  const after = await usageOf(measured);
  return scaled(
    difference({ bytes: await sizesOf(measured), ...after }, { bytes: sizes, ...before }),
    1 / count,
  );
}

export const difference = (all: PerEach, other: PerEach): PerEach => combined(all, other, (a, b) => a - b);
const scaled = (each: PerEach, factor: number): PerEach => combined(each, each, (value) => value * factor);

const combined = (one: PerEach, two: PerEach, by: (a: number, b: number) => number): PerEach => ({
  bytes: {
    order: by(one.bytes.order, two.bytes.order),
    event: by(one.bytes.event, two.bytes.event),
    delivery: by(one.bytes.delivery, two.bytes.delivery),
  },
  walBytes: by(one.walBytes, two.walBytes),
  apiMs: by(one.apiMs, two.apiMs),
  workerMs: by(one.workerMs, two.workerMs),
  databaseMs: by(one.databaseMs, two.databaseMs),
});

async function usageOf({ client, postmaster, api, worker }: Measured): Promise<Usage> {
  const wal = await client.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`);
  return {
    walBytes: Number(wal.rows[0]!.bytes),
    apiMs: api.cpuSeconds() * 1000,
    workerMs: worker.cpuSeconds() * 1000,
    databaseMs: familySeconds(postmaster) * 1000,
  };
}

// Without VACUUM, a table that is often updated shows the room of its dead rows, which in time is used again.
async function sizesOf({ client }: Measured): Promise<Bytes> {
  await client.query('VACUUM (ANALYZE)');
  return {
    order: await bytesOf(client, GROUPS.order),
    event: await bytesOf(client, GROUPS.event),
    delivery: await bytesOf(client, GROUPS.delivery),
  };
}

async function bytesOf(client: pg.Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(part)) AS bytes FROM unnest($1::text[]) name,
       LATERAL (SELECT name::regclass AS part UNION SELECT relid FROM pg_partition_tree(name::regclass)) parts`,
    [tables],
  );
  return Number(rows[0]!.bytes);
}
