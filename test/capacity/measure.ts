import type pg from 'pg';
import type { ServerProcess } from '../bench/server-process.ts';
import { familySeconds } from '../bench/webhooks/processor-time.ts';

/** What a row of a kind takes, with its indexes and what hangs on it. */
export const GROUPS = {
  order: ['orders', 'order_lines', 'stock_movements', 'stock_balances', 'idempotency_keys'],
  event: ['events'],
  delivery: ['webhook_deliveries', 'webhook_attempts', 'webhook_queue'],
} as const;
export type Group = keyof typeof GROUPS;

export interface Snapshot {
  readonly bytes: Readonly<Record<Group, number>>;
  readonly walBytes: number;
  readonly apiSeconds: number;
  readonly workerSeconds: number;
  readonly databaseSeconds: number;
}

export interface Measured {
  readonly client: pg.Client;
  readonly postmaster: number;
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
}

// Without VACUUM, a table that is often updated shows the room of its dead rows, which in time is used again.
export async function snapshot({ client, postmaster, api, worker }: Measured): Promise<Snapshot> {
  const before = {
    apiSeconds: api.cpuSeconds(),
    workerSeconds: worker.cpuSeconds(),
    databaseSeconds: familySeconds(postmaster),
  };
  const wal = await client.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`);
  await client.query('VACUUM (ANALYZE)');
  const bytes: Record<Group, number> = { order: 0, event: 0, delivery: 0 };
  for (const [group, tables] of Object.entries(GROUPS)) bytes[group as Group] = await bytesOf(client, tables);
  return {
    ...before,
    walBytes: Number(wal.rows[0]!.bytes),
    bytes,
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

/** What happened between two snapshots, per one of `count`. Seconds become ms. */
export function perEach(from: Snapshot, to: Snapshot, count: number) {
  const each = (key: Exclude<keyof Snapshot, 'bytes'>, factor = 1): number =>
    ((to[key] - from[key]) * factor) / count;
  return {
    bytes: (group: Group): number => (to.bytes[group] - from.bytes[group]) / count,
    walBytes: each('walBytes'),
    apiMs: each('apiSeconds', 1000),
    workerMs: each('workerSeconds', 1000),
    databaseMs: each('databaseSeconds', 1000),
  };
}
