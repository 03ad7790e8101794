// The receiver that the programs beside this one put into a server. Its tables are created once, by a migration.
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
import pg from 'pg';

const { DATABASE_URL, TRADEPOST_WEBHOOK_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL });
pool.on('error', console.error);

export const receiver = createWebhookReceiver({
  secrets: [TRADEPOST_WEBHOOK_SECRET],
  consumer: 'shop',
  store: postgresStore(pool),
});

receiver.on('order.created', async ({ data }, { transaction }) => {
  await transaction((tx) => tx.query('INSERT INTO new_orders VALUES ($1, $2)', [data.order_id, data.total]));
});
