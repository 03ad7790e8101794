// The entry for runtimes without node:crypto. A test keeps its surface the same as that of index.ts.
import type { WebhookEvent } from './events.ts';
import { webHmac } from './hmac/web.ts';
import { WebhookReceiver } from './receiver.ts';
import type { WebhookReceiverOptions } from './receiver-options.ts';
import { type VerifyOptions, verifyWith } from './verify.ts';

export * from './shared-exports.ts';

/** A receiver without handlers yet. Throws a ConfigurationError for a secret that is missing or short. */
export function createWebhookReceiver<Context = unknown>(
  options: WebhookReceiverOptions<Context>,
): WebhookReceiver<Context> {
  return new WebhookReceiver(webHmac, options);
}

/**
 * The event of a delivery, once it is certain that Tradepost sent it and that it is not an old one played again. Else
 * it rejects with a WebhookVerificationError.
 */
export function verify(options: VerifyOptions): Promise<WebhookEvent> {
  return verifyWith(webHmac, options);
}
