import { Counter, Histogram, type Registry } from 'prom-client';
import { scrapedGauge } from '../db/pool/scraped-gauge.ts';
import type { Querier } from '../db/querier.ts';
import type { ClaimedDelivery } from './queue/claim.ts';
import type { AttemptResult } from './queue/complete.ts';
import { lateEndpoints, oldestDueSeconds, queueState } from './queue/queue-state.ts';

/** From a few milliseconds, which a wake-up takes, to the minute at which a worker's /readyz fails, and beyond. */
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Up to the deadline of 10 s. */
const RESPONSE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Deliveries as operators see them. No label names an address; those of the latest endpoints are ten. */
export class WebhookMetrics {
  readonly #attempts: Counter<'outcome'>;
  readonly #claims: Counter;
  readonly #claimed: Counter;
  readonly #latency: Histogram;
  readonly #responseTime: Histogram;

  constructor(registry: Registry, db: Querier) {
    const registers = [registry];
    this.#attempts = new Counter({
      name: 'tradepost_webhook_attempts_total',
      help: 'Attempts that ended, by outcome.',
      labelNames: ['outcome'],
      registers,
    });
    this.#claims = new Counter({
      name: 'tradepost_webhook_claims_total',
      help: 'How often this process looked for due deliveries.',
      registers,
    });
    this.#claimed = new Counter({
      name: 'tradepost_webhook_claimed_total',
      help: 'Deliveries that this process claimed.',
      registers,
    });
    this.#latency = new Histogram({
      name: 'tradepost_webhook_first_attempt_seconds',
      help: 'Time from writing an event, shortly before its commit, to the claim of its first attempt.',
      buckets: LATENCY_SECONDS,
      registers,
    });
    this.#responseTime = new Histogram({
      name: 'tradepost_webhook_request_seconds',
      help: 'How long endpoints took to respond, or until the request timed out.',
      buckets: RESPONSE_SECONDS,
      registers,
    });
    observeQueue(registry, db);
  }

  claimed(count: number): void {
    this.#claims.inc();
    this.#claimed.inc(count);
  }

  /** An attempt whose worker was lost, maybe another process. */
  lost(): void {
    this.#attempts.inc({ outcome: 'lost' });
  }

  attempted({ attempt, ageMs }: ClaimedDelivery, { outcome, durationMs }: AttemptResult): void {
    this.#attempts.inc({ outcome });
    this.#responseTime.observe(durationMs / 1000);
    if (attempt === 1) this.#latency.observe(ageMs / 1000);
  }
}

/** Read from the database when scraped, so every process reports the same. */
function observeQueue(registry: Registry, db: Querier): void {
  scrapedGauge(registry, {
    name: 'tradepost_webhook_oldest_due_seconds',
    help: 'How late the oldest due delivery is that no worker handles.',
    read: async () => [[{}, await oldestDueSeconds(db)]],
  });
  scrapedGauge(registry, {
    name: 'tradepost_webhook_endpoint_late_seconds',
    help: 'How late the oldest due delivery of an active endpoint is, of the ten latest.',
    labelNames: ['tenant_id', 'endpoint_id'],
    read: async () =>
      (await lateEndpoints(db)).map(({ tenantId, endpointId, seconds }) => [
        { tenant_id: String(tenantId), endpoint_id: String(endpointId) },
        seconds,
      ]),
  });
  scrapedGauge(registry, {
    name: 'tradepost_webhook_queue_deliveries',
    help: 'Deliveries still to be sent, by state: due, later, leased, inactive.',
    labelNames: ['state'],
    read: async () => Object.entries(await queueState(db)).map(([state, count]) => [{ state }, count]),
  });
}
