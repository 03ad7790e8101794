import { createHmac, timingSafeEqual } from 'node:crypto';

const TAG_BYTES = 16;

/** A signature of values, of one kind only: what is signed as a device is no link. No value has a line break. */
export const tagOf = (secret: string, kind: string, ...values: readonly (string | number)[]): string =>
  createHmac('sha256', secret)
    .update([kind, ...values].join('\n'))
    .digest()
    .subarray(0, TAG_BYTES)
    .toString('base64url');

/** Whether one of the secrets has made the tag. The first signs, the others did until they were replaced. */
export const isSigned = (
  secrets: readonly string[],
  tag: string,
  ...signed: readonly [kind: string, ...values: readonly (string | number)[]]
): boolean => secrets.some((secret) => areEqual(tag, tagOf(secret, ...signed)));

function areEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
