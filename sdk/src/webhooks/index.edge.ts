// The entry for runtimes without node:crypto. A test checks that it exports the same as index.ts.

import { WebhookReceiver } from './receiver/receiver.ts';
import type { WebhookReceiverOptions } from './receiver/receiver-options.ts';
import type { WebhookEvent } from './verification/events.ts';
import { type VerifyOptions, verifyWith } from './verification/verify.ts';
import { webHmac } from './verification/web-hmac.ts';

export * from './shared-exports.ts';

/** Creates a receiver without handlers. Throws a ConfigurationError if a secret is missing or short. */
export function createWebhookReceiver<Context = unknown>(
  options: WebhookReceiverOptions<Context>,
): WebhookReceiver<Context> {
  return new WebhookReceiver(webHmac, options);
}

/**
 * Returns the event of a delivery after checking that Tradepost sent it and that it isn't an old one replayed. Rejects
 * with a WebhookVerificationError otherwise.
 */
export function verify(options: VerifyOptions): Promise<WebhookEvent> {
  return verifyWith(webHmac, options);
}
