// A process that receives deliveries in one of the ways to compare, and reports what each round took.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WebhookReport } from '../../../sdk/src/webhooks/shared-exports.ts';
import { type BenchDelivery, SECRET, signedDeliveries } from './receiver-deliveries.ts';
import type { Round } from './workload.ts';

/** Different deliveries, received in turn. */
const DELIVERIES = 1_000;
/** The store keeps at most twice as many, so each delivery is forgotten before its next turn: none is a duplicate. */
const REMEMBERED = 250;
/** Timed together, because reading the clock costs a hundredth of a delivery. */
const BATCH = 100;

// The built package: tsx names each function when it's created, which costs a tenth of the time measured here.
const built = (entry: string): string => new URL(`../../../sdk/dist/${entry}.js`, import.meta.url).href;
type Entry = typeof import('../../../sdk/src/webhooks/index.ts');
const node: Entry = await import(built('webhooks'));
const edge: Entry = await import(built('webhooks.edge'));
const { memoryStore }: typeof import('../../../sdk/src/webhooks/stores/memory.ts') = await import(
  built('webhooks/memory')
);

type Take = (delivery: BenchDelivery) => unknown;

/** The minimum: verify the signature and parse the body. */
function bare({ body, headers }: BenchDelivery): unknown {
  const hmac = createHmac('sha256', SECRET).update(`${headers['x-service-timestamp']}.`).update(body);
  const given = Buffer.from(headers['x-service-signature']!.slice(7), 'hex');
  if (!timingSafeEqual(given, hmac.digest())) throw new Error('refused');
  return JSON.parse(body.toString());
}

function receiverOf({ createWebhookReceiver }: Entry): Take {
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

function verifyOf({ verify }: Entry): Take {
  return ({ body, headers }) => verify({ body, headers, secret: SECRET });
}

const standard = new Webhook(SECRET);
const ways: Record<string, Take> = {
  bare,
  receiver: receiverOf(node),
  verify: verifyOf(node),
  'receiver, Web Crypto': receiverOf(edge),
  standardwebhooks: ({ body, headers }) => standard.verify(body, { ...headers }),
};

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

const [, , kind, bytes] = process.argv as [string, string, string, string];
const take = ways[kind]!;
process.on('message', async (seconds: number) =>
  process.send!(await round(signedDeliveries(DELIVERIES, Number(bytes)), seconds, take)),
);
