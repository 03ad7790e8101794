import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { type EventKind, sampleEvents } from '../../server/base/contract.ts';
import type { Context } from '../../server/main/context.ts';
import { serializers } from '../../server/main/log.ts';
import { type TestEnvironmentOptions, useTestEnvironment } from './test-environment.ts';
import { register, useWorker } from './webhooks.ts';

/** Writes events of one kind, with the contract's example as data. Returns their ids. */
export async function emit(
  { db }: Pick<Context, 'db'>,
  tenantId: number,
  kind: EventKind = 'product.created',
  count = 1,
): Promise<string[]> {
  const { data } = sampleEvents.find(({ event_type }) => event_type === kind)!;
  const sql = 'SELECT emit_event($1, $2, $3) AS id FROM generate_series(1, $4)';
  const rows = await db.query<{ id: string }>(sql, [tenantId, kind, JSON.stringify(data), count]);
  return rows.map(({ id }) => id);
}

/** A tenant with one endpoint for `product.created`, and a worker that the test drives. */
export async function subscribed(url: string, options?: TestEnvironmentOptions) {
  const environment = await useTestEnvironment(options);
  const { context } = environment;
  const tenant = await environment.tenant();
  const { tenantId } = tenant;
  const { id, secret } = await register(context, tenantId, url, ['product.created']);
  return {
    environment,
    context,
    tenant,
    tenantId,
    key: { tenantId, id },
    secret,
    worker: useWorker(context),
  };
}

/** A logger at level trace, and the lines that it wrote. */
export function captureLog(): { lines: string[]; log: Logger } {
  const lines: string[] = [];
  const write = (chunk: unknown, _encoding: string, done: () => void): void => {
    lines.push(String(chunk));
    done();
  };
  return { lines, log: pino({ level: 'trace', base: undefined, serializers }, new Writable({ write })) };
}

const INCONSISTENT = `SELECT d.id, d.status, d.attempt_number, q.attempt, attempts.numbers
  FROM webhook_deliveries d
  LEFT JOIN webhook_queue q ON q.tenant_id = d.tenant_id AND q.delivery_id = d.id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(number ORDER BY number), '{}') AS numbers FROM webhook_attempts a
    WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id
  ) attempts
  WHERE (q.delivery_id IS NOT NULL) <> (d.status IN ('PENDING', 'RETRYING'))
    OR attempts.numbers <> ARRAY(SELECT generate_series(1, coalesce(q.attempt, d.attempt_number)))
    OR (q.lease_token IS NULL AND coalesce(q.attempt, d.attempt_number) <> d.attempt_number)`;

/**
 * Deliveries with inconsistent rows: queued but neither PENDING nor RETRYING, or the reverse; gaps in their attempt
 * numbers; or a count that differs from their attempts.
 */
export const inconsistentDeliveries = ({ db }: Pick<Context, 'db'>): Promise<object[]> =>
  db.query<object>(INCONSISTENT, []);
