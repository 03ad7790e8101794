// A receiver whose handler never finishes, to be killed in the middle of it. Reads the delivery from standard input.
import { Redis } from 'ioredis';
import pg from 'pg';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { redisStore } from '../../../sdk/src/webhooks/stores/redis.ts';

const { STORE_URL = '', SECRET = '', LEASE_MS } = process.env;
const receiver = createWebhookReceiver({
  secrets: [SECRET],
  consumer: 'erp',
  store: STORE_URL.startsWith('redis:')
    ? redisStore(new Redis(STORE_URL))
    : postgresStore(new pg.Pool({ connectionString: STORE_URL })),
  leaseMs: Number(LEASE_MS),
});
receiver.on('order.created', () => {
  console.log('started');
  return new Promise(() => setInterval(() => {}, 1000));
});

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { outcome } = await receiver.receive(JSON.parse(input));
console.log(outcome);
