// With compatibility_flags = ["nodejs_compat"] and a Hyperdrive binding, because pg connects by TCP.
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { fetchHandler } from '@tradepost/sdk/webhooks/fetch';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
import pg from 'pg';

interface Env {
  HYPERDRIVE: { connectionString: string };
  TRADEPOST_WEBHOOK_SECRET: string;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    // A connection can't be used by another request, so each has its own; Hyperdrive keeps those to PostgreSQL open.
    const pool = new pg.Pool({ connectionString: env.HYPERDRIVE.connectionString, max: 1 });
    const receiver = createWebhookReceiver({
      secrets: [env.TRADEPOST_WEBHOOK_SECRET],
      consumer: 'shop',
      store: postgresStore(pool),
    });
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction((tx) =>
        tx.query('INSERT INTO new_orders VALUES ($1, $2)', [data.order_id, data.total]),
      );
    });
    try {
      return await fetchHandler(receiver)(request);
    } finally {
      await pool.end();
    }
  },
};
