import type { webhooks } from '../../../generated/openapi.ts';
import type { Open } from '../contract.ts';

type Payloads = {
  [Kind in keyof webhooks]: webhooks[Kind]['post']['requestBody']['content']['application/json'];
};

/** Every event type with its data. */
export type WebhookEvents = {
  // The type stays closed, so that it discriminates the union.
  [Kind in keyof Payloads]: { event_type: Kind } & Open<Omit<Payloads[Kind], 'event_type'>> & TestFlag;
};

interface TestFlag {
  /** True for a sample that staff sent from the panel: nothing has happened. Absent otherwise. */
  test?: boolean;
}

export type WebhookEventType = keyof WebhookEvents;

/**
 * An event of any type, or of the given one. `event_type` discriminates the union. Later versions may add types: let the
 * default branch of a `switch` do nothing.
 */
export type WebhookEvent<Kind extends WebhookEventType = WebhookEventType> = WebhookEvents[Kind];

/** An event of a type that this version of the package doesn't know. Only the shape of its data is unknown. */
export interface UnknownWebhookEvent extends TestFlag {
  event_type: string & Record<never, never>;
  event_id: string;
  tenant_id: number;
  occurred_at: string;
  data: Record<string, unknown>;
}
