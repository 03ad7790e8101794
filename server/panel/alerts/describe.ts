import type {
  EndpointDetails,
  KeyDetails,
  LateDetails,
  StorageDetails,
} from '../../webhooks/alerts/details.ts';
import type { Alert } from '../../webhooks/alerts/list.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import type { Format } from '../kit/index.ts';
import { type Words, words } from './words.ts';

/** What staff know the subject by: the key's name, the endpoint's description, or its URL if it has none. */
export const nameOf = ({ subjectName, details }: Alert): string =>
  (details as Partial<EndpointDetails>).description || subjectName;

const isFull = (usedBytes: number, limitBytes: number): boolean => usedBytes >= limitBytes;

/** What is wrong, in a few words. */
export function stateOf({ kind, details, recoveringSince, heldSince }: Alert, text: Words): string {
  if (recoveringSince !== null) return text.recovered;
  if (heldSince !== null) return text.held;
  const { usedBytes, limitBytes } = details as StorageDetails;
  return kind === 'storage_full' && isFull(usedBytes, limitBytes) ? text.isFull : text[kind];
}

/** What to do about an open alert, in one or two sentences. */
export function whatToDo(
  { kind, details, recoveringSince, endpointActive, heldSince }: Alert,
  format: Format,
): string {
  const text = words[format.locale];
  if (recoveringSince !== null) return text.recoveringTodo(format.time(recoveringSince));
  if (heldSince !== null) return text.heldTodo(format.time(heldSince));
  const { failingSince, deactivationDue } = details as EndpointDetails;
  switch (kind) {
    case 'endpoint_failing':
      return text.failingTodo(format.time(failingSince), format.time(deactivationDue));
    case 'endpoint_deactivation_due':
      return text.deactivationTodo(format.time(failingSince), format.time(deactivationDue));
    case 'endpoint_late':
      return text.lateTodo(format.time((details as LateDetails).dueSince));
    case 'endpoint_deactivated':
      return endpointActive ? text.activatedTodo : text.deactivatedTodo;
    case 'api_key_expiring':
      return text.expiringTodo(format.time((details as KeyDetails).expiresAt));
    case 'storage_full': {
      const { usedBytes, limitBytes } = details as StorageDetails;
      return text[isFull(usedBytes, limitBytes) ? 'storageFullTodo' : 'storageTodo'](
        format.gigabytes(usedBytes),
        format.gigabytes(limitBytes),
      );
    }
  }
}

/** What the last attempt before the alert met. Undefined when unknown, for keys, and for a late endpoint. */
export function lastResponse({ kind, details }: Alert, { locale }: Format): string | undefined {
  if (kind === 'api_key_expiring' || kind === 'endpoint_late' || kind === 'storage_full') return undefined;
  const why = explain({ detail: null, ...(details as EndpointDetails) }, locale);
  return why === '' ? undefined : words[locale].lastResponse(why);
}

/** The page where staff do something about it. */
export const pageOf = ({ kind, subjectId }: Alert): string =>
  kind === 'storage_full'
    ? '/panel/account'
    : `/panel/${kind === 'api_key_expiring' ? 'keys' : 'webhooks'}/${subjectId}`;

/** What has stopped first, then what will stop. */
const URGENCY: Readonly<Record<Alert['kind'], number>> = {
  endpoint_deactivated: 0,
  endpoint_failing: 1,
  endpoint_deactivation_due: 1,
  endpoint_late: 1,
  api_key_expiring: 2,
  storage_full: 2,
};

export const byUrgency = (alerts: readonly Alert[]): Alert[] =>
  [...alerts].sort((a, b) => URGENCY[a.kind] - URGENCY[b.kind]);
