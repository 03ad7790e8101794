// An app whose receiver has an inbox, to be killed: it receives deliveries, and handles each in a transaction.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { nodeHandler } from '../../../sdk/src/webhooks/adapters/node.ts';
import { postgresInbox } from '../../../sdk/src/webhooks/inbox/index.ts';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';

const { DATABASE_URL, SECRET = '', LEASE_MS } = process.env;
const leaseMs = Number(LEASE_MS);
const pool = new pg.Pool({ connectionString: DATABASE_URL });
const receiver = createWebhookReceiver({
  secrets: [SECRET],
  consumer: 'shop',
  store: postgresStore(pool),
  leaseMs,
});
receiver.on('order.created', async ({ data }, { transaction }) => {
  console.log(`begins ${data.order_id}`);
  await transaction(async (client) => {
    await client.query('INSERT INTO orders_seen VALUES ($1)', [data.order_id]);
    console.log(`inserted ${data.order_id}`);
  });
  console.log(`committed ${data.order_id}`);
});
const inbox = receiver.inbox({ store: postgresInbox(pool) });

const server = createServer(nodeHandler(receiver)).listen(0, '127.0.0.1', () => {
  console.log(`listens ${(server.address() as AddressInfo).port}`);
});
void inbox.run({ leaseMs, pollMs: 50, concurrency: 5 });
