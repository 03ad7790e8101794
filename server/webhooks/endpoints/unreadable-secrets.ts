import { type Querier, statement } from '../../db/querier.ts';
import type { Capacity } from '../queue/claim.ts';
import type { EndpointKey } from './activation.ts';

/** After a new secret was made, its endpoint waits at most this long. A claim that is given back costs some ms. */
const PAUSE_MS = 30_000;

/**
 * The endpoints whose secret this worker cannot open. That is our reason and not the endpoint's: their deliveries are
 * given back as they were, and nothing of theirs is claimed until the pause is over.
 */
export class UnreadableSecrets {
  readonly #until = new Map<number, number>();

  /** Answers those that were not paused yet. */
  pause<R extends EndpointKey>(endpoints: readonly R[], nowMs: number): R[] {
    this.#forgetOver(nowMs);
    return endpoints.filter(({ id }) => {
      const isNew = !this.#until.has(id);
      if (isNew) this.#until.set(id, nowMs + PAUSE_MS);
      return isNew;
    });
  }

  /** The same room, without any for those that are paused. */
  exclude(room: Capacity, nowMs: number): Capacity {
    this.#forgetOver(nowMs);
    if (this.#until.size === 0) return room;
    const allowances = new Map(room.endpointIds.map((id, index) => [id, room.allowances[index]!]));
    for (const id of this.#until.keys()) allowances.set(id, 0);
    return { ...room, endpointIds: [...allowances.keys()], allowances: [...allowances.values()] };
  }

  #forgetOver(nowMs: number): void {
    for (const [id, until] of this.#until) if (until <= nowMs) this.#until.delete(id);
  }
}

const mark = statement(
  'endpoints secret unreadable',
  `UPDATE webhook_registrations r SET secret_unreadable_since = statement_timestamp()
   FROM unnest($1::integer[], $2::integer[]) AS unreadable (tenant_id, id)
   WHERE r.tenant_id = unreadable.tenant_id AND r.id = unreadable.id AND r.secret_unreadable_since IS NULL`,
);

/** Their backlog is not counted as late until they have a new secret, or a worker starts. */
export async function markUnreadable(db: Querier, endpoints: readonly EndpointKey[]): Promise<void> {
  const column = (name: keyof EndpointKey) => endpoints.map((each) => each[name]);
  await db.query(mark, [column('tenantId'), column('id')]);
}

/** A worker that starts may have the key that the last one lacked. */
export async function unmarkUnreadable(db: Querier): Promise<void> {
  const sql = `UPDATE webhook_registrations SET secret_unreadable_since = NULL WHERE secret_unreadable_since IS NOT NULL`;
  await db.query(sql, []);
}
