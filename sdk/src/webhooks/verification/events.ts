export type { WebhookEvent, WebhookEvents, WebhookEventType } from '../../../../generated/sdk-types.ts';

/** An event of a kind that this version of the package doesn't know. Only the shape of its data is unknown. */
export interface UnknownWebhookEvent {
  /**
   * Any kind but those that this version knows. TypeScript can't express that, so the type is that of a text which none of
   * them matches: comparing `event_type` with a known kind narrows.
   */
  event_type: `${string} (of a later version)`;
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /** True on a sample that the staff sent to test the endpoint; absent otherwise. */
  test?: boolean;
  /** What happened. */
  data: Record<string, unknown>;
}
