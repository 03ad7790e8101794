// The entry for Node, Bun and Deno. index.edge.ts is the same for runtimes without node:crypto.
import type { WebhookEvent } from './events.ts';
import { nodeHmac } from './hmac/node.ts';
import { WebhookReceiver } from './receiver.ts';
import type { WebhookReceiverOptions } from './receiver-options.ts';
import { type VerifyOptions, verifyWith } from './verify.ts';

export * from './shared-exports.ts';

/** A receiver without handlers yet. Throws a ConfigurationError for a secret that is missing or short. */
export function createWebhookReceiver<Context = unknown>(
  options: WebhookReceiverOptions<Context>,
): WebhookReceiver<Context> {
  return new WebhookReceiver(nodeHmac, options);
}

/**
 * The event of a delivery, once it is certain that Tradepost sent it and that it is not an old one played again. Else
 * it rejects with a WebhookVerificationError.
 */
export function verify(options: VerifyOptions): Promise<WebhookEvent> {
  return verifyWith(nodeHmac, options);
}
