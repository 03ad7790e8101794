export { ConfigurationError } from '../errors/configuration-error.ts';
export { TradepostError } from '../errors/tradepost-error.ts';
export type { WebhookDelivery, WebhookHeaders } from './delivery.ts';
export type { WebhookEvent, WebhookEvents, WebhookEventType } from './events.ts';
export { type VerifyOptions, verify, verifySignature } from './verify.ts';
export { type WebhookRefusal, WebhookVerificationError } from './webhook-verification-error.ts';
