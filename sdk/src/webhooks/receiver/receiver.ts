import { ConfigurationError, TradepostError } from '../../errors/tradepost-error.ts';
import type { Claim, EventKey } from '../stores/event-store.ts';
import { bytesOf, type WebhookDelivery } from '../verification/delivery.ts';
import type { UnknownWebhookEvent, WebhookEvent, WebhookEventType } from '../verification/events.ts';
import { isPromise, type MaybePromise, settle, withTimeout } from '../verification/maybe-promise.ts';
import { readSignedHeaders } from '../verification/signed-headers.ts';
import { createVerifier, type Hmac, type Verifier } from '../verification/verify.ts';
import type { WebhookVerificationError } from '../verification/webhook-verification-error.ts';
import { type ResolvedOptions, resolveOptions, type WebhookReceiverOptions } from './receiver-options.ts';
import { respond, retryAfterHeader, type WebhookAnswer } from './response.ts';

/** Returns when the event is done. If it throws, the event is released and delivered again. */
export type WebhookHandler<Event, Context = unknown> = (event: Event, context: Context) => unknown;

/** A request as it arrived, on any server. */
export interface WebhookRequest extends WebhookDelivery {
  /** Checked only if present. */
  method?: string | undefined;
}

const OTHER = 'onOther'; // can't be an event type: those have a dot

type AnyHandler<Context> = WebhookHandler<never, Context>;

/** Verifies each delivery and handles each event once. Created by `createWebhookReceiver`. */
export class WebhookReceiver<Context = unknown> {
  readonly #verify: Verifier;
  readonly #options: ResolvedOptions<Context>;
  readonly #handlers = new Map<string, AnyHandler<Context>>();

  /** @internal */
  constructor(hmac: Hmac, options: WebhookReceiverOptions<Context>) {
    this.#verify = createVerifier(hmac, options.secrets, options.toleranceSeconds);
    this.#options = resolveOptions(options);
  }

  /** A server can stop reading a body above this size. It gets a 413. */
  get maxBodyBytes(): number {
    return this.#options.maxBodyBytes;
  }

  /** Sets the handler of an event type. A second one for the same type throws, because an event is handled once. */
  on<Kind extends WebhookEventType>(kind: Kind, handler: WebhookHandler<WebhookEvent<Kind>, Context>): this {
    return this.#set(kind, handler);
  }

  /** Handles every type that has no handler, including types of later versions. By default they get a 200. */
  onOther(handler: WebhookHandler<WebhookEvent | UnknownWebhookEvent, Context>): this {
    return this.#set(OTHER, handler);
  }

  #set(kind: string, handler: AnyHandler<Context>): this {
    if (this.#handlers.has(kind)) throw new ConfigurationError(`${kind} already has a handler.`);
    this.#handlers.set(kind, handler);
    return this;
  }

  /** Handles the event and returns the response to send. Doesn't reject. */
  async receive(request: WebhookRequest): Promise<WebhookAnswer> {
    const pending = this.#process(request);
    const response = isPromise(pending) ? await pending : pending;
    try {
      this.#options.onReport(response);
    } catch (error) {
      console.error(error); // a failing logger doesn't undo what was done
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

  /** Undefined if the body is too large. */
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
    // A claim that succeeds too late must not block the event until its lease ends.
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
            const error = new Error('The handler took longer than leaseMs, and another claimed the event.');
            return respond({ outcome: 'taken_over', event, error, headers: retryAfterHeader(0) });
          },
          (error) => respond({ outcome: 'store_unavailable', event, error }),
        ),
      (error) => {
        // Released or not, the event comes again: at the latest when its lease ends.
        const failed = () => respond({ outcome: 'failed', event, error });
        return settle(() => withTimeout(store.release(key, token), storeTimeoutMs), failed, failed);
      },
    );
  }
}

function refuse(error: unknown): WebhookAnswer {
  // The text of any other error belongs in the log, not in the response.
  if (!(error instanceof TradepostError)) return respond({ outcome: 'misconfigured', error });
  const { reason, message: detail } = error as WebhookVerificationError;
  return respond({ outcome: reason ? 'refused' : 'misconfigured', error, reason, detail });
}
