import type { PostgresPoolContext } from '@tradepost/sdk/webhooks/postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { CREATE_TABLE, postgresInbox } from '../../../sdk/src/webhooks/inbox/index.ts';
import {
  createWebhookReceiver,
  type WebhookOutcome,
  type WebhookReceiverOptions,
} from '../../../sdk/src/webhooks/index.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { signTestDelivery, type TestEvent } from '../../../sdk/src/webhooks/testing/index.ts';
import { SECRET } from '../webhooks/deliveries.ts';
import { usePostgres } from '../webhooks/open-stores.ts';

type Options = Partial<WebhookReceiverOptions<PostgresPoolContext<pg.PoolClient>>>;

/** A receiver with an inbox, as one process has it. */
export function openInboxOn(pool: pg.Pool, options: Options = {}) {
  const outcomes: WebhookOutcome[] = [];
  const receiver = createWebhookReceiver({
    secrets: [SECRET],
    consumer: 'shop',
    store: postgresStore(pool),
    onReport: ({ outcome }) => void outcomes.push(outcome),
    ...options,
  });
  return { receiver, inbox: receiver.inbox({ store: postgresInbox(pool) }), outcomes };
}

export const orderCreated = (event_id: string, parts: Partial<TestEvent> = {}): TestEvent => ({
  event_type: 'order.created',
  event_id,
  data: { order_id: 1001 },
  ...parts,
});

/** The same in another process, which has a pool of its own. */
export function openElsewhere(url: string, options: Options = {}) {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {}); // the database is dropped before this is closed
  onTestFinished(() => pool.end());
  return openInboxOn(pool, options);
}

/** A receiver with an inbox on a database of its own. */
export async function useInbox(options: Options = {}) {
  const { pool, store, url } = await usePostgres();
  await pool.query(CREATE_TABLE);
  const opened = openInboxOn(pool, options);
  return {
    ...opened,
    pool,
    url,
    store,
    async deliver(event: TestEvent, secret = SECRET) {
      return opened.receiver.receive(await signTestDelivery({ secret, event }));
    },
    /** The ids of the events in the table. */
    async waiting(): Promise<string[]> {
      const { rows } = await pool.query('SELECT event_id FROM tradepost_webhook_inbox ORDER BY event_id');
      return rows.map(({ event_id }) => event_id);
    },
    /** As if that much time had passed. */
    later: (seconds: number) =>
      pool.query(`UPDATE tradepost_webhook_inbox SET due_at = due_at - $1 * interval '1 second'`, [seconds]),
  };
}
