import type { Response } from 'express';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { RetryTransactionError } from '../../db/pool/retry-transaction-error.ts';
import type { FinalStatementOnce, Querier, RunGrouped, Transaction } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { isDatabaseError } from '../../db/wire/errors.ts';
import { callerOf, type Idempotency, requestContext } from '../../http/request-context.ts';
import { type ApiResponse, bodyText } from '../../trade/resources/handler.ts';
import { findStoredResponse, inProgress, RETENTION_HOURS } from './idempotency.ts';

const lockKey = statement(
  'idempotency lock',
  'SELECT pg_try_advisory_xact_lock(:tenant_id, hashtext(:key)) AS acquired',
);
// An expired row is overwritten, whether or not it has been deleted yet.
const store = statement(
  'idempotency store',
  `INSERT INTO idempotency_keys AS k (tenant_id, key, fingerprint, status, headers, body)
   VALUES (:tenant_id, :key, :fingerprint, :status, :headers, :body)
   ON CONFLICT (tenant_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
     headers = excluded.headers, body = excluded.body, created_at = excluded.created_at
   WHERE excluded.created_at - k.created_at >= interval '${RETENTION_HOURS} hours' RETURNING 1`,
);

/** Class 23 of PostgreSQL's errors: a row breaks a constraint. */
const VIOLATION = /^23/;
/** From here on a problem says nothing about the work: the request waited too long, or the service isn't available. */
const TOO_MANY_REQUESTS = 429;

/**
 * Runs the work at most once per Idempotency-Key, in the work's own transaction: the response is stored if and only
 * if its effects are committed. While a request holds the key's lock, others get 409. If another request stored a
 * response for the key in the meantime, storing fails, which rolls the transaction back.
 */
export async function runOnce(
  tx: Transaction,
  res: Response,
  work: (tx: Transaction) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { idempotency } = requestContext(res);
  if (!idempotency) return work(tx);
  return new WorkOnce(tx, callerOf(res).tenantId, idempotency).run(work);
}

/**
 * The key is locked before the work's first statement that needs the transaction. Work that only reads before its final
 * statement leaves that to it, which takes a lock and stores the response by itself.
 */
class WorkOnce {
  readonly #tx: Transaction;
  readonly #tenantId: number;
  readonly #idempotency: Idempotency;
  #claimed: Promise<void> | undefined;
  #stored = false;

  constructor(tx: Transaction, tenantId: number, idempotency: Idempotency) {
    this.#tx = tx;
    this.#tenantId = tenantId;
    this.#idempotency = idempotency;
  }

  async run(work: (tx: Transaction) => Promise<ApiResponse>): Promise<ApiResponse> {
    try {
      if (this.#idempotency.claimFirst) await this.#claim();
      const response = await work(this.#transaction());
      if (!this.#stored) await this.#store(response);
      return response;
    } catch (error) {
      const outcome = this.#claimed ? error : await this.#beforeClaim(error).catch((found: unknown) => found);
      if (outcome instanceof StoredResponseFound) return outcome.response;
      throw outcome;
    }
  }

  /** The work's transaction: its first statement that isn't a read locks the key, unless it's a final one. */
  #transaction(): Transaction {
    const { reads } = this.#tx;
    const query: Querier['query'] = async (statement, values) => {
      await this.#claim();
      return this.#tx.query(statement, values);
    };
    const finalOnce = (): FinalStatementOnce | undefined => this.#finalOnce();
    if (this.#idempotency.claimFirst || !reads) return { transaction: true, query };
    return {
      transaction: true,
      query,
      reads,
      get finalOnce() {
        return finalOnce();
      },
    };
  }

  /** None once the key is locked: storing the response then overwrites an expired one. */
  #finalOnce(): FinalStatementOnce | undefined {
    const { final } = this.#tx;
    if (!final || this.#claimed) return undefined;
    const { key, fingerprint } = this.#idempotency;
    const query: Querier['query'] = (statement, values) => {
      this.#stored = true;
      return final.query(statement, values);
    };
    const { grouped } = final;
    const runGrouped: RunGrouped = async (write, value) => {
      const rows = await grouped!(write, value);
      if (rows) this.#stored = true;
      return rows;
    };
    return { cause: final.cause, key, fingerprint, query, grouped: grouped && runGrouped };
  }

  #claim(): Promise<void> {
    this.#claimed ??= this.#lock(this.#tx);
    return this.#claimed;
  }

  async #lock(db: Querier): Promise<void> {
    const [tenantId, idempotency] = [this.#tenantId, this.#idempotency];
    const values = { tenant_id: tenantId, key: idempotency.key };
    const [lock] = await lockKey<{ acquired: boolean }>(db, values);
    if (!lock!.acquired) throw inProgress();
    const stored = await findStoredResponse(db, tenantId, idempotency);
    if (stored) throw new StoredResponseFound(stored);
  }

  async #store(response: ApiResponse): Promise<void> {
    await this.#claim();
    const { key, fingerprint } = this.#idempotency;
    const { status, headers } = response;
    const row = {
      tenant_id: this.#tenantId,
      key,
      fingerprint,
      status,
      headers: JSON.stringify(headers),
      body: bodyText(response) ?? null,
    };
    if ((await store(this.#tx, row)).length === 0) throw inProgress();
  }

  /**
   * What the work found before the key was locked may be due to the same request: one that is being served, or has been meanwhile.
   * A refusal is told if there is neither; a violated constraint may be the key's own, so the work runs again with the key locked.
   */
  async #beforeClaim(error: unknown): Promise<unknown> {
    this.#idempotency.claimFirst = true;
    if (error instanceof ApiProblem && error.status < TOO_MANY_REQUESTS)
      await this.#lock(this.#tx.reads ?? this.#tx);
    const isViolation = isDatabaseError(error) && VIOLATION.test(error.code ?? '');
    return isViolation ? new RetryTransactionError('The Idempotency-Key was not locked.') : error;
  }
}

/** Ends the work: another request has done it. */
class StoredResponseFound extends Error {
  readonly response: ApiResponse;
  constructor({ status, headers, body }: ApiResponse) {
    super('The Idempotency-Key has a response.');
    this.response = { status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body };
  }
}
