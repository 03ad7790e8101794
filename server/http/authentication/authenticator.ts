import type { Request, Response } from 'express';
import type { ApiKeyCache } from '../../api-keys/api-key-cache.ts';
import { isWellFormed } from '../../api-keys/key.ts';
import type { KeyRecord } from '../../api-keys/store.ts';
import { ConnectionShares } from '../../db/connection-shares.ts';
import { clientAddress } from '../connection/client-address.ts';
import { onClosed } from '../connection/on-closed.ts';
import { bearerToken, requireUsableKey } from './bearer-token.ts';
import type { FailedAuthentications } from './failed-authentications.ts';

/** As many as the key ring keeps; a key that is pushed out is looked up as a new one again. */
const MAX_ACCEPTED_KEYS = 10_000;
/** A look-up by the unique hash takes well under a millisecond, so one at a time serves over 1 000 new keys a second. */
const NEW_KEY_LOOKUPS = { total: 1, perOwner: 1, transactionsPerOwner: 0 };

/**
 * Tells whose key a request has. Keys that this process has accepted before go straight to the key ring; all others are
 * looked up in turns between client addresses, and not at all for an address that has sent too many invalid ones. So a
 * stranger's guesses neither occupy the database nor lock out the clients behind the same address.
 */
export class Authenticator {
  readonly #apiKeyCache: ApiKeyCache;
  readonly #failures: FailedAuthentications;
  readonly #lookups = new ConnectionShares<string>(NEW_KEY_LOOKUPS);
  /** In the order in which they were first accepted. */
  readonly #acceptedKeys = new Set<string>();

  constructor(apiKeyCache: ApiKeyCache, failures: FailedAuthentications) {
    this.#apiKeyCache = apiKeyCache;
    this.#failures = failures;
  }

  async authenticate(req: Request, res: Response): Promise<KeyRecord> {
    const key = bearerToken(req);
    return this.#acceptedKeys.has(key)
      ? this.#accept(req, key, await this.#apiKeyCache.find(key))
      : this.#authenticateNewKey(req, res, key);
  }

  /** Whose key it is by now, for an answer that goes on for long. */
  async reauthenticate(req: Request): Promise<KeyRecord> {
    const key = bearerToken(req);
    return requireUsableKey(await this.#apiKeyCache.find(key));
  }

  async #authenticateNewKey(req: Request, res: Response, key: string): Promise<KeyRecord> {
    const address = clientAddress(req);
    await this.#failures.requireBelowLimit(address);
    if (!isWellFormed(key)) return this.#accept(req, key, undefined);
    const whenClosed = (callback: () => void) => onClosed(req, res, callback);
    return this.#lookups.run(address, 'query', whenClosed, async () => {
      // Others of the address may have failed while this one waited.
      await this.#failures.requireBelowLimit(address);
      return this.#accept(req, key, await this.#apiKeyCache.find(key));
    });
  }

  async #accept(req: Request, key: string, record: KeyRecord | undefined): Promise<KeyRecord> {
    try {
      const valid = requireUsableKey(record);
      this.#remember(key);
      return valid;
    } catch (error) {
      this.#acceptedKeys.delete(key);
      await this.#failures.count(clientAddress(req));
      throw error;
    }
  }

  #remember(key: string): void {
    this.#acceptedKeys.add(key);
    if (this.#acceptedKeys.size > MAX_ACCEPTED_KEYS)
      this.#acceptedKeys.delete(this.#acceptedKeys.values().next().value!);
  }
}
