import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12; // what GCM is made for (NIST SP 800-38D, 8.2)
const TAG_BYTES = 16;
const VERSION = 1;

/** Keys for different uses, derived from TRADEPOST_SECRET_KEY, so that none tells of another (RFC 5869). */
export function deriveKey(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `tradepost ${use}`, 32));
}

/**
 * Keeps webhook secrets so that a copy of the database does not show them: AES-256-GCM, bound to tenant and place. While
 * TRADEPOST_SECRET_KEY is changed there are two keys: the previous one opens, and never seals.
 */
export class SecretBox {
  readonly #key: Buffer;
  readonly #previousKey: Buffer | undefined;

  constructor(key: Buffer, previousKey?: Buffer) {
    this.#key = key;
    this.#previousKey = previousKey;
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
  }

  open(box: Buffer, context: string): string {
    const opened = this.tryOpen(box, context);
    if (opened === undefined) throw new Error('The text was sealed with another key.');
    return opened.text;
  }

  /** Also tells which key opened it. Undefined when none does. */
  tryOpen(box: Buffer, context: string): Opened | undefined {
    const text = openWith(this.#key, box, context);
    if (text !== undefined) return { text, key: 'current' };
    const old = this.#previousKey && openWith(this.#previousKey, box, context);
    return old === undefined ? undefined : { text: old, key: 'previous' };
  }
}

export interface Opened {
  readonly text: string;
  readonly key: 'current' | 'previous';
}

function openWith(key: Buffer, box: Buffer, context: string): string | undefined {
  const nonce = box.subarray(1, 1 + NONCE_BYTES);
  const tag = box.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    const opened = [decipher.update(box.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined; // another key, another place, or a text that was cut
  }
}
