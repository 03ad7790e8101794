// The receiver only verifies and puts events into a queue of BullMQ, whose worker handles them, here or in another process.

import type { WebhookEvent } from '@tradepost/sdk/webhooks';
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { memoryStore } from '@tradepost/sdk/webhooks/memory';
import { Queue, Worker } from 'bullmq';
import express from 'express';

const { PORT = 4000, REDIS_URL = 'redis://localhost:6379', TRADEPOST_WEBHOOK_SECRET = '' } = process.env;
const connection = { url: REDIS_URL };
const queue = new Queue<WebhookEvent>('tradepost', {
  connection,
  defaultJobOptions: {
    attempts: 10,
    backoff: { type: 'exponential', delay: 10_000 },
    removeOnComplete: { age: 91 * 86_400 }, // seconds; as long as a job is kept, its event isn't added again
    removeOnFail: false,
  },
});
queue.on('error', console.error);

const receiver = createWebhookReceiver({
  secrets: [TRADEPOST_WEBHOOK_SECRET],
  store: memoryStore(), // the queue knows across processes what it has had
});
receiver.onOther(async (event) => {
  await queue.add(event.event_type, event as WebhookEvent, { jobId: `${event.tenant_id}-${event.event_id}` });
});

const worker = new Worker<WebhookEvent>(
  'tradepost',
  async ({ data: event }) => {
    // A job whose worker dies runs again, so pass event_id along as an idempotency key.
    if (event.event_type === 'order.created')
      console.log(`order ${event.data.order_id}: ${event.data.total}`);
  },
  { connection },
);
worker.on('error', console.error);
worker.on('failed', (job, error) => console.error(`${job?.name} ${job?.id}`, error));

express().post('/hooks', expressHandler(receiver)).listen(PORT);
