import { Counter, type Registry } from 'prom-client';
import { type LoginUser, sharedParameters } from '../../accounts/staff/login-users.ts';
import { hashPassword, isSameHash, newParameters, parametersOf } from '../../accounts/staff/password.ts';
import type { Querier } from '../../db/querier.ts';
import type { Site } from '../session/site.ts';
import { type HashClient, HashQueue, QueueFullError } from './hash-queue.ts';
import type { LoginAttempt, LoginThrottle } from './throttle.ts';

export interface PasswordAttempt extends LoginAttempt {
  readonly password: string;
  readonly signal: AbortSignal;
}

export type CheckResult =
  /** `matching` are the users of the address whose password it is; `users` all of them. */
  | {
      readonly kind: 'checked';
      readonly matching: readonly LoginUser[];
      readonly users: readonly LoginUser[];
    }
  | { readonly kind: 'throttled'; readonly waitSeconds: number }
  | { readonly kind: 'busy' };

/** For addresses that nobody has: they take as long as others. */
const NOBODY = newParameters();

/** Checks passwords, a few at once, and not too many wrong ones. */
export class PasswordChecks {
  readonly #findByEmail: (email: string) => Promise<LoginUser[]>;
  readonly #throttle: LoginThrottle;
  readonly #queue = new HashQueue();
  readonly #hashes: Counter;
  readonly #results: Counter<'result'>;

  constructor({ name, people }: Site, db: Querier, throttle: LoginThrottle, registry: Registry) {
    this.#findByEmail = (email) => people.findByEmail(db, email);
    this.#throttle = throttle;
    this.#hashes = new Counter({
      name: `tradepost_${name}_password_hashes_total`,
      help: 'Password hashes computed for logins.',
      registers: [registry],
    });
    this.#results = new Counter({
      name: `tradepost_${name}_password_checks_total`,
      help: 'Passwords entered: right, wrong, throttled, or busy when too many were waiting.',
      labelNames: ['result'],
      registers: [registry],
    });
  }

  async check(attempt: PasswordAttempt): Promise<CheckResult> {
    const { network, signal, device } = attempt;
    const client = { network, signal, trusted: device !== undefined };
    const checked = await this.#enqueue(client, () => this.#throttledCheck(attempt));
    const result = checked ?? ({ kind: 'busy' } as const);
    const name = result.kind !== 'checked' ? result.kind : result.matching.length > 0 ? 'right' : 'wrong';
    this.#results.inc({ result: name });
    return result;
  }

  /** Hashes a new password, of a user who is logged in or of a stranger's network. Undefined if too many are waiting. */
  async hashNew(
    email: string,
    password: string,
    signal: AbortSignal,
    network?: string,
  ): Promise<string | undefined> {
    const client = { network: network ?? '', trusted: network === undefined, signal };
    return this.#enqueue(client, async () => {
      this.#hashes.inc();
      return hashPassword(password, sharedParameters(await this.#findByEmail(email)));
    });
  }

  /** Undefined if too many are waiting. */
  async #enqueue<T>(client: HashClient, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#queue.run(client, work);
    } catch (error) {
      if (error instanceof QueueFullError) return undefined;
      throw error;
    }
  }

  /** Within the queue, so that nobody can add counters faster than passwords are hashed. */
  async #throttledCheck(attempt: PasswordAttempt): Promise<CheckResult> {
    const admission = await this.#throttle.admit(attempt);
    if (!admission.allowed) return { kind: 'throttled', waitSeconds: admission.waitSeconds };
    const users = await this.#findByEmail(attempt.email);
    const hashes = await this.#hashesFor(attempt.password, users);
    const matching = users.filter(
      ({ passwordHash, disabled }) => !disabled && hashes.some((hash) => isSameHash(hash, passwordHash)),
    );
    if (matching.length > 0) await admission.succeeded();
    return { kind: 'checked', matching, users };
  }

  /** Users of one address share their salt, so this is one hash (see parametersFor). */
  async #hashesFor(password: string, users: readonly LoginUser[]): Promise<string[]> {
    const parameters = new Set(users.map(({ passwordHash }) => parametersOf(passwordHash)));
    if (parameters.size === 0) parameters.add(NOBODY);
    const hashes: string[] = [];
    for (const each of parameters) {
      this.#hashes.inc();
      hashes.push(await hashPassword(password, each));
    }
    return hashes;
  }
}
