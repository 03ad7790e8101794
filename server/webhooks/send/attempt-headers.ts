import type { SecretBox } from '../../base/secrets/secret-box.ts';
import { MASK } from '../endpoints/rules/custom-headers.ts';
import { ROTATION_OVERLAP_HOURS } from '../endpoints/secrets.ts';
import type { Attempt, DeliveryDetail } from '../log/delivery-detail.ts';
import { deliveryHeaders } from './headers.ts';
import { createSigningKey } from './rules/signature.ts';
import { openKey, type SigningKeys } from './signing-keys.ts';

const OVERLAP_MS = ROTATION_OVERLAP_HOURS * 3_600_000;
const SIGNATURE_HEADERS = ['x-service-signature', 'x-service-signature-previous', 'webhook-signature'];

export interface AttemptHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** False when the secret that signed is gone or can't be decrypted: the signatures are left out. */
  readonly signed: boolean;
}

/**
 * The headers of a past attempt, computed again from the time of its start. The headers aren't stored, so a request that
 * waited in the worker was signed up to 3 s later than these say.
 */
export function attemptHeaders(
  box: SecretBox,
  delivery: DeliveryDetail,
  { startedAt }: Pick<Attempt, 'startedAt'>,
): AttemptHeaders {
  const atMs = Date.parse(startedAt);
  const keys = keysAt(box, delivery, atMs);
  if (keys !== undefined) return { headers: shownHeaders(delivery, keys, atMs), signed: true };
  const unsigned = shownHeaders(delivery, [createSigningKey('none')], atMs);
  for (const name of SIGNATURE_HEADERS) delete unsigned[name];
  return { headers: unsigned, signed: false };
}

/** As they are sent, but for the values of the endpoint's own, which are secrets. */
export const shownHeaders = (
  delivery: DeliveryDetail,
  keys: SigningKeys,
  atMs: number,
): Record<string, string> => ({
  ...Object.fromEntries(delivery.headerNames.map((name) => [name, MASK])),
  ...deliveryHeaders(delivery, keys, atMs),
});

/** The keys that sign at a time. Of the time before the last rotation nothing is known for sure. */
export function keysAt(box: SecretBox, delivery: DeliveryDetail, atMs: number): SigningKeys | undefined {
  const { tenantId, endpointId: id, previousSecretUntil } = delivery;
  const untilMs = previousSecretUntil === null ? Number.NEGATIVE_INFINITY : Date.parse(previousSecretUntil);
  if (delivery.secret === null || atMs < untilMs - OVERLAP_MS) return undefined;
  const key = openKey(box, delivery.secret, { tenantId, id });
  if (key === undefined) return undefined;
  const previous = atMs < untilMs ? delivery.previousSecret : null;
  return [key, previous === null ? undefined : openKey(box, previous, { tenantId, id })];
}
