import type { Logger } from 'pino';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import type { Capacity } from './claim.ts';

/** A new secret takes effect within this time. Claiming and releasing an endpoint's deliveries costs some milliseconds. */
const PAUSE_MS = 30_000;

/**
 * The endpoints whose secret this worker can't decrypt. That is our fault, not the endpoint's: their deliveries are
 * released as they were, and nothing is claimed for them until the pause is over.
 */
export class UnreadableSecrets {
  readonly #pausedUntilMs = new Map<number, number>();

  /** Returns those that weren't paused yet. */
  pause<E extends EndpointKey>(endpoints: readonly E[], nowMs: number): E[] {
    this.#resume(nowMs);
    return endpoints.filter(({ id }) => {
      const isNew = !this.#pausedUntilMs.has(id);
      if (isNew) this.#pausedUntilMs.set(id, nowMs + PAUSE_MS);
      return isNew;
    });
  }

  /** The same capacity, without any for paused endpoints. */
  exclude(capacity: Capacity, nowMs: number): Capacity {
    this.#resume(nowMs);
    if (this.#pausedUntilMs.size === 0) return capacity;
    const allowances = new Map(
      capacity.endpointIds.map((id, index) => [id, capacity.allowances[index]!] as const),
    );
    for (const id of this.#pausedUntilMs.keys()) allowances.set(id, 0);
    return { ...capacity, endpointIds: [...allowances.keys()], allowances: [...allowances.values()] };
  }

  #resume(nowMs: number): void {
    for (const [id, untilMs] of this.#pausedUntilMs) if (untilMs <= nowMs) this.#pausedUntilMs.delete(id);
  }
}

/** Tells the operator. From now on their backlog doesn't count as late, until they get a new secret or a worker starts. */
export async function reportUnreadable(
  db: Querier,
  log: Logger,
  endpoints: readonly EndpointKey[],
): Promise<void> {
  for (const { tenantId: tenant_id, id: endpoint_id } of endpoints)
    log.error(
      { tenant_id, endpoint_id },
      "an endpoint's secret can't be decrypted with TRADEPOST_SECRET_KEY; its deliveries wait. Restore the key, or create a new secret: tradepost webhook rotate-secret",
    );
  await markUnreadable(db, endpoints).catch((error: unknown) =>
    log.warn({ err: error }, 'endpoints with unreadable secrets could not be marked'),
  );
}

async function markUnreadable(db: Querier, endpoints: readonly EndpointKey[]): Promise<void> {
  const keys = endpoints.map(({ tenantId, id }) => [tenantId, id]);
  await runQuery(
    db,
    build('webhook_registrations')
      .whereIn(['tenant_id', 'id'], keys)
      .whereNull('secret_unreadable_since')
      .update({ secret_unreadable_since: build.raw('statement_timestamp()') }),
  );
}

/** A worker that starts may have the key that the last one lacked. */
export async function unmarkUnreadable(db: Querier): Promise<void> {
  await runQuery(
    db,
    build('webhook_registrations')
      .whereNotNull('secret_unreadable_since')
      .update({ secret_unreadable_since: null }),
  );
}
