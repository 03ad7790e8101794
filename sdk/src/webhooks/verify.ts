import { ConfigurationError } from '../errors/configuration-error.ts';
import { bytesOf, signatureOf, timestampOf, type WebhookDelivery } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import { hmacFits } from './hmac.ts';
import { readEvent } from './read-event.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// Long enough for clocks that differ, short enough that a recorded delivery is of little use. The contract says so.
const TOLERANCE_SECONDS = 300;
const SHORTEST_SECRET = 32; // a registration's has 64 characters; less than half is a piece of one, or made up

export type VerifyOptions = WebhookDelivery &
  (
    | { secret: string; secrets?: undefined }
    /** Any of which may fit: while a secret is replaced, the new one and the old one. */
    | { secret?: undefined; secrets: readonly string[] }
  ) & {
    /** The time to compare the timestamp with, in Unix seconds. The clock's unless set. */
    now?: number;
    /** By how much the timestamp may differ from it, both ways. 300 unless set. */
    toleranceSeconds?: number;
  };

/**
 * The event of a delivery, once it is certain that Tradepost sent it and that it is not an old one played again. Else
 * it throws a WebhookVerificationError. It does not wait for anything: a forgotten `await` cannot skip it.
 */
export function verify(options: VerifyOptions): WebhookEvent {
  return readEvent(verifiedBytes(options));
}

/** As `verify`, for those who read the body themselves. */
export function verifySignature(options: VerifyOptions): void {
  verifiedBytes(options);
}

function verifiedBytes(options: VerifyOptions): Uint8Array {
  const secrets = checkSecrets(options);
  const bytes = bytesOf(options.body);
  const hex = checkSignature(signatureOf(options));
  const timestamp = checkTimestamp(timestampOf(options), options);

  // All are tried, whichever fits: the time it takes does not tell which.
  const fits = secrets.map((secret) => hmacFits(secret, [`${timestamp}.`, bytes], hex));
  if (!fits.includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'The signature does not fit. Compare the secret with the one in the panel, and pass the body as the bytes that arrived: parsed and serialised again it is another.',
    );
  }
  return bytes;
}

function checkSecrets({ secret, secrets = [secret as string] }: VerifyOptions): readonly string[] {
  const good = (text: unknown) => typeof text === 'string' && text.length >= SHORTEST_SECRET;
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(good)) return secrets;
  throw new ConfigurationError(
    `A webhook secret is missing, empty or too short (under ${SHORTEST_SECRET} characters). Pass the 64 characters that the panel shows for the registration.`,
  );
}

function checkSignature(signature: string): string {
  if (signature === '') {
    throw new WebhookVerificationError(
      'missing_signature',
      'There is no X-Service-Signature. Pass the headers as they arrived; a proxy in between may have removed it.',
    );
  }
  const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (hex !== undefined) return hex;
  throw new WebhookVerificationError(
    'malformed_signature',
    'X-Service-Signature is not sha256= and 64 lowercase hexadecimal digits. Pass the whole value of the header, unchanged.',
  );
}

function checkTimestamp(
  timestamp: string,
  { now, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): string {
  if (timestamp === '') {
    throw new WebhookVerificationError(
      'missing_timestamp',
      'There is no X-Service-Timestamp. Pass the headers as they arrived; a proxy in between may have removed it.',
    );
  }
  // Digits only, and not so many that they are milliseconds: Number() would let "1e9", "0x10" and blanks through.
  if (!/^[1-9][0-9]{0,10}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'malformed_timestamp',
      'X-Service-Timestamp is not a whole number of Unix seconds. Pass the value of the header, unchanged.',
    );
  }
  const seconds = now ?? Math.floor(Date.now() / 1000);
  if (!Number.isFinite(seconds) || !(toleranceSeconds >= 0)) {
    throw new ConfigurationError('now and toleranceSeconds are numbers of seconds; one of them is not.');
  }
  const apart = Math.abs(seconds - Number(timestamp));
  if (apart <= toleranceSeconds) return timestamp;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `The delivery was signed ${apart} s away from this machine's clock; ${toleranceSeconds} s are allowed. Correct the clock if it is wrong; otherwise it is an old delivery played again.`,
  );
}
