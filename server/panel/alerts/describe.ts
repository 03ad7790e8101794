import type { EndpointDetails, KeyDetails } from '../../alerts/details.ts';
import type { Alert } from '../../alerts/list.ts';
import type { Format } from '../language/format.ts';
import { words } from './words.ts';

/** What to do about an open alert, in one or two sentences. */
export function whatToDo({ kind, details, recoveringSince, endpointActive }: Alert, format: Format): string {
  const text = words[format.locale];
  if (recoveringSince !== null) return text.recoveringTodo(format.time(recoveringSince));
  const deadline = (): string => format.fullTime((details as EndpointDetails).deactivationDue);
  switch (kind) {
    case 'endpoint_failing':
      return text.failingTodo(deadline());
    case 'endpoint_deactivation_due':
      return text.deactivationTodo(deadline());
    case 'endpoint_deactivated':
      return endpointActive ? text.activatedTodo : text.deactivatedTodo;
    case 'api_key_expiring':
      return text.expiringTodo(format.fullTime((details as KeyDetails).expiresAt));
  }
}

const OUTCOMES = ['timeout', 'connection', 'address', 'lost'] as const;

/** What the last attempt before the alert met. Undefined when unknown, and for keys. */
export function lastResponse({ kind, details }: Alert, { locale }: Format): string | undefined {
  if (kind === 'api_key_expiring') return undefined;
  const { outcome, responseStatus } = details as EndpointDetails;
  const known = OUTCOMES.find((each) => each === outcome);
  const response = responseStatus === null ? known && words[locale][known] : `HTTP ${responseStatus}`;
  return response && words[locale].lastResponse(response);
}

/** The page where staff do something about it. */
export const pageOf = ({ kind, subjectId }: Alert): string =>
  kind === 'api_key_expiring' ? '/panel/keys' : `/panel/webhooks/${subjectId}`;
