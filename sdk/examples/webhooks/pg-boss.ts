// The receiver only verifies and puts events into a queue of pg-boss, whose worker handles them, here or in another process.

import type { WebhookEvent } from '@tradepost/sdk/webhooks';
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
import express from 'express';
import pg from 'pg';
import PgBoss from 'pg-boss'; // 10; from 12 on: import { PgBoss } from 'pg-boss'

const { DATABASE_URL = '', PORT = 4000, TRADEPOST_WEBHOOK_SECRET = '' } = process.env;
const boss = new PgBoss(DATABASE_URL);
boss.on('error', console.error);
await boss.start();
await boss.createQueue('tradepost');

const pool = new pg.Pool({ connectionString: DATABASE_URL });
pool.on('error', console.error);
const receiver = createWebhookReceiver({
  secrets: [TRADEPOST_WEBHOOK_SECRET],
  consumer: 'queue',
  store: postgresStore(pool),
});
receiver.onOther(async (event, { transaction }) => {
  // The job and the record that the event was received commit together, so each event becomes one job.
  await transaction(async (tx) => {
    const db = { executeSql: (text: string, values: unknown[]) => tx.query(text, values) };
    await boss.send('tradepost', event, { db, retryLimit: 10, retryDelay: 10, retryBackoff: true });
  });
});

await boss.work<WebhookEvent>('tradepost', async ([job]) => {
  // A job whose worker dies runs again, so pass event_id along as an idempotency key.
  const event = job?.data;
  if (event?.event_type === 'order.created') console.log(`order ${event.data.order_id}: ${event.data.total}`);
});

express().post('/hooks', expressHandler(receiver)).listen(PORT);
