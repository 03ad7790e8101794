// What both entries export, index.ts and index.edge.ts.
export { ConfigurationError, TradepostError } from '../errors/tradepost-error.ts';
export type {
  DeliveryInbox,
  InboxOptions,
  InboxReceiver,
  WebhookHandler,
  WebhookReceiver,
  WebhookRequest,
} from './receiver/receiver.ts';
export type { WebhookReceiverOptions } from './receiver/receiver-options.ts';
export type { WebhookAnswer, WebhookOutcome, WebhookReport } from './receiver/response.ts';
export type { Claim, EventKey, EventStore } from './stores/event-store.ts';
export type { WebhookDelivery, WebhookHeaders } from './verification/delivery.ts';
export type {
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEvents,
  WebhookEventType,
} from './verification/events.ts';
export type { WebhookSecrets } from './verification/secrets.ts';
export type { VerifyOptions } from './verification/verify.ts';
export { type WebhookRefusal, WebhookVerificationError } from './verification/webhook-verification-error.ts';
