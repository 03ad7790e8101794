import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { CREATE_TABLE, postgresStore } from '@tradepost/sdk/webhooks/postgres';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, PORT = 4000, TRADEPOST_WEBHOOK_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL });
pool.on('error', console.error);
await pool.query(CREATE_TABLE); // in production, put both tables in a migration
await pool.query(`SELECT pg_advisory_xact_lock(1); -- several processes may start at once
  CREATE TABLE IF NOT EXISTS new_orders (order_id bigint, total numeric)`);

const receiver = createWebhookReceiver({
  secrets: [TRADEPOST_WEBHOOK_SECRET], // the 64 characters that the panel shows
  store: postgresStore(pool),
  consumer: 'new-orders', // a name for what the handlers do: each consumer handles each event once
});

receiver.on('order.created', async ({ data }, { transaction }) => {
  await transaction((tx) => tx.query('INSERT INTO new_orders VALUES ($1, $2)', [data.order_id, data.total]));
});

express()
  .post('/hooks', expressHandler(receiver))
  .listen(PORT, () => console.log('Waiting for events …'));
