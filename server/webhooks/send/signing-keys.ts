import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { openHeaders } from '../endpoints/headers.ts';
import type { CustomHeaders } from '../endpoints/rules/custom-headers.ts';
import { secretContext } from '../endpoints/secrets.ts';
import type { Endpoint } from '../queue/claim.ts';
import { createSigningKey, type SigningKey } from './rules/signature.ts';

/** An endpoint's keys, the newest first. There are two while its secret is being rotated. */
export type SigningKeys = readonly [key: SigningKey, previous?: SigningKey];

/** As many endpoints as a worker tracks. Decrypting a secret again costs some microseconds. */
const MAX_CACHED = 2_000;

/** What of an endpoint is stored encrypted. */
export interface OpenedSecrets {
  readonly keys: SigningKeys;
  readonly headers: CustomHeaders;
}

interface CachedSecrets extends OpenedSecrets {
  readonly sealed: Pick<Endpoint, 'secret' | 'previousSecret' | 'headers'>;
}

/** Decrypts endpoints' secrets and headers, and caches them until the encrypted ones change. */
export class OpenedSecretsCache {
  readonly #box: SecretBox;
  readonly #cache = new Map<number, CachedSecrets>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Undefined when something was encrypted with another TRADEPOST_SECRET_KEY: one such row must not stop the others. */
  secretsOf(endpoint: Endpoint): OpenedSecrets | undefined {
    const { id, secret, previousSecret, headers: sealedHeaders } = endpoint;
    const cached = this.#cache.get(id);
    if (
      cached?.sealed.secret === secret &&
      cached.sealed.previousSecret === previousSecret &&
      cached.sealed.headers === sealedHeaders
    )
      return cached;
    const open = (sealed: string) => openKey(this.#box, Buffer.from(sealed, 'base64'), endpoint);
    const key = open(secret);
    const previous = previousSecret === null ? undefined : open(previousSecret);
    const sealed = sealedHeaders === null ? null : Buffer.from(sealedHeaders, 'base64');
    const headers = openHeaders(this.#box, endpoint, sealed);
    if (!key || !headers || (previousSecret !== null && !previous)) return undefined;
    if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!);
    const opened: CachedSecrets = { keys: [key, previous], headers, sealed: endpoint };
    this.#cache.set(id, opened);
    return opened;
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
