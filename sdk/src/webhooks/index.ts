// The entry for Node, Bun and Deno. index.edge.ts is its twin for runtimes without node:crypto.
import type { WebhookEvent } from './events.ts';
import { nodeHmac } from './node-hmac.ts';
import { WebhookReceiver } from './receiver.ts';
import type { WebhookReceiverOptions } from './receiver-options.ts';
import { type VerifyOptions, verifyWith } from './verify.ts';

export * from './shared-exports.ts';

/** Creates a receiver without handlers. Throws a ConfigurationError if a secret is missing or short. */
export function createWebhookReceiver<Context = unknown>(
  options: WebhookReceiverOptions<Context>,
): WebhookReceiver<Context> {
  return new WebhookReceiver(nodeHmac, options);
}

/**
 * Returns the event of a delivery after checking that Tradepost sent it and that it isn't an old one replayed. Rejects
 * with a WebhookVerificationError otherwise.
 */
export function verify(options: VerifyOptions): Promise<WebhookEvent> {
  return verifyWith(nodeHmac, options);
}
