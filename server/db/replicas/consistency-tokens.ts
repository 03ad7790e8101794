import { type Cipher, createCipheriv, createDecipheriv, type Decipher } from 'node:crypto';
import { type TimedPosition, type WalPosition, walPositionOf } from '../wal-position.ts';

/** Microseconds since 1970 in hexadecimal have 13 digits until 2112. */
const TIME_DIGITS = 14;
/** The last of the time's digits are in the block as well: one position has many blocks, and other blocks aren't understood. */
const CHECK_DIGITS = 8;
const FORM = /^([0-9a-f]{14})([0-9a-f]{32})$/;
/**
 * The position and the check are exactly one block of AES, so there is nothing to chain, and one cipher serves all tokens. Making one
 * for each took most of its 6 µs.
 */
const ONE_BLOCK = 'aes-256-ecb';

/**
 * What clients get to know of a position in the write-ahead log: when it was read, and the position encrypted. In clear, two positions
 * would tell a tenant how much all others wrote in between.
 */
export class ConsistencyTokens {
  readonly #cipher: Cipher;
  readonly #deciphers: readonly Decipher[];

  /** While TRADEPOST_SECRET_KEY is being changed, tokens of the previous key are understood. */
  constructor(key: Buffer, previousKey?: Buffer) {
    const keys = previousKey ? [key, previousKey] : [key];
    this.#cipher = createCipheriv(ONE_BLOCK, key, null).setAutoPadding(false);
    this.#deciphers = keys.map((each) => createDecipheriv(ONE_BLOCK, each, null).setAutoPadding(false));
  }

  /** Of two tokens the newer one is greater as text. It includes what the other one does: see `TimedPosition`. */
  seal({ time, position }: TimedPosition): string {
    const digits = time.padStart(TIME_DIGITS, '0');
    return digits + this.#cipher.update(position + digits.slice(-CHECK_DIGITS), 'hex', 'hex');
  }

  /** Undefined for a text that isn't one of ours, such as the token of another version or of another key. */
  open(token: string): WalPosition | undefined {
    const [, time, block] = FORM.exec(token) ?? [];
    if (time === undefined || block === undefined) return undefined;
    for (const decipher of this.#deciphers) {
      const opened = decipher.update(block, 'hex', 'hex');
      if (opened.endsWith(time.slice(-CHECK_DIGITS))) return walPositionOf(opened.slice(0, -CHECK_DIGITS));
    }
    return undefined;
  }
}
