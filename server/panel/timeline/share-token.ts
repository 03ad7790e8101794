import type { SessionKey } from '../../accounts/staff/people.ts';
import { isSigned, tagOf } from '../session/signed.ts';

/** A case with a vendor takes days; what is older is asked for again. */
export const SHARED_DAYS = 7;

/** What a link shows, and whose it is: it ends with the user, and with all the user's sessions. */
export interface Shared extends SessionKey {
  readonly orderId: number;
  readonly endpointId: number;
  /** Unix time in seconds. */
  readonly until: number;
}

const KIND = 'shared order';
const TOKEN = /^((?:[0-9]{1,15}\.){6})([\w-]{22})$/;

const valuesOf = ({ tenantId, userId, version, orderId, endpointId, until }: Shared): number[] => [
  tenantId,
  userId,
  version,
  orderId,
  endpointId,
  until,
];

/** `12.3.1.5010.4.1764412345.` and a signature. */
export const shareToken = (secret: string, shared: Shared): string =>
  [...valuesOf(shared), tagOf(secret, KIND, ...valuesOf(shared))].join('.');

/** Undefined for one that we didn't sign, or that has expired. */
export function readShareToken(secrets: readonly string[], token: string, nowMs: number): Shared | undefined {
  const [, texts = '', tag = ''] = TOKEN.exec(token) ?? [];
  const [tenantId = 0, userId = 0, version = 0, orderId = 0, endpointId = 0, until = 0] = texts
    .split('.')
    .map(Number);
  const shared = { tenantId, userId, version, orderId, endpointId, until };
  return until * 1000 > nowMs && isSigned(secrets, tag, KIND, ...valuesOf(shared)) ? shared : undefined;
}
