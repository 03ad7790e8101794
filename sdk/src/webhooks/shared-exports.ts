// What both entries export, index.ts and index.edge.ts.
export { ConfigurationError, TradepostError } from '../errors/tradepost-error.ts';
export type { WebhookDelivery, WebhookHeaders } from './delivery.ts';
export type { UnknownWebhookEvent, WebhookEvent, WebhookEvents, WebhookEventType } from './events.ts';
export type { WebhookHandler, WebhookReceiver, WebhookRequest } from './receiver.ts';
export type { WebhookReceiverOptions } from './receiver-options.ts';
export type { WebhookAnswer, WebhookOutcome, WebhookReport } from './response.ts';
export type { Claim, EventKey, EventStore } from './stores/event-store.ts';
export type { VerifyOptions } from './verify.ts';
export { type WebhookRefusal, WebhookVerificationError } from './webhook-verification-error.ts';
