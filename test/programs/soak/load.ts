import type { CleanupStack } from '../../support/cleanup-stack.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { ALWAYS_ACCEPT } from '../chaos/endpoint-behaviour.ts';
import { type Harness, type HarnessOptions, openHarness } from '../chaos/harness.ts';
import { RestartableRedis } from '../chaos/restartable-redis.ts';
import { START_WITHIN_MS } from '../chaos/run.ts';
import { SUBSCRIPTIONS } from '../chaos/tenants.ts';
import type { Fault, Span } from '../chaos/timeline.ts';
import { waitUntil } from '../chaos/wait-until.ts';
import { Reader, SHOP_REQUESTS } from './reader.ts';
import type { Timed } from './record.ts';
import { fillStillShop, stillRequests } from './still-shop.ts';

/** Its deliveries are timed: it never delays one itself. */
const PROMPT = { events: ['order.created'], behaviour: ALWAYS_ACCEPT };
const STILL_SHOPS = 1;
const WRITING_SHOPS = 3;
const WRITES = [
  'POST /orders',
  'POST /orders/{id}/status',
  'POST /products',
  'POST /products/batch',
  'PATCH /products/{id}',
  'POST /customers',
];

/** What the load consists of. */
export const KINDS: readonly string[] = [
  ...[...SHOP_REQUESTS, ...stillRequests(0)].map(([kind]) => kind),
  ...WRITES,
  'delivery',
];

export interface LoadOptions extends Pick<HarnessOptions, 'random' | 'timing' | 'mutation' | 'pauseMs'> {
  /** Between two requests of a reader. */
  readonly readEveryMs: number;
}

export interface Load {
  readonly harness: Harness;
  /** Undefined where it isn't installed. */
  readonly redis: RestartableRedis | undefined;
  readonly readers: readonly Reader[];
  readonly metricsUrl: string;
  /** All requests and deliveries that began in the span. */
  timed(span: Span): Timed[];
  /** Also those that excuse nothing: the absences of Redis. */
  faults(): Fault[];
}

/** The processes, three shops that write and are read, and one that is only read. Nothing is requested until the readers start. */
export async function openLoad(options: LoadOptions, cleanup: CleanupStack): Promise<Load> {
  const redis = hasRedis() ? await RestartableRedis.start() : undefined;
  cleanup.defer(async () => redis?.stop());
  const metricsPort = String(await freePort());
  const tries: Timed[] = [];
  const harness = await openHarness(
    {
      ...options,
      tenants: STILL_SHOPS + WRITING_SHOPS,
      idleTenants: STILL_SHOPS,
      subscriptions: [...SUBSCRIPTIONS, PROMPT],
      writersPerTenant: 2,
      shippedWorkers: true,
      apiEnv: { METRICS_PORT: metricsPort },
      ...(redis && { redis }),
      onTry: ({ operation, ...each }) => tries.push({ kind: operation, ...each }),
    },
    cleanup,
  );
  await waitUntil(() => harness.api.ready, START_WITHIN_MS);
  await fillStillShop(harness.clients[0]!, harness.tenants[0]!.tenantId, harness.history);
  const readers = readersOf(harness, options.readEveryMs);
  return {
    harness,
    redis,
    readers,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    timed: ({ from, until }) =>
      [...readers.flatMap(({ responses }) => responses), ...tries, ...deliveriesOf(harness)].filter(
        ({ at }) => at >= from && at < until,
      ),
    faults: () => [
      ...harness.timeline.faults,
      ...(redis?.outages ?? []).map((outage) => ({ what: 'stop redis', ...outage })),
    ],
  };
}

function readersOf({ api, tenants }: Harness, pauseMs: number): Reader[] {
  const still = stillRequests(Date.now());
  return tenants.map(
    ({ key }, index) =>
      new Reader(() => api.address, key, index < STILL_SHOPS ? still : SHOP_REQUESTS, pauseMs),
  );
}

/** From the event, some ms before its commit, to its first arrival at an endpoint that never delays one. */
function deliveriesOf({ endpointServer }: Harness): Timed[] {
  const prompt = new Set(
    endpointServer.endpoints
      .filter(({ behaviour }) => behaviour === ALWAYS_ACCEPT)
      .map(({ endpointId }) => endpointId),
  );
  const seen = new Set<string>();
  return endpointServer.journal.flatMap(({ endpointId, eventId, occurredAtMs, atMs }) => {
    if (!prompt.has(endpointId) || seen.has(eventId)) return [];
    seen.add(eventId);
    return [{ at: occurredAtMs, kind: 'delivery', ms: Math.max(0, atMs - occurredAtMs), failure: undefined }];
  });
}
