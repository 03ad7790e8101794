import type { webhooks } from '../../../generated/openapi.ts';
import type { Open } from '../contract.ts';

type Payloads = {
  [Kind in keyof webhooks]: webhooks[Kind]['post']['requestBody']['content']['application/json'];
};

/** Every kind of event with what it carries. */
export type WebhookEvents = {
  // The kind stays closed, so that it tells the events of the union apart.
  [Kind in keyof Payloads]: { event_type: Kind } & Open<Omit<Payloads[Kind], 'event_type'>> & TestFlag;
};

interface TestFlag {
  /** True for a sample that somebody sent from the panel: nothing has happened. Absent otherwise. */
  test?: boolean;
}

export type WebhookEventType = keyof WebhookEvents;

/**
 * One of the events, told apart by `event_type`. Later versions may add kinds: let the default branch of a `switch`
 * answer 2xx and do nothing.
 */
export type WebhookEvent<Kind extends WebhookEventType = WebhookEventType> = WebhookEvents[Kind];

/** An event of a kind that this version of the package does not know: the envelope is certain, the data is not. */
export interface UnknownWebhookEvent extends TestFlag {
  event_type: string & Record<never, never>;
  event_id: string;
  tenant_id: number;
  occurred_at: string;
  data: Record<string, unknown>;
}
