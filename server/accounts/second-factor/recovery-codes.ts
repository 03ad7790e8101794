import { createHash, randomBytes } from 'node:crypto';
import { base32, inFours } from './rules/totp.ts';

/** As GitHub and Google give out. Whoever has one left makes new ones. */
const CODES = 10;
/** 80 bits: a fast hash is as good as a slow one, and nobody guesses it. 16 characters. */
const CODE_BYTES = 10;

export interface RecoveryCodes {
  /** ABCD-EFGH-IJKL-MNOP. They are shown once. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export function newRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: CODES }, () => inFours(base32(randomBytes(CODE_BYTES)), '-'));
  return { codes, hashes: codes.map(recoveryHash) };
}

/** However it was typed: small letters, blanks for dashes. */
export const recoveryHash = (code: string): string =>
  createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest('base64url');
