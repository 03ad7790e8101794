import { ROLES } from '../../../server/accounts/staff/rules/roles.ts';
import type { EventKind } from '../../../server/base/contract.ts';
import type { Database } from '../../../server/db/pool/database.ts';
import { openWorkerDatabase } from '../../../server/main/roles/worker-database.ts';
import { startTestServer, TEMPLATE } from '../../support/database-server.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { setClock } from '../../support/log-partitions.ts';
import { addUser, loggedIn, type Visitor } from '../../support/panel.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

export const KIND: EventKind = 'product.deleted';
/** Each event goes to all of them. */
const ENDPOINTS = 5;
/** Rows per statement, which limits its memory. */
const AT_ONCE = 100_000;
/** Of the log: four months, and the one from before there were partitions. */
const PARTS = 5;
const DAYS = 30;

export interface GrownShop {
  readonly environment: TestEnvironment;
  readonly tenant: TestTenant;
  readonly worker: Database;
  readonly staff: Visitor;
}
export interface EmptyAndFull {
  readonly empty: GrownShop;
  readonly full: GrownShop;
  close(): Promise<void>;
}

// The ids are of the months to come, since the past has no partitions of its own; the times are those of the past.
const EVENTS = `
  WITH event AS (
    INSERT INTO events (tenant_id, event_id, kind, body, occurred_at, feed_position)
    SELECT $1, (CASE part WHEN 0 THEN left(md5(n::text), 16) ELSE left(first_log_id(floor(extract(epoch FROM now()) / 3600)::int + (part - 1) * ${DAYS} * 24
        + (n % 200)::int)::text, 19) || '8000' END || lpad(to_hex(n), CASE part WHEN 0 THEN 16 ELSE 12 END, '0'))::uuid,
      '${KIND}', '{"note":"' || repeat('x', 150) || '"}',
      now() - ((${PARTS} - part) * ${DAYS}) * interval '1 day' + (n % 2500000) * interval '1 s', n
    FROM generate_series($2::bigint, $3::bigint) n, (SELECT $4::integer AS part) months
    RETURNING tenant_id, event_id, occurred_at, feed_position
  ), delivery AS (
    INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status, attempt_number, response_status,
      response_body, duration_ms, created_at)
    SELECT event.tenant_id, delivery_id(event_id, r.id), event_id, r.id,
      CASE WHEN feed_position % $5 = 0 THEN 'FAILED' ELSE 'SUCCESS' END, 1, CASE WHEN feed_position % $5 = 0 THEN 500 ELSE 204 END,
      '', 12, occurred_at
    FROM event CROSS JOIN (SELECT id FROM webhook_registrations WHERE tenant_id = $1) r
    RETURNING tenant_id, id, created_at, status, response_status
  )
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at, outcome, response_status, response_body, duration_ms)
  SELECT tenant_id, id, 1, created_at, CASE status WHEN 'FAILED' THEN 'refused' ELSE 'accepted' END, response_status, '', 12 FROM delivery`;

interface Past {
  /** Of the shop that is called empty. Without it, none. */
  readonly few?: number;
  /** One of so many events was given up. Without it, none. */
  readonly failing?: number;
}

/** Two shops on one PostgreSQL, one with little or no past. `serverUrl` is that of a test; without it, a server is started. */
export async function openEmptyAndFull(
  deliveries: number,
  log: (line: string) => void,
  serverUrl?: string,
  { few = 0, failing = Number.MAX_SAFE_INTEGER }: Past = {},
): Promise<EmptyAndFull> {
  const server = serverUrl === undefined ? await startTestServer() : undefined;
  const url = serverUrl ?? server!.url;
  const [empty, full] = [await openShop(url), await openShop(url)];
  for (const [shop, count] of [
    [empty, few],
    [full, deliveries],
  ] as const)
    await fill(shop, { events: count / ENDPOINTS, failing }, log);
  for (const { databaseUrl } of [empty.environment, full.environment])
    await onServer(databaseUrl, (client) => client.query('VACUUM ANALYZE'));
  return {
    empty,
    full,
    close: async () => {
      for (const shop of [empty, full]) await shop.close();
      await server?.close();
    },
  };
}

async function openShop(serverUrl: string): Promise<GrownShop & { close(): Promise<void> }> {
  const database = await ownDatabase(serverUrl, TEMPLATE);
  const environment = await openTestEnvironment({ database });
  const { context } = environment;
  const tenant = await environment.tenant();
  for (let n = 0; n < ENDPOINTS; n += 1)
    await register(context, tenant.tenantId, `http://127.0.0.1:9/${n}`, [KIND]);
  await context.db.query(`SELECT make_log_partitions(now() + interval '${(PARTS - 1) * DAYS} days')`, []);
  // What is written while it is measured is the newest, as it would be.
  await setClock(context, (PARTS - 1) * DAYS);
  const worker = openWorkerDatabase(context);
  const staff = await loggedIn(
    environment.baseUrl,
    await addUser(environment, tenant.tenantId, { permissions: ROLES.owner }),
  );
  return {
    environment,
    tenant,
    worker,
    staff,
    close: async () => {
      await worker.close();
      await environment.close();
      await database.drop();
    },
  };
}

async function fill(
  { environment, tenant }: GrownShop,
  { events, failing }: { readonly events: number; readonly failing: number },
  log: (line: string) => void,
): Promise<void> {
  await onServer(environment.databaseUrl, async (client) => {
    await client.query('SET synchronous_commit = off');
    const perPart = Math.ceil(events / PARTS);
    for (let part = 0; part < PARTS; part += 1) {
      for (let from = 0; from < perPart; from += AT_ONCE) {
        const first = part * perPart + from + 1;
        const last = part * perPart + Math.min(perPart, from + AT_ONCE);
        await client.query(EVENTS, [tenant.tenantId, first, last, part, failing]);
        log(`${last * ENDPOINTS} deliveries`);
      }
    }
  });
}
