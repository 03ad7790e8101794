import type { WebhookReceiver } from '../receiver/receiver.ts';
import { type NodeRequest, type NodeResponse, nodeHandler } from './node.ts';

/**
 * A route for Express 4 or 5: `app.post('/hooks', expressHandler(receiver))`. It reads the raw body itself, or takes
 * what express.raw() has read. Put the route before express.json(), which consumes the raw bytes.
 */
export function expressHandler<Context>(
  receiver: WebhookReceiver<Context>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return nodeHandler(receiver);
}
