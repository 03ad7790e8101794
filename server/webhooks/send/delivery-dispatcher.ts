import type { Logger } from 'pino';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { HealthRecorder } from '../endpoints/health-recorder.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { BatchCompleter } from '../queue/batch-completer.ts';
import type { Capacity, ClaimedDelivery, ClaimResult, LeasedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import { releaseDeliveries } from '../queue/release.ts';
import { reportUnreadable, UnreadableSecrets } from '../queue/unreadable-secrets.ts';
import { logAttempt } from './attempt-log.ts';
import { addressesOf } from './dns-resolver.ts';
import { EndpointScheduler, type InFlightRequest } from './rules/endpoint-scheduler.ts';
import { type Sender, sendAttempt } from './send-attempt.ts';
import { OpenedSecretsCache } from './signing-keys.ts';

/** A response that takes longer is slow. The specification asks endpoints to respond within 5 s; most take under 0.5 s. */
const SLOW_RESPONSE_MS = 500;

/** Where a test may kill the process: between any two steps of a delivery. */
export type DeliveryStep = 'claimed' | 'sending' | 'sent' | 'recorded' | 'releasing' | 'released' | 'swept';

export interface DispatcherDeps {
  readonly db: Transactional;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly log: Logger;
  readonly metrics?: WebhookMetrics;
  readonly health?: HealthRecorder;
  readonly onStep?: (step: DeliveryStep) => void;
}

/** Sends what a worker has claimed and has the results written. Releases what it can't send soon. */
export class DeliveryDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #scheduler = new EndpointScheduler();
  readonly #completer: BatchCompleter;
  readonly #secrets: OpenedSecretsCache;
  readonly #unreadableSecrets = new UnreadableSecrets();
  readonly #pending = new Set<Promise<void>>();
  readonly #onCapacity: () => void;
  /** Between the database's clock and the monotonic one. Receivers refuse what a machine with a wrong clock has signed. */
  #clockOffsetMs = 0;
  #wasFull = false;
  #closing = false;

  /** `onCapacity` is called when it's worth claiming again. */
  constructor(deps: DispatcherDeps, onCapacity: () => void) {
    this.#deps = deps;
    this.#onCapacity = onCapacity;
    this.#secrets = new OpenedSecretsCache(deps.box);
    this.#completer = new BatchCompleter(deps.db, deps.sender.monotonicMs, deps.log);
  }

  /** What may be claimed now; undefined when enough is waiting. */
  capacity(): Capacity | undefined {
    const now = this.#now();
    this.#scheduler.releaseStale(now);
    this.#releaseUnsent();
    this.#wasFull = this.#scheduler.isFull;
    return this.#wasFull ? undefined : this.#unreadableSecrets.exclude(this.#scheduler.capacity(), now);
  }

  /** Whether more may be claimed for one of these endpoints. Otherwise there is nothing to claim before a response comes. */
  mayHaveMore(deliveries: readonly ClaimedDelivery[]): boolean {
    return deliveries.some(({ endpoint }) => this.#scheduler.hasAllowance(endpoint.id));
  }

  dispatch({ deliveries, tooLarge, nowMs }: Omit<ClaimResult, 'lastTenantId'>): void {
    if (nowMs !== undefined) this.#clockOffsetMs = nowMs - this.#now();
    if (tooLarge.length > 0) this.#track(this.#release(tooLarge));
    this.#scheduler.limitClaims(deliveries.length, tooLarge.length > 0);
    const unreadable = deliveries.filter(({ endpoint }) => !this.#secrets.secretsOf(endpoint));
    if (unreadable.length > 0) this.#track(this.#releaseUnreadable(unreadable));
    const readable =
      unreadable.length > 0 ? deliveries.filter((each) => !unreadable.includes(each)) : deliveries;
    const now = this.#now();
    const silent = readable.filter(({ endpoint }) => this.#scheduler.needsAddresses(endpoint, now));
    this.#scheduler.add(
      silent.length > 0 ? readable.filter((each) => !silent.includes(each)) : readable,
      now,
    );
    this.#scheduler.expect(silent);
    for (const id of new Set(silent.map(({ endpoint }) => endpoint.id)))
      this.#track(
        this.#addResolved(
          silent.filter(({ endpoint }) => endpoint.id === id),
          now,
        ),
      );
    this.#added();
  }

  /** Adds the deliveries of an endpoint that doesn't answer, once it's known which addresses they count at. */
  async #addResolved(deliveries: readonly ClaimedDelivery[], claimedAtMs: number): Promise<void> {
    const addresses = await addressesOf(deliveries[0]!.endpoint.url, this.#deps.sender.resolver);
    this.#scheduler.addExpected(deliveries, addresses, claimedAtMs);
    this.#added();
  }

  #added(): void {
    if (this.#closing) this.#releaseAll();
    else this.#sendNext();
  }

  /** Resolves when everything that was dispatched is recorded or released. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Releases what isn't in flight and waits for the rest. What isn't recorded in time, its lease sets free. */
  async close(withinMs: number): Promise<void> {
    this.#closing = true;
    this.#releaseAll();
    const deadline = setTimeout(() => this.#completer.abandon(), withinMs);
    await this.settled();
    clearTimeout(deadline);
  }

  #sendNext(): void {
    const now = this.#now();
    for (let request = this.#scheduler.next(now); request !== undefined; request = this.#scheduler.next(now))
      this.#track(this.#send(request));
    this.#releaseUnsent();
  }

  async #send(request: InFlightRequest): Promise<void> {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#scheduler.markSlow(request);
      this.#sendNext();
    }, SLOW_RESPONSE_MS);
    const result = await this.#attempt(request);
    clearTimeout(timer);
    const speed = !isSlow ? 'fast' : result.responseStatus === null ? 'none' : 'slow';
    const isTurn = this.#scheduler.leaveAddresses(request, result.outcome === 'accepted', this.#now());
    this.#onComplete(this.#scheduler.finish(request, speed) || isTurn);
    const { delivery } = request;
    const written = await this.#completer.complete({ delivery, result });
    this.#deps.onStep?.('recorded');
    this.#deps.metrics?.attempted(delivery, result);
    if (written && !delivery.test) this.#deps.health?.record(delivery.endpoint, result);
    logAttempt(this.#deps.log, delivery, result, written);
  }

  async #attempt({ delivery, addresses }: InFlightRequest): Promise<AttemptResult> {
    const { sender, onStep } = this.#deps;
    const secrets = this.#secrets.secretsOf(delivery.endpoint)!; // dispatch() lets no others in
    onStep?.('sending');
    const nowMs = () => this.#now() + this.#clockOffsetMs;
    const result = await sendAttempt(sender, delivery, secrets, nowMs, addresses);
    onStep?.('sent');
    return result;
  }

  #onComplete(shouldClaimMore: boolean): void {
    if (this.#closing) return;
    this.#sendNext();
    if (shouldClaimMore || (this.#wasFull && !this.#scheduler.isFull)) this.#onCapacity();
  }

  #releaseAll(): void {
    this.#scheduler.releaseAll();
    this.#releaseUnsent();
  }

  #releaseUnsent(): void {
    const releasable = this.#scheduler.takeReleasable();
    if (releasable.length > 0) this.#track(this.#release(releasable));
  }

  #release(deliveries: readonly LeasedDelivery[]): Promise<void> {
    const { db, log, onStep } = this.#deps;
    onStep?.('releasing');
    // Without the database their leases run out.
    return releaseDeliveries(db, deliveries).then(
      () => onStep?.('released'),
      (error: unknown) => log.warn({ err: error }, 'deliveries could not be released'),
    );
  }

  /** No attempt counts, their positions in the queue stay, and a worker with the right key may send them meanwhile. */
  async #releaseUnreadable(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const { db, log } = this.#deps;
    const endpoints = deliveries.map(({ endpoint }) => endpoint);
    const paused = this.#unreadableSecrets.pause(endpoints, this.#now());
    await Promise.all([reportUnreadable(db, log, paused), this.#release(deliveries)]);
  }

  #track(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  #now(): number {
    return this.#deps.sender.monotonicMs();
  }
}
