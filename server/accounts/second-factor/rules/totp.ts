import { createHmac } from 'node:crypto';

/** RFC 6238's default, and what authenticator apps assume. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** A phone's clock may be a step off, and somebody may type until the step is over. RFC 6238, 5.2, asks for no more than one. */
const STEPS_OFF = 1;
/** RFC 4226, 4, R6: at least 128 bits, 160 recommended. */
export const KEY_BYTES = 20;

/** The code of a time step (RFC 4226, 5.3; RFC 6238, 4). */
export function codeAt(key: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const truncated = mac.readUInt32BE(mac[mac.length - 1]! & 0xf) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The step that a code belongs to. Undefined if it's wrong, or not later than the last one that was accepted: each code works once. */
export function stepOfCode(key: Buffer, code: string, nowMs: number, lastStep: number): number | undefined {
  const now = stepAt(nowMs);
  const steps = Array.from({ length: 2 * STEPS_OFF + 1 }, (_, index) => now - STEPS_OFF + index);
  // The values of an attacker's guesses aren't worth timing: a handful of them is all that a throttle allows.
  return steps.find((step) => step > lastStep && codeAt(key, step) === code);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding: 20 bytes are 32 characters. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** As people read it aloud: ABCD EFGH. */
export const inFours = (text: string, between = ' '): string =>
  text.replaceAll(/(.{4})(?=.)/g, `$1${between}`);

/** What an authenticator app takes (Key Uri Format). It names the account, so that somebody with several knows which. */
export function keyUri(key: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
}
