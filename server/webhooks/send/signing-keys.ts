import type { SecretBox } from '../../secret-box.ts';
import { secretContext } from '../endpoints/create-endpoint.ts';
import type { Endpoint } from '../queue/claim.ts';
import { type SigningKey, signingKeyOf } from './signature.ts';

/** An endpoint's keys, the newest first. There are two while its secret is being rotated. */
export type SigningKeys = readonly [key: SigningKey, previous?: SigningKey];

/** As many endpoints as a worker remembers; opening a secret anew costs some µs. */
const MAX_KEPT = 2_000;

interface Opened extends Pick<Endpoint, 'secret' | 'previousSecret'> {
  readonly keys: SigningKeys;
}

/** Opens the secrets of endpoints and keeps them as long as the sealed ones stay the same. */
export class SigningKeyRing {
  readonly #box: SecretBox;
  readonly #opened = new Map<number, Opened>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Undefined when a secret was sealed with another TRADEPOST_SECRET_KEY: one such row must not stop the others. */
  keysOf(endpoint: Endpoint): SigningKeys | undefined {
    const { id, secret, previousSecret } = endpoint;
    const kept = this.#opened.get(id);
    if (kept?.secret === secret && kept.previousSecret === previousSecret) return kept.keys;
    try {
      return this.#keep(endpoint, this.#open(endpoint));
    } catch {
      return undefined;
    }
  }

  #open({ secret, previousSecret, tenantId, id }: Endpoint): SigningKeys {
    const open = (sealed: string) =>
      signingKeyOf(this.#box.open(Buffer.from(sealed, 'base64'), secretContext(tenantId, id)));
    return previousSecret === null ? [open(secret)] : [open(secret), open(previousSecret)];
  }

  #keep({ id, secret, previousSecret }: Endpoint, keys: SigningKeys): SigningKeys {
    if (this.#opened.size >= MAX_KEPT) this.#opened.delete(this.#opened.keys().next().value!);
    this.#opened.set(id, { secret, previousSecret, keys });
    return keys;
  }
}
