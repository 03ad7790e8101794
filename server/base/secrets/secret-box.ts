import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12; // the length recommended for GCM (NIST SP 800-38D, 8.2)
const TAG_BYTES = 16;
const VERSION = 1;

/** Derives a key for one use from TRADEPOST_SECRET_KEY. It reveals nothing about the keys of other uses (RFC 5869). */
export function deriveKey(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `tradepost ${use}`, 32));
}

/**
 * Encrypts webhook secrets, so that a copy of the database doesn't reveal them: AES-256-GCM, authenticated with a context
 * that names the tenant and the row. While TRADEPOST_SECRET_KEY is being changed, the previous key can still decrypt.
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

  /** Returns the text and which key decrypted it. Undefined if no key does. */
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
    return undefined; // another key, another context, or truncated
  }
}
