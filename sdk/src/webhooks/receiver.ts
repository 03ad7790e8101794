import { ConfigurationError } from '../errors/configuration-error.ts';
import { TradepostError } from '../errors/tradepost-error.ts';
import { bytesOf, readSignedHeaders, type WebhookDelivery } from './delivery.ts';
import type { UnknownWebhookEvent, WebhookEvent, WebhookEventType } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { isPromise, type MaybePromise, settle } from './maybe-promise.ts';
import { type ResolvedOptions, resolveOptions, type WebhookReceiverOptions } from './receiver-options.ts';
import { respond, retryAfterHeader, type WebhookAnswer } from './response.ts';
import type { Claim, EventKey } from './stores/event-store.ts';
import { withTimeout } from './stores/with-timeout.ts';
import { createVerifier, type Verifier } from './verifier.ts';
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
  readonly #verify: Verifier;
  readonly #options: ResolvedOptions<Context>;
  readonly #handlers = new Map<string, AnyHandler<Context>>();

  /** @internal */
  constructor(hmac: Hmac, options: WebhookReceiverOptions<Context>) {
    this.#verify = createVerifier(hmac, options.secrets, options.toleranceSeconds);
    this.#options = resolveOptions(options);
  }

  /** Of a larger body no more than this has to be read: what is longer is answered with 413. */
  get maxBodyBytes(): number {
    return this.#options.maxBodyBytes;
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
    const pending = this.#process(request);
    const response = isPromise(pending) ? await pending : pending;
    try {
      this.#options.onReport(response);
    } catch (error) {
      console.error(error); // a logger that fails does not undo what was done
    }
    return response;
  }

  #process(request: WebhookRequest): MaybePromise<WebhookAnswer> {
    if ((request.method ?? 'POST') !== 'POST')
      return respond({ outcome: 'wrong_method', headers: { allow: 'POST' } });
    return settle(
      () => this.#verifyRequest(request),
      (event) => (event === undefined ? respond({ outcome: 'too_large' }) : this.#dispatch(event)),
      refuse,
    );
  }

  /** Undefined when the body is too large to be looked at. */
  #verifyRequest({ headers, body }: WebhookDelivery): MaybePromise<WebhookEvent | undefined> {
    const bytes = bytesOf(body);
    if (bytes.length > this.maxBodyBytes) return undefined;
    return this.#verify(readSignedHeaders(headers), bytes, this.#options.clock() / 1000);
  }

  #dispatch(event: WebhookEvent): MaybePromise<WebhookAnswer> {
    if (event.test === true && this.#options.testEvents === 'accept')
      return respond({ outcome: 'test', event, detail: "Not handled: testEvents is not 'handle'." });
    const handler = this.#handlers.get(event.event_type) ?? this.#handlers.get(OTHER);
    return handler ? this.#handleOnce(event, handler) : respond({ outcome: 'ignored', event });
  }

  #handleOnce(event: WebhookEvent, handler: AnyHandler<Context>): MaybePromise<WebhookAnswer> {
    const { store, leaseMs, storeTimeoutMs } = this.#options;
    const key = { tenantId: event.tenant_id, eventId: event.event_id };
    // A claim that comes too late must not hold the event until its lease ends.
    const releaseLateClaim = (late: Claim<Context>): unknown =>
      late.state === 'claimed' && store.release(key, late.token);
    return settle(
      () => withTimeout(store.claim(key, leaseMs), storeTimeoutMs, releaseLateClaim),
      (claim) => {
        if (claim.state === 'done') return respond({ outcome: 'duplicate', event });
        if (claim.state === 'busy')
          return respond({ outcome: 'busy', event, headers: retryAfterHeader(claim.leaseMs) });
        return this.#handle(event, handler, key, claim);
      },
      (error) => respond({ outcome: 'store_unavailable', event, error }),
    );
  }

  #handle(
    event: WebhookEvent,
    handler: AnyHandler<Context>,
    key: EventKey,
    { token, context }: { token: string; context: Context },
  ): MaybePromise<WebhookAnswer> {
    const { store, storeTimeoutMs } = this.#options;
    return settle(
      () => handler(event as never, context),
      () =>
        settle(
          () => withTimeout(store.complete(key, token), storeTimeoutMs),
          (completed) => {
            if (completed) return respond({ outcome: 'handled', event });
            const error = new Error('The handler took longer than leaseMs, and another has the event.');
            return respond({ outcome: 'taken_over', event, error, headers: retryAfterHeader(0) });
          },
          (error) => respond({ outcome: 'store_unavailable', event, error }),
        ),
      (error) => {
        // Whether it was released or has to wait until its lease ends: it comes again.
        const failed = () => respond({ outcome: 'failed', event, error });
        return settle(() => withTimeout(store.release(key, token), storeTimeoutMs), failed, failed);
      },
    );
  }
}

function refuse(error: unknown): WebhookAnswer {
  // What any other error says is nobody's business but the log's.
  if (!(error instanceof TradepostError)) return respond({ outcome: 'misconfigured', error });
  const { reason, message: detail } = error as WebhookVerificationError;
  return respond({ outcome: reason ? 'refused' : 'misconfigured', error, reason, detail });
}
