import { ConfigurationError, TradepostError } from '../../errors/tradepost-error.ts';
import type { Claim, ClaimedEvent, EventKey } from '../stores/event-store.ts';
import { fail } from '../verification/check-option.ts';
import { bytesOf, type WebhookDelivery } from '../verification/delivery.ts';
import { isEventType } from '../verification/event-types.ts';
import type { UnknownWebhookEvent, WebhookEvent, WebhookEventType } from '../verification/events.ts';
import type { Hmac } from '../verification/hmac.ts';
import { isPromise, type MaybePromise, settle, withTimeout } from '../verification/maybe-promise.ts';
import { readSignedHeaders } from '../verification/signed-headers.ts';
import { createVerifier, type Verifier } from '../verification/verify.ts';
import type { WebhookVerificationError } from '../verification/webhook-verification-error.ts';
import { firstHandlersOf } from './first-handlers.ts';
import { type ResolvedOptions, resolveOptions, type WebhookReceiverOptions } from './receiver-options.ts';
import { respond, retryAfterHeader, type WebhookAnswer } from './response.ts';

/** Returns when the event is done. If it throws, the event is released and delivered again. */
export type WebhookHandler<Event, Context = unknown> = (event: Event, context: Context) => unknown;

/** A request as it arrived, on any server. */
export interface WebhookRequest extends WebhookDelivery {
  /** Checked only if present. */
  method?: string | undefined;
}

/** Stores events, to have them handled later. `postgresInbox` of `@tradepost/sdk/webhooks/inbox` opens one. */
export interface DeliveryInbox {
  /** The response to a delivery whose event was verified. Doesn't reject. */
  accept(event: WebhookEvent): Promise<WebhookAnswer>;
}

/** What an inbox gets of its receiver. */
export interface InboxReceiver {
  /** The receiver's options. */
  readonly options: { readonly consumer?: string | undefined; readonly storeTimeoutMs: number };
  /** The handlers that were set so far. */
  readonly handlers: ReadonlyMap<string, unknown>;
  /** Has an event handled once, as if it had been delivered now. Doesn't reject. */
  handle(event: WebhookEvent): Promise<WebhookAnswer>;
}

export interface InboxOptions<Inbox extends DeliveryInbox> {
  /** `postgresInbox(pool)` of `@tradepost/sdk/webhooks/inbox`. */
  store: { open(receiver: InboxReceiver): Inbox };
}

const NO_HANDLER = 'There is neither a handler nor an inbox. Call on(), onOther() or inbox().';
const OTHER = 'onOther'; // can't be an event type: those have a dot

type AnyHandler = WebhookHandler<never, never>;

/** Verifies each delivery and handles each event once. Created by `createWebhookReceiver`. */
export class WebhookReceiver<Context = unknown> {
  readonly #verify: Verifier;
  readonly #options: ResolvedOptions<Context>;
  readonly #handlers = new Map<string, AnyHandler>();
  #inbox: DeliveryInbox | undefined;

  /** @internal */
  constructor(hmac: Hmac, options: WebhookReceiverOptions<Context>) {
    this.#options = resolveOptions(options ?? {}); // in JavaScript it may be null
    this.#verify = createVerifier(hmac, options);
  }

  /** A server can stop reading a body above this size. It gets a 413. */
  get maxBodyBytes(): number {
    return this.#options.maxBodyBytes;
  }

  /** Sets the handler of an event type. A second one for the same type throws, because an event is handled once. */
  on<Kind extends WebhookEventType>(kind: Kind, handler: WebhookHandler<WebhookEvent<Kind>, Context>): this {
    if (!isEventType(kind)) fail(`There is no event ${kind}. onOther handles those of later versions.`);
    return this.#set(kind, handler);
  }

  /** Handles every type that has no handler, including types of later versions. By default they get a 200. */
  onOther(handler: WebhookHandler<WebhookEvent | UnknownWebhookEvent, Context>): this {
    return this.#set(OTHER, handler);
  }

