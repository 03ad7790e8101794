import type { Document } from '../document.ts';
import { bodyOf } from '../operations.ts';

/** The kinds of events that webhooks deliver, with their types. */
export function eventTypes({ webhooks }: Document): string {
  const kinds = Object.entries(webhooks).map(
    ([kind, { post }]) => `  /** ${post.description} */\n  '${kind}': ${bodyOf(post)};\n`,
  );
  return `/** Every kind of event with its type. */
export interface WebhookEvents {
${kinds.join('')}}

/** The kinds of events. Later versions may add kinds. */
export type WebhookEventType = keyof WebhookEvents;

/**
 * An event of any kind, or of the given one. \`event_type\` discriminates the union. Later versions may add kinds: let the
 * default branch of a \`switch\` do nothing.
 */
export type WebhookEvent<Kind extends WebhookEventType = WebhookEventType> = WebhookEvents[Kind];
`;
}
