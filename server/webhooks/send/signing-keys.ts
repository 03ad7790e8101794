import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { secretContext } from '../endpoints/secrets.ts';
import type { Endpoint } from '../queue/claim.ts';
import { createSigningKey, type SigningKey } from './rules/signature.ts';

/** An endpoint's keys, the newest first. There are two while its secret is being rotated. */
export type SigningKeys = readonly [key: SigningKey, previous?: SigningKey];

/** As many endpoints as a worker tracks. Decrypting a secret again costs some microseconds. */
const MAX_CACHED = 2_000;

interface CachedKeys extends Pick<Endpoint, 'secret' | 'previousSecret'> {
  readonly keys: SigningKeys;
}

/** Decrypts endpoints' secrets, and caches each until the encrypted one changes. */
export class SigningKeyCache {
  readonly #box: SecretBox;
  readonly #cache = new Map<number, CachedKeys>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Undefined when a secret was encrypted with another TRADEPOST_SECRET_KEY: one such row must not stop the others. */
  keysFor(endpoint: Endpoint): SigningKeys | undefined {
    const { id, secret, previousSecret } = endpoint;
    const cached = this.#cache.get(id);
    if (cached?.secret === secret && cached.previousSecret === previousSecret) return cached.keys;
    const open = (sealed: string) => openKey(this.#box, Buffer.from(sealed, 'base64'), endpoint);
    const key = open(secret);
    const previous = previousSecret === null ? undefined : open(previousSecret);
    if (!key || (previousSecret !== null && !previous)) return undefined;
    if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!);
    const keys: SigningKeys = [key, previous];
    this.#cache.set(id, { secret, previousSecret, keys });
    return keys;
  }
}

/** Undefined if no key of ours decrypts the secret. */
export function openKey(
  box: SecretBox,
  sealed: Buffer,
  { tenantId, id }: EndpointKey,
): SigningKey | undefined {
  const opened = box.tryOpen(sealed, secretContext(tenantId, id));
  return opened && createSigningKey(opened.text);
}