  #set(kind: string, handler: AnyHandler): this {
    if (typeof handler !== 'function') fail(`The handler of ${kind} is not a function.`);
    const handlers = this.#handlers;
    if (handlers.has(kind)) fail(`${kind} has a handler already, and can have just one.`);
    const { store, consumer, adopt } = this.#options;
    const first = firstHandlersOf(store);
    // Events that were recorded without a consumer belong to the one that adopts them.
    for (const prefix of adopt ? [prefixOf(consumer), ''] : [prefixOf(consumer)]) {
      first[prefix] ??= handlers;
      const others = first[prefix];
      if (others !== handlers && others.get(kind) !== handler)
        fail('Another receiver with this store and consumer has other handlers. Pass each its own consumer.');
    }
    handlers.set(kind, handler);
    return this;
  }

  /**
   * From now on `receive` stores events and responds at once. The inbox that it returns has them handled, in this process
   * or another.
   */
  inbox<Inbox extends DeliveryInbox>({ store }: InboxOptions<Inbox>): Inbox {
    if (typeof store?.open !== 'function') fail('Pass a store, such as postgresInbox(pool).');
    const inbox = store.open({
      options: this.#options,
      handlers: this.#handlers,
      handle: (event) => this.#report(() => this.#dispatch(event)),
    });
    this.#inbox = inbox;
    return inbox;
  }

  /** Handles the event and returns the response to send. Doesn't reject. */
  receive(request: WebhookRequest): Promise<WebhookAnswer> {
    return this.#report(() => this.#process(request));
  }

  async #report(work: () => MaybePromise<WebhookAnswer>): Promise<WebhookAnswer> {
    const pending = settle(work, (response) => response, refuse);
    const response = isPromise(pending) ? await pending : pending;
    const logError = (error: unknown) => console.error(error);
    // A logger that fails doesn't undo what was done, and one that hangs doesn't hold up the response.
    void settle(
      () => this.#options.onReport(response),
      () => {},
      logError,
    );
    return response;
  }

  #process({ method, headers, body }: WebhookRequest): MaybePromise<WebhookAnswer> {
    if (method && method.toUpperCase() !== 'POST')
      return respond('wrong_method', { headers: { allow: 'POST' } });
    const bytes = bytesOf(body);
    if (bytes.length > this.maxBodyBytes) return respond('too_large');
    const event = this.#verify(readSignedHeaders(headers), bytes, this.#options.clock() / 1000);
    return isPromise(event) ? event.then((verified) => this.#accept(verified)) : this.#accept(event);
  }

  #accept(event: WebhookEvent): MaybePromise<WebhookAnswer> {
    if (!this.#inbox && this.#handlers.size === 0)
      return respond('misconfigured', {
        event,
        error: new ConfigurationError(NO_HANDLER),
        detail: NO_HANDLER,
      });
    if (event.test === true && this.#options.testEvents === 'accept')
      return respond('test', { event, detail: "Not handled: testEvents is not 'handle'." });
    return this.#inbox ? this.#inbox.accept(event) : this.#dispatch(event);
  }

  #dispatch(event: WebhookEvent): MaybePromise<WebhookAnswer> {
    const handler = this.#handlers.get(event.event_type) ?? this.#handlers.get(OTHER);
    return handler ? this.#handleOnce(event, handler) : respond('ignored', { event });
  }

  #handleOnce(event: WebhookEvent, handler: AnyHandler): MaybePromise<WebhookAnswer> {
    const { store, consumer, adopt, leaseMs, storeTimeoutMs } = this.#options;
    const { tenant_id: tenantId, event_id: eventId } = event;
    const key = { tenantId, eventId: prefixOf(consumer) + eventId };
    const claim = (): MaybePromise<Claim<Context>> =>
      adopt
        ? import('./claim-adopting.ts').then((late) => late.claimAdopting(store, key, eventId, leaseMs))
        : store.claim(key, leaseMs);
    // A claim that succeeds too late must not block the event until its lease ends.
    const releaseLateClaim = (late: Claim<Context>): unknown =>
      late.state === 'claimed' && store.release(key, late.token);
    const unavailable = (error: unknown) => respond('store_unavailable', { event, error });
    return settle(
      () => withTimeout(claim(), storeTimeoutMs, releaseLateClaim),
      (claimed) => {
        // A store of one's own may return anything, and nothing may be handled without a claim.
        const state = claimed?.state;
        if (state === 'claimed') return this.#handle(event, handler, key, claimed);
        if (state === 'done') return respond('duplicate', { event });
        return state === 'busy'
          ? respond(state, { event, headers: retryAfterHeader(claimed.leaseMs) })
          : unavailable(new Error(`The store returned the unknown state ${state}.`));
      },
      unavailable,
    );
  }

  #handle(
    event: WebhookEvent,
    handler: AnyHandler,
    key: EventKey,
    { token, context, ended }: ClaimedEvent<Context>,
  ): MaybePromise<WebhookAnswer> {
    const { store, storeTimeoutMs } = this.#options;
    return settle(
      () => {
        const result = handler(event as never, context as never);
        return ended ? Promise.resolve(result).then(ended) : result;
      },
      () =>
        settle(
          () => withTimeout(store.complete(key, token), storeTimeoutMs),
          (completed) => {
            if (completed) return respond('handled', { event });
            const error = new Error('The handler took longer than leaseMs, and another claimed the event.');
            return respond('taken_over', { event, error, headers: retryAfterHeader(0) });
          },
          (error) => respond('store_unavailable', { event, error }),
        ),
      (error) => {
        // Released or not, the event comes again: at the latest when its lease ends.
        const failed = () => respond('failed', { event, error });
        return settle(() => withTimeout(store.release(key, token), storeTimeoutMs), failed, failed);
      },
    );
  }
}

const prefixOf = (consumer = ''): string => consumer && `${consumer}/`;

function refuse(error: unknown): WebhookAnswer {
  // The text of any other error belongs in the log, not in the response.
  if (!(error instanceof TradepostError)) return respond('misconfigured', { error });
  const { reason, message: detail } = error as WebhookVerificationError;
  return respond(reason ? 'refused' : 'misconfigured', { error, reason, detail });
}
