import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { CREATE_TABLE as CREATE_INBOX, postgresInbox } from '@tradepost/sdk/webhooks/inbox';
import { CREATE_TABLE, postgresStore } from '@tradepost/sdk/webhooks/postgres';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, PORT = 4000, TRADEPOST_WEBHOOK_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL });
pool.on('error', console.error);
await pool.query(CREATE_TABLE); // in production, put all three tables in a migration
await pool.query(CREATE_INBOX);
await pool.query('CREATE TABLE IF NOT EXISTS new_orders (order_id bigint, total numeric)');

const receiver = createWebhookReceiver({
  secrets: [TRADEPOST_WEBHOOK_SECRET],
  consumer: 'shop',
  store: postgresStore(pool),
});
const inbox = receiver.inbox({ store: postgresInbox(pool) });

receiver.on('order.created', async ({ data }, { transaction }) => {
  // This may take minutes, or fail for two days.
  await transaction((tx) => tx.query('INSERT INTO new_orders VALUES ($1, $2)', [data.order_id, data.total]));
});

const server = express().post('/hooks', expressHandler(receiver)).listen(PORT);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
await inbox.run({ signal: stop.signal });
server.close();
await pool.end();
