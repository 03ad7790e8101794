import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiKeyCache } from '../../accounts/api-keys/api-key-cache.ts';
import { isWellFormed } from '../../accounts/api-keys/key.ts';
import type { LastUsedWriter } from '../../accounts/api-keys/last-used-writer.ts';
import type { KeyRecord } from '../../accounts/api-keys/store.ts';
import { FairSemaphore } from '../../base/counters/fair-semaphore.ts';
import { clientAddress } from '../../http/connection/client-address.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { requestContext } from '../../http/request-context.ts';
import { bearerToken, requireUsableKey } from './authorization.ts';
import type { FailedAuthentications } from './failed-authentications.ts';

/** As many as ApiKeyCache holds. A key that is evicted here is treated as a new one again. */
const MAX_ACCEPTED_KEYS = 10_000;
/** A look-up by the unique hash takes well under 1 ms, so one at a time is enough for over 1000 new keys per second. */
const NEW_KEY_LOOKUPS = { total: 1, perOwner: 1, transactionsPerOwner: 0 };

/**
 * Finds the API key of a request. Keys that this process has accepted before go straight to the cache. All others are
 * looked up one at a time, round robin between client addresses, and not at all for an address with too many
 * failures. So an attacker who guesses keys can neither occupy the database nor lock out other clients behind the
 * same address.
 */
export class Authenticator {
  readonly #apiKeyCache: ApiKeyCache;
  readonly #failures: FailedAuthentications;
  readonly #lookups = new FairSemaphore<string>(NEW_KEY_LOOKUPS);
  /** In the order in which they were first accepted. */
  readonly #acceptedKeys = new Set<string>();

  constructor(apiKeyCache: ApiKeyCache, failures: FailedAuthentications) {
    this.#apiKeyCache = apiKeyCache;
    this.#failures = failures;
  }

  /** Without a promise for the key of most requests: accepted before and cached. */
  authenticate(req: Request, res: Response): KeyRecord | Promise<KeyRecord> {
    const key = bearerToken(req);
    if (!this.#acceptedKeys.has(key)) return this.#authenticateNewKey(req, res, key);
    const cached = this.#apiKeyCache.cached(key);
    if (cached) return this.#accept(req, res, key, cached);
    return this.#apiKeyCache.find(key).then((record) => this.#accept(req, res, key, record));
  }

  /** Checks the key again, for a response that takes long. */
  async reauthenticate(req: Request): Promise<KeyRecord> {
    const key = bearerToken(req);
    return requireUsableKey(await this.#apiKeyCache.find(key));
  }

  async #authenticateNewKey(req: Request, res: Response, key: string): Promise<KeyRecord> {
    const address = clientAddress(req);
    this.#failures.requireBelowLimit(address);
    if (!isWellFormed(key)) return this.#accept(req, res, key, undefined);
    const whenClosed = (callback: () => void) => onClosed(req, res, callback);
    return this.#lookups.run(address, 'query', whenClosed, async () => {
      // Other requests from the address may have failed while this one waited.
      this.#failures.requireBelowLimit(address);
      const record = this.#accept(req, res, key, await this.#apiKeyCache.find(key));
      this.#remember(key);
      return record;
    });
  }

  #accept(req: Request, res: Response, key: string, record: KeyRecord | undefined): KeyRecord {
    try {
      return requireUsableKey(record);
    } catch (error) {
      this.#acceptedKeys.delete(key);
      requestContext(res).refusedKey = record;
      this.#failures.count(clientAddress(req));
      throw error;
    }
  }

  #remember(key: string): void {
    this.#acceptedKeys.add(key);
    if (this.#acceptedKeys.size > MAX_ACCEPTED_KEYS)
      this.#acceptedKeys.delete(this.#acceptedKeys.values().next().value!);
  }
}

/** Requires a usable API key before anything of the body is read. */
export function authenticate(authenticator: Authenticator, lastUsed: LastUsedWriter): RequestHandler {
  const accept = (res: Response, caller: KeyRecord): void => {
    requestContext(res).caller = caller;
    lastUsed.record(caller.tenantId, caller.apiKeyId);
  };
  const acceptLater = async (
    res: Response,
    next: NextFunction,
    caller: Promise<KeyRecord>,
  ): Promise<void> => {
    accept(res, await caller);
    next();
  };
  return (req, res, next) => {
    const caller = authenticator.authenticate(req, res);
    if (caller instanceof Promise) return acceptLater(res, next, caller);
    accept(res, caller);
    next();
  };
}

/** Runs a middleware only if the request sends a key. Without one, an unknown path is 404 or 405 rather than 401. */
export const whenKeySent =
  (step: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.headers.authorization ? step(req, res, next) : next();
