import { ConfigurationError } from '../errors/configuration-error.ts';
import { TradepostError } from '../errors/tradepost-error.ts';
import { answer, retryAfter, type WebhookAnswer } from './answer.ts';
import { bytesOf, readSignedHeaders, type WebhookDelivery } from './delivery.ts';
import type { UnknownWebhookEvent, WebhookEvent, WebhookEventType } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { isPromise, type MaybePromise, settle } from './maybe-promise.ts';
import { type ReceiverSettings, settingsOf, type WebhookReceiverOptions } from './receiver-options.ts';
import type { Claim, EventKey } from './stores/event-store.ts';
import { inTime } from './stores/in-time.ts';
import { createVerify, type Verify } from './verifier.ts';
import type { WebhookVerificationError } from './webhook-verification-error.ts';

/** It ends when the event is done. When it throws, the event is given back and comes again. */
export type WebhookHandler<Event, Context = unknown> = (event: Event, context: Context) => unknown;

/** A request as it arrived at whatever server. */
export interface WebhookRequest extends WebhookDelivery {
  /** Not looked at when it is left out. */
  method?: string;
}

const OTHER = 'onOther'; // no kind of event: those have a dot

type AnyHandler<Context> = WebhookHandler<never, Context>;

/** Verifies each delivery, and has each event handled once. Made by `createWebhookReceiver`. */
export class WebhookReceiver<Context = unknown> {
  readonly #verify: Verify;
  readonly #settings: ReceiverSettings<Context>;
  readonly #handlers = new Map<string, AnyHandler<Context>>();

  /** @internal */
  constructor(hmac: Hmac, options: WebhookReceiverOptions<Context>) {
    this.#verify = createVerify(hmac, options.secrets, options.toleranceSeconds);
    this.#settings = settingsOf(options);
  }

  /** Of a larger body no more than this has to be read: what is longer is answered with 413. */
  get maxBodyBytes(): number {
    return this.#settings.maxBodyBytes;
  }

  /** An event has one handler, since it is done once: a second one for the same kind throws. */
  on<Kind extends WebhookEventType>(kind: Kind, handler: WebhookHandler<WebhookEvent<Kind>, Context>): this {
    return this.#set(kind, handler);
  }

  /** For every kind without a handler of its own, those of later versions included. Unless set they are answered 200. */
  onOther(handler: WebhookHandler<WebhookEvent | UnknownWebhookEvent, Context>): this {
    return this.#set(OTHER, handler);
  }

  #set(kind: string, handler: AnyHandler<Context>): this {
    if (this.#handlers.has(kind)) throw new ConfigurationError(`${kind} has a handler already.`);
    this.#handlers.set(kind, handler);
    return this;
  }

  /** What to answer to the request, after the event was handled. It does not reject. */
  async receive(request: WebhookRequest): Promise<WebhookAnswer> {
    const sooner = this.#answer(request);
    const answered = isPromise(sooner) ? await sooner : sooner;
    try {
      this.#settings.onReport(answered);
    } catch (error) {
      console.error(error); // a logger that fails does not undo what was done
    }
    return answered;
  }

  #answer(request: WebhookRequest): MaybePromise<WebhookAnswer> {
    if ((request.method ?? 'POST') !== 'POST')
      return answer({ outcome: 'wrong_method', headers: { allow: 'POST' } });
    return settle(
      () => this.#verified(request),
      (event) => (event === undefined ? answer({ outcome: 'too_large' }) : this.#take(event)),
      refusal,
    );
  }

  /** Undefined when the body is too large to be looked at. */
  #verified({ headers, body }: WebhookDelivery): MaybePromise<WebhookEvent | undefined> {
    const bytes = bytesOf(body);
    if (bytes.length > this.maxBodyBytes) return undefined;
    return this.#verify(readSignedHeaders(headers), bytes, this.#settings.clock() / 1000);
  }

  #take(event: WebhookEvent): MaybePromise<WebhookAnswer> {
    if (event.test === true && this.#settings.testEvents === 'accept')
      return answer({ outcome: 'test', event, detail: "Not handled: testEvents is not 'handle'." });
    const handler = this.#handlers.get(event.event_type) ?? this.#handlers.get(OTHER);
    return handler ? this.#handleOnce(event, handler) : answer({ outcome: 'ignored', event });
  }

  #handleOnce(event: WebhookEvent, handler: AnyHandler<Context>): MaybePromise<WebhookAnswer> {
    const { store, leaseMs, storeTimeoutMs } = this.#settings;
    const key = { tenantId: event.tenant_id, eventId: event.event_id };
    // A claim that comes too late must not hold the event until its lease ends.
    const giveBack = (late: Claim<Context>): unknown =>
      late.state === 'claimed' && store.release(key, late.token);
    return settle(
      () => inTime(store.claim(key, leaseMs), storeTimeoutMs, giveBack),
      (claim) => {
        if (claim.state === 'done') return answer({ outcome: 'duplicate', event });
        if (claim.state === 'busy')
          return answer({ outcome: 'busy', event, headers: retryAfter(claim.leaseMs) });
        return this.#handle(event, handler, key, claim);
      },
      (error) => answer({ outcome: 'store_unavailable', event, error }),
    );
  }

  #handle(
    event: WebhookEvent,
    handler: AnyHandler<Context>,
    key: EventKey,
    { token, context }: { token: string; context: Context },
  ): MaybePromise<WebhookAnswer> {
    const { store, storeTimeoutMs } = this.#settings;
    return settle(
      () => handler(event as never, context),
      () =>
        settle(
          () => inTime(store.complete(key, token), storeTimeoutMs),
          (completed) => {
            if (completed) return answer({ outcome: 'handled', event });
            const error = new Error('The handler took longer than leaseMs, and another has the event.');
            return answer({ outcome: 'taken_over', event, error, headers: retryAfter(0) });
          },
          (error) => answer({ outcome: 'store_unavailable', event, error }),
        ),
      (error) => {
        // Whether it was released or has to wait until its lease ends: it comes again.
        const failed = () => answer({ outcome: 'failed', event, error });
        return settle(() => inTime(store.release(key, token), storeTimeoutMs), failed, failed);
      },
    );
  }
}

function refusal(error: unknown): WebhookAnswer {
  // What any other error says is nobody's business but the log's.
  if (!(error instanceof TradepostError)) return answer({ outcome: 'misconfigured', error });
  const { reason, message: detail } = error as WebhookVerificationError;
  return answer({ outcome: reason ? 'refused' : 'misconfigured', error, reason, detail });
}
