import type { Logger } from 'pino';
import type { Querier } from '../../db/querier.ts';
import type { SecretBox } from '../../secret-box.ts';
import { markUnreadable, UnreadableSecrets } from '../endpoints/unreadable-secrets.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { BatchCompleter } from '../queue/batch-completer.ts';
import type { Capacity, ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import { releaseDeliveries } from '../queue/lease.ts';
import { EndpointScheduler, type InFlightRequest } from './endpoint-scheduler.ts';
import { type Sender, sendAttempt } from './send-attempt.ts';
import { SigningKeyCache } from './signing-keys.ts';

/** An answer that takes longer is slow. The document asks consumers to answer under 5 s; most do in under 0.5. */
const SLOW_RESPONSE_MS = 500;

/** Where a test may stop the process: between any two steps of a delivery. */
export type DeliveryStep = 'claimed' | 'sending' | 'sent' | 'recorded' | 'releasing' | 'released' | 'swept';

export interface DispatcherDeps {
  readonly db: Querier;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly log: Logger;
  readonly metrics?: WebhookMetrics;
  readonly onStep?: (step: DeliveryStep) => void;
}

/** Sends what a worker claimed, in lanes, and has it recorded. Gives back what it does not get to. */
export class DeliveryDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #scheduler = new EndpointScheduler();
  readonly #completer: BatchCompleter;
  readonly #signingKeys: SigningKeyCache;
  readonly #unreadableSecrets = new UnreadableSecrets();
  readonly #pending = new Set<Promise<void>>();
  readonly #onCapacity: () => void;
  #wasFull = false;
  #closing = false;

  /** `onCapacity` is told when it is worth to claim again. */
  constructor(deps: DispatcherDeps, onCapacity: () => void) {
    this.#deps = deps;
    this.#onCapacity = onCapacity;
    this.#signingKeys = new SigningKeyCache(deps.box);
    this.#completer = new BatchCompleter(deps.db, deps.sender.monotonicMs, deps.log);
  }

  /** What may be claimed for it now; undefined when it has enough. */
  capacity(): Capacity | undefined {
    const now = this.#deps.sender.monotonicMs();
    this.#scheduler.releaseStale(now);
    this.#track(this.#releaseUnsent());
    this.#wasFull = this.#scheduler.isFull;
    return this.#wasFull ? undefined : this.#unreadableSecrets.exclude(this.#scheduler.capacity(), now);
  }

  /** Whether one of these endpoints may be given more now: else there is nothing to claim before an answer comes. */
  mayHaveMore(claimed: readonly ClaimedDelivery[]): boolean {
    return claimed.some(({ endpoint }) => this.#scheduler.hasAllowance(endpoint.id));
  }

  dispatch(claimed: readonly ClaimedDelivery[]): void {
    const unreadable = claimed.filter(({ endpoint }) => !this.#signingKeys.keysFor(endpoint));
    if (unreadable.length > 0) this.#track(this.#releaseUnreadable(unreadable));
    const readable = unreadable.length > 0 ? claimed.filter((each) => !unreadable.includes(each)) : claimed;
    this.#scheduler.add(readable, this.#deps.sender.monotonicMs());
    if (this.#closing) this.#releaseAll();
    else this.#sendNext();
  }

  /** When all that it took is recorded or given back. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Gives back what is not on the way and waits for what is. What is not recorded in time, its lease sets free. */
  async close(withinMs: number): Promise<void> {
    this.#closing = true;
    this.#releaseAll();
    const deadline = setTimeout(() => this.#completer.abandon(), withinMs);
    await this.settled();
    clearTimeout(deadline);
  }

  #releaseAll(): void {
    this.#scheduler.releaseAll();
    this.#track(this.#releaseUnsent());
  }

  #sendNext(): void {
    const now = this.#deps.sender.monotonicMs();
    for (let request = this.#scheduler.next(now); request !== undefined; request = this.#scheduler.next(now))
      this.#track(this.#send(request));
    this.#track(this.#releaseUnsent());
  }

  #track(work: Promise<void> | undefined): void {
    if (work === undefined) return;
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  async #send(request: InFlightRequest): Promise<void> {
    const { delivery: claimed } = request;
    let slow = false;
    const timer = setTimeout(() => {
      slow = true;
      this.#scheduler.markSlow(request);
      this.#sendNext();
    }, SLOW_RESPONSE_MS);
    const outcome = await this.#attempt(claimed);
    clearTimeout(timer);
    const speed = !slow ? 'fast' : outcome.responseStatus === null ? 'none' : 'slow';
    this.#onComplete(this.#scheduler.finish(request, speed));
    const held = await this.#completer.record({ delivery: claimed, result: outcome });
    this.#deps.onStep?.('recorded');
    this.#logAttempt(claimed, outcome, held);
  }

  #onComplete(claimMore: boolean): void {
    if (this.#closing) return;
    this.#sendNext();
    if (claimMore || (this.#wasFull && !this.#scheduler.isFull)) this.#onCapacity();
  }

  async #attempt(claimed: ClaimedDelivery): Promise<AttemptResult> {
    const { sender, onStep } = this.#deps;
    const keys = this.#signingKeys.keysFor(claimed.endpoint)!; // take() lets no others in
    onStep?.('sending');
    const outcome = await sendAttempt(sender, claimed, keys);
    onStep?.('sent');
    return outcome;
  }

  #releaseUnsent(): Promise<void> | undefined {
    const releasable = this.#scheduler.takeReleasable();
    return releasable.length === 0 ? undefined : this.#release(releasable);
  }

  #release(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const { db, log, onStep } = this.#deps;
    onStep?.('releasing');
    // When the database is away their leases run out.
    return releaseDeliveries(db, claimed).then(
      () => onStep?.('released'),
      (error: unknown) => log.warn({ err: error }, 'deliveries could not be given back'),
    );
  }

  /** They count no attempt and keep their place, and another worker, which has the right key, may send them meanwhile. */
  async #releaseUnreadable(unreadable: readonly ClaimedDelivery[]): Promise<void> {
    const { db, log, sender } = this.#deps;
    const paused = this.#unreadableSecrets.pause(
      unreadable.map(({ endpoint }) => endpoint),
      sender.monotonicMs(),
    );
    for (const { tenantId: tenant_id, id: registration_id } of paused)
      log.error(
        { tenant_id, registration_id },
        'the secret of a webhook cannot be opened with TRADEPOST_SECRET_KEY; its deliveries wait. Restore the key, or make a new secret: tradepost webhook rotate-secret',
      );
    const marked = markUnreadable(db, paused).catch((error: unknown) =>
      log.warn({ err: error }, 'webhooks whose secret cannot be opened could not be marked'),
    );
    await Promise.all([marked, this.#release(unreadable)]);
  }

  #logAttempt(claimed: ClaimedDelivery, outcome: AttemptResult, held: boolean): void {
    const { endpoint, id: delivery_id, eventId: event_id, kind: event, attempt } = claimed;
    const {
      status,
      outcome: result,
      detail,
      responseStatus: response_status,
      durationMs: duration_ms,
    } = outcome;
    this.#deps.metrics?.attempted(claimed, outcome);
    this.#deps.log.info(
      {
        tenant_id: endpoint.tenantId,
        delivery_id,
        event_id,
        event,
        attempt,
        status,
        result,
        detail,
        response_status,
        duration_ms,
        held,
      },
      'delivery attempt',
    );
  }
}
