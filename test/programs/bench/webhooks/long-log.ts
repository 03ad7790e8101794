import type pg from 'pg';
import { migrate } from '../../../../server/db/migrate/migrate.ts';
import { onServer } from '../../../support/databases.ts';
import type { Defer } from '../workload.ts';
import {
  type BenchEnvironment,
  createDatabase,
  openBenchContext,
  tradepostEnv,
} from './bench-environment.ts';
import { type DrainOptions, drainInTurn } from './drain.ts';
import { printDrains } from './drain-report.ts';
import { urlsOf } from './endpoint-server.ts';
import { Endpoints } from './endpoints.ts';
import { startSender } from './sender-process.ts';

const FINISHED = 1_000_000;
const ENDPOINTS = 20;
/** Rows per statement, which limits its memory. */
const AT_ONCE = 100_000;

// Generated ids, so that indexes are as large and scattered as in production. One in four deliveries has two attempts.
const INSERT_FINISHED = `
  WITH place AS (
    SELECT tenant_id, id, row_number() OVER () - 1 AS place, count(*) OVER () AS places FROM webhook_registrations
  ), event AS (
    INSERT INTO events (tenant_id, kind, body, occurred_at)
    SELECT tenant_id, 'order.created', '{"note":"' || repeat('x', 1000) || '"}', now() - n * interval '1 s'
    FROM generate_series(1, $1::integer) AS n JOIN place ON place.place = n % place.places
    RETURNING tenant_id, event_id, occurred_at
  ), delivery AS (
    INSERT INTO webhook_deliveries (tenant_id, event_id, registration_id, status, attempt_number, response_status,
      response_body, duration_ms, created_at)
    SELECT event.tenant_id, event_id, registration.id, 'SUCCESS', 1 + (random() < 0.25)::integer, 204, '', 12, occurred_at
    FROM event JOIN LATERAL (
      SELECT id FROM place WHERE place.tenant_id = event.tenant_id ORDER BY hashtext(event_id::text || id) LIMIT 1
    ) registration ON true
    RETURNING tenant_id, id, attempt_number, created_at
  )
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at, outcome, response_status, response_body,
    duration_ms)
  SELECT tenant_id, delivery.id, number, created_at, 'accepted', 204, '', 12
  FROM delivery, generate_series(1, attempt_number) AS number`;

/** Whether a long delivery log slows the queue: the same drain with and without a million finished deliveries. */
export async function benchLongLog(
  defer: Defer,
  environment: BenchEnvironment,
  { rounds, count }: DrainOptions,
): Promise<void> {
  const load = { count, urls: urlsOf(environment.endpointServer, ENDPOINTS) };
  const [empty, full] = await Promise.all(
    ['log_empty', 'log_full'].map((name) => createDatabase(environment, name)),
  );
  for (const url of [empty!, full!]) await migrate(url);
  const senders = [
    await startSender(defer, 'empty', 'tradepost', tradepostEnv(empty!), { store: environment.postmaster }),
    await startSender(
      defer,
      'finished',
      'tradepost',
      { ...tradepostEnv(full!), KEEP_LOG: 'yes' },
      { store: environment.postmaster },
    ),
  ];
  await new Endpoints(openBenchContext(defer, full!)).of(load.urls);
  await onServer(full!, insertFinished);
  const title = `Draining ${count} deliveries with ${FINISHED} finished ones in the log, median of ${rounds} rounds`;
  printDrains(title, await drainInTurn(environment, senders, load, rounds), 'finished', { empty: 0.9 });
}

async function insertFinished(client: pg.Client): Promise<void> {
  for (let done = 0; done < FINISHED; done += AT_ONCE) await client.query(INSERT_FINISHED, [AT_ONCE]);
  await client.query('VACUUM (ANALYZE) events, webhook_deliveries, webhook_attempts');
}
