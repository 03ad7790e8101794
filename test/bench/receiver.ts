import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import * as edge from '../../sdk/src/webhooks/index.edge.ts';
import * as node from '../../sdk/src/webhooks/index.ts';
import { memoryStore } from '../../sdk/src/webhooks/stores/memory.ts';
import type { WebhookReport } from '../../sdk/src/webhooks/surface.ts';
import { main } from './main.ts';
import { type BenchDelivery, SECRET, signedDeliveries } from './receiver-deliveries.ts';
import type { Contestant, Round, Workload } from './workload.ts';

/** Different deliveries that are taken in turn. */
const DELIVERIES = 1_000;
/** So few, and twice as many at most, that each delivery is forgotten when its turn comes again: none is a duplicate. */
const REMEMBERED = 250;
/** Timed together: a look at the clock costs a hundredth of one delivery. */
const BATCH = 100;

type Take = (delivery: BenchDelivery) => unknown;

/** What has to be done at the least, and nothing beside it. */
function bare({ body, headers }: BenchDelivery): unknown {
  const hmac = createHmac('sha256', SECRET).update(`${headers['x-service-timestamp']}.`).update(body);
  const given = Buffer.from(headers['x-service-signature']!.slice(7), 'hex');
  if (!timingSafeEqual(given, hmac.digest())) throw new Error('refused');
  return JSON.parse(body.toString());
}

function receiverOf({ createWebhookReceiver }: typeof node): Take {
  const store = memoryStore({ maxEvents: REMEMBERED });
  let fault: string | undefined;
  const onReport = ({ outcome }: WebhookReport): void => {
    if (outcome !== 'handled') fault = outcome;
  };
  const receiver = createWebhookReceiver({ secrets: [SECRET], store, onReport });
  receiver.on('order.created', () => {});
  return ({ body, headers }) => {
    if (fault !== undefined) throw new Error(fault);
    return receiver.receive({ method: 'POST', headers, body });
  };
}

function verifyOf({ verify }: typeof node): Take {
  return ({ body, headers }) => verify({ body, headers, secret: SECRET });
}

const standard = new Webhook(SECRET);

function contestant(name: string, bytes: number, take: Take): Contestant {
  return { name, round: (seconds) => round(signedDeliveries(DELIVERIES, bytes), seconds, take) };
}

async function round(deliveries: readonly BenchDelivery[], seconds: number, take: Take): Promise<Round> {
  const batches: number[] = [];
  const begunCpu = process.cpuUsage();
  const begun = performance.now();
  let before = begun;
  for (let next = 0; before - begun < seconds * 1000; ) {
    for (let n = 0; n < BATCH; n += 1, next = (next + 1) % DELIVERIES) await take(deliveries[next]!);
    const now = performance.now();
    batches.push((now - before) / BATCH);
    before = now;
  }
  const { user, system } = process.cpuUsage(begunCpu);
  batches.sort((a, b) => a - b);
  return {
    operations: batches.length * BATCH,
    seconds: (before - begun) / 1000,
    cpuSeconds: (user + system) / 1e6,
    p50Ms: batches[Math.floor(batches.length * 0.5)]!,
    p99Ms: batches[Math.floor(batches.length * 0.99)]!,
  };
}

const receiving = (bytes: number): Workload => ({
  name: `receiver-${bytes}`,
  baseline: 'bare',
  notes: [
    `A signed order event of about ${bytes} bytes that was not seen before, in this process, one after the other.`,
    'bare: createHmac, timingSafeEqual, JSON.parse. receiver: also headers, tolerance, kind, claim and completion in memory, the answer.',
    'verify: the receiver without its memory. standardwebhooks: its headers, no memory. A p50 is that of the means of 100.',
  ],
  setUp: async () => [
    contestant('bare', bytes, bare),
    contestant('receiver', bytes, receiverOf(node)),
    contestant('verify', bytes, verifyOf(node)),
    contestant('receiver, Web Crypto', bytes, receiverOf(edge)),
    contestant('standardwebhooks', bytes, ({ body, headers }) => standard.verify(body, { ...headers })),
  ],
});

for (const bytes of [1_000, 20_000]) await main(receiving(bytes));
