import type { Logger } from 'pino';
import type { Querier } from '../../db/querier.ts';
import type { SecretBox } from '../../secret-box.ts';
import { markUnreadable, UnreadableSecrets } from '../endpoints/unreadable-secrets.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { Recorder } from '../queue/batch-completer.ts';
import type { Claimed, Room } from '../queue/claim.ts';
import type { Outcome } from '../queue/complete.ts';
import { release } from '../queue/lease.ts';
import { type Flight, Lanes } from './endpoint-scheduler.ts';
import { deliver, type Sender } from './send-attempt.ts';
import { SigningKeyRing } from './signing-keys.ts';

/** An answer that takes longer is late. The document asks consumers to answer under 5 s; most do in under 0.5. */
const LATE_MS = 500;

/** Where a test may stop the process: between any two steps of a delivery. */
export type Step = 'claimed' | 'sending' | 'sent' | 'recorded' | 'releasing' | 'released' | 'swept';

export interface CourierParts {
  readonly db: Querier;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly log: Logger;
  readonly metrics?: WebhookMetrics;
  readonly reached?: (step: Step) => void;
}

/** Sends what a worker claimed, in lanes, and has it recorded. Gives back what it does not get to. */
export class Courier {
  readonly #parts: CourierParts;
  readonly #lanes = new Lanes();
  readonly #recorder: Recorder;
  readonly #keyRing: SigningKeyRing;
  readonly #unreadable = new UnreadableSecrets();
  readonly #going = new Set<Promise<void>>();
  readonly #hasRoom: () => void;
  #wasFull = false;
  #closing = false;

  /** `hasRoom` is told when it is worth to claim again. */
  constructor(parts: CourierParts, hasRoom: () => void) {
    this.#parts = parts;
    this.#hasRoom = hasRoom;
    this.#keyRing = new SigningKeyRing(parts.box);
    this.#recorder = new Recorder(parts.db, parts.sender.monotonicMs, parts.log);
  }

  /** What may be claimed for it now; undefined when it has enough. */
  room(): Room | undefined {
    const now = this.#parts.sender.monotonicMs();
    this.#lanes.dropStale(now);
    this.#keep(this.#giveBack());
    this.#wasFull = this.#lanes.isFull;
    return this.#wasFull ? undefined : this.#unreadable.exclude(this.#lanes.room(), now);
  }

  /** Whether one of these endpoints may be given more now: else there is nothing to claim before an answer comes. */
  mayHaveMoreOf(claimed: readonly Claimed[]): boolean {
    return claimed.some(({ registration }) => this.#lanes.allows(registration.id));
  }

  take(claimed: readonly Claimed[]): void {
    const unreadable = claimed.filter(({ registration }) => !this.#keyRing.keysOf(registration));
    if (unreadable.length > 0) this.#keep(this.#postpone(unreadable));
    const readable = unreadable.length > 0 ? claimed.filter((each) => !unreadable.includes(each)) : claimed;
    this.#lanes.add(readable, this.#parts.sender.monotonicMs());
    if (this.#closing) this.#giveUp();
    else this.#sendNext();
  }

  /** When all that it took is recorded or given back. */
  async settled(): Promise<void> {
    while (this.#going.size > 0) await Promise.all(this.#going);
  }

  /** Gives back what is not on the way and waits for what is. What is not recorded in time, its lease sets free. */
  async close(withinMs: number): Promise<void> {
    this.#closing = true;
    this.#giveUp();
    const deadline = setTimeout(() => this.#recorder.abandon(), withinMs);
    await this.settled();
    clearTimeout(deadline);
  }

  #giveUp(): void {
    this.#lanes.clear();
    this.#keep(this.#giveBack());
  }

  #sendNext(): void {
    const now = this.#parts.sender.monotonicMs();
    for (let flight = this.#lanes.next(now); flight !== undefined; flight = this.#lanes.next(now))
      this.#keep(this.#fly(flight));
    this.#keep(this.#giveBack());
  }

  #keep(work: Promise<void> | undefined): void {
    if (work === undefined) return;
    this.#going.add(work);
    void work.finally(() => this.#going.delete(work));
  }

  async #fly(flight: Flight): Promise<void> {
    const { claimed } = flight;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#lanes.linger(flight);
      this.#sendNext();
    }, LATE_MS);
    const outcome = await this.#attempt(claimed);
    clearTimeout(timer);
    const pace = !late ? 'quick' : outcome.responseStatus === null ? 'hung' : 'slow';
    this.#landed(this.#lanes.end(flight, pace));
    const held = await this.#recorder.record({ claimed, outcome });
    this.#parts.reached?.('recorded');
    this.#tell(claimed, outcome, held);
  }

  #landed(hungry: boolean): void {
    if (this.#closing) return;
    this.#sendNext();
    if (hungry || (this.#wasFull && !this.#lanes.isFull)) this.#hasRoom();
  }

  async #attempt(claimed: Claimed): Promise<Outcome> {
    const { sender, reached } = this.#parts;
    const keys = this.#keyRing.keysOf(claimed.registration)!; // take() lets no others in
    reached?.('sending');
    const outcome = await deliver(sender, claimed, keys);
    reached?.('sent');
    return outcome;
  }

  #giveBack(): Promise<void> | undefined {
    const unwanted = this.#lanes.takeUnwanted();
    return unwanted.length === 0 ? undefined : this.#release(unwanted);
  }

  #release(claimed: readonly Claimed[]): Promise<void> {
    const { db, log, reached } = this.#parts;
    reached?.('releasing');
    // When the database is away their leases run out.
    return release(db, claimed).then(
      () => reached?.('released'),
      (error: unknown) => log.warn({ err: error }, 'deliveries could not be given back'),
    );
  }

  /** They count no attempt and keep their place, and another worker, which has the right key, may send them meanwhile. */
  async #postpone(unreadable: readonly Claimed[]): Promise<void> {
    const { db, log, sender } = this.#parts;
    const paused = this.#unreadable.pause(
      unreadable.map(({ registration }) => registration),
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

  #tell(claimed: Claimed, outcome: Outcome, held: boolean): void {
    const { registration, id: delivery_id, eventId: event_id, kind: event, attempt } = claimed;
    const {
      status,
      outcome: result,
      detail,
      responseStatus: response_status,
      durationMs: duration_ms,
    } = outcome;
    this.#parts.metrics?.attempted(claimed, outcome);
    this.#parts.log.info(
      {
        tenant_id: registration.tenantId,
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
