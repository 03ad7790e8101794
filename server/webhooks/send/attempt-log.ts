import type { Logger } from 'pino';
import { parseUrl } from '../../base/formats/parse-url.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import type { AttemptResult } from '../queue/complete.ts';
import type { LostAttempt } from './lost-attempts.ts';

/** One line per attempt, with the endpoint's host alone: a path may have a token. No payload, no secret. `lease_lost` says that another worker had taken it meanwhile, so that nothing was written. */
export function logAttempt(
  log: Logger,
  { endpoint, id, eventId, kind, attempt, waitedMs, requestId, traceparent }: ClaimedDelivery,
  { status, outcome, detail, responseStatus, durationMs }: AttemptResult,
  written: boolean,
): void {
  log.info(
    {
      tenant_id: endpoint.tenantId,
      endpoint_id: endpoint.id,
      host: parseUrl(endpoint.url)?.host,
      delivery_id: id,
      event_id: eventId,
      event: kind,
      request_id: requestId ?? undefined,
      traceparent: traceparent ?? undefined,
      attempt,
      status,
      result: outcome,
      detail,
      response_status: responseStatus,
      waited_ms: Math.round(waitedMs),
      duration_ms: durationMs,
      lease_lost: written ? undefined : true,
    },
    'delivery attempt',
  );
}

/** The same for an attempt whose worker was lost. Of its event, only the id is at hand. */
export function logLostAttempt(log: Logger, { lease, status }: LostAttempt): void {
  const { tenantId: tenant_id, id: delivery_id, eventId: event_id, attempt } = lease;
  log.warn({ tenant_id, delivery_id, event_id, attempt, status, result: 'lost' }, 'delivery attempt');
}
