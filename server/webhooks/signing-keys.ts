import type { SecretBox } from '../secret-box.ts';
import type { Claimed } from './claim.ts';
import { secretContext } from './registrations.ts';
import { type SigningKey, signingKeyOf } from './signature.ts';

/** A registration's keys, the newest first. There are two while its secret is being rotated. */
export type SigningKeys = readonly [key: SigningKey, previous?: SigningKey];

/** As many registrations as a worker remembers; opening a secret anew costs some µs. */
const MAX_KEPT = 2_000;

interface Opened {
  readonly sealed: Buffer;
  readonly sealedPrevious: Buffer | null;
  readonly keys: SigningKeys;
}

/** Opens the secrets of registrations and keeps them as long as the sealed ones stay the same. */
export class SigningKeyRing {
  readonly #box: SecretBox;
  readonly #opened = new Map<number, Opened>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Undefined when a secret was sealed under another TRADEPOST_SECRET_KEY: one such row must not stop the others. */
  keysOf(claimed: Claimed): SigningKeys | undefined {
    const kept = this.#opened.get(claimed.registrationId);
    if (kept !== undefined && isSame(kept, claimed)) return kept.keys;
    try {
      return this.#keep(claimed, this.#open(claimed));
    } catch {
      return undefined;
    }
  }

  #open({ secret, previousSecret, tenantId, registrationId }: Claimed): SigningKeys {
    const open = (sealed: Buffer) =>
      signingKeyOf(this.#box.open(sealed, secretContext(tenantId, registrationId)));
    return previousSecret === null ? [open(secret)] : [open(secret), open(previousSecret)];
  }

  #keep({ registrationId, secret, previousSecret }: Claimed, keys: SigningKeys): SigningKeys {
    if (this.#opened.size >= MAX_KEPT) this.#opened.delete(this.#opened.keys().next().value!);
    this.#opened.set(registrationId, { sealed: secret, sealedPrevious: previousSecret, keys });
    return keys;
  }
}

function isSame({ sealed, sealedPrevious }: Opened, { secret, previousSecret }: Claimed): boolean {
  if (!sealed.equals(secret)) return false;
  if (sealedPrevious === null || previousSecret === null) return sealedPrevious === previousSecret;
  return sealedPrevious.equals(previousSecret);
}
