import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { ApiProblem } from '../errors.ts';
import type { ApiResponse } from '../handler.ts';
import { sendAnswer } from './answer.ts';
import { canonicalJson } from './canonical-json.ts';
import { callerOf, databaseOf, exchangeOf, type Idempotency, pathOf } from './exchange.ts';

export const KEPT_HOURS = 24;
/** A write takes milliseconds, so a second later the first request has been answered. */
const RETRY_AFTER_SECONDS = 1;

interface Kept extends Omit<ApiResponse, 'headers'> {
  readonly fingerprint: Buffer;
  readonly headers: string;
}

const find = statement(
  'idempotency find',
  `SELECT fingerprint, status, headers, body FROM idempotency_keys
   WHERE tenant_id = $1 AND key = $2 AND created_at > now() - interval '${KEPT_HOURS} hours'`,
);
const lock = statement('idempotency lock', 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free');
// A row that was kept long enough is no obstacle, whether or not it has been cleared away yet.
const keep = statement(
  'idempotency keep',
  `INSERT INTO idempotency_keys AS k (tenant_id, key, fingerprint, status, headers, body) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (tenant_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
     headers = excluded.headers, body = excluded.body, created_at = now()
   WHERE k.created_at <= now() - interval '${KEPT_HOURS} hours' RETURNING 1`,
);

/** The same request again is answered from what was kept, before it is looked at any further. */
export const replay: RequestHandler = async (req, res, next) => {
  const key = req.get('Idempotency-Key');
  if (key === undefined) return next();
  // Now, since validation puts defaults into the body.
  const idempotency = identify(req, res, key);
  exchangeOf(res).idempotency = idempotency;
  const kept = await findKept(databaseOf(res), callerOf(res).tenantId, idempotency);
  if (!kept) return next();
  res.setHeader('Idempotency-Replayed', 'true');
  sendAnswer(res, kept);
};

async function findKept(
  db: Querier,
  tenantId: number,
  { key, fingerprint, bytesFingerprint }: Idempotency,
): Promise<ApiResponse | undefined> {
  const kept = await firstRow<Kept>(db, find, [tenantId, key]);
  if (!kept) return undefined;
  if (![fingerprint, bytesFingerprint].some((known) => kept.fingerprint.equals(known))) throw reused();
  return { status: kept.status, headers: JSON.parse(kept.headers), body: kept.body ?? undefined };
}

/** Tells another request with the same key from the same one again, whatever the order of its members and its spaces. */
function identify(req: Request, res: Response, key: string): Idempotency {
  const of = (body: string | Buffer): Buffer =>
    createHash('sha256')
      .update(`${req.method} ${pathOf(req)}\n`)
      .update(body)
      .digest();
  return {
    key,
    fingerprint: of(canonicalJson(req.body)),
    bytesFingerprint: of(exchangeOf(res).rawBody ?? ''),
  };
}

/**
 * Does work once for its key, inside work's own transaction: the answer is committed with what it tells of, or neither
 * is. While one request holds the key another gets 409; a key that was used just now makes keeping it fail, which takes
 * the transaction back.
 */
export async function once(
  tx: Transaction,
  res: Response,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { idempotency } = exchangeOf(res);
  if (!idempotency) return work();
  const { key, fingerprint } = idempotency;
  const { tenantId } = callerOf(res);
  const free = (await firstRow<{ free: boolean }>(tx, lock, [tenantId, key]))!.free;
  if (!free) throw inProgress();
  const kept = await findKept(tx, tenantId, idempotency);
  if (kept) return { ...kept, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' } };
  const answer = await work();
  const { status, headers, body } = answer;
  const values = [tenantId, key, fingerprint, status, JSON.stringify(headers), body ?? null];
  if (!(await firstRow(tx, keep, values))) throw inProgress();
  return answer;
}

function inProgress(): ApiProblem {
  return new ApiProblem(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still being worked on.',
    {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      errors: [
        {
          header: 'Idempotency-Key',
          code: 'idempotency_in_progress',
          detail: 'is in use by another request',
        },
      ],
    },
  );
}

function reused(): ApiProblem {
  return new ApiProblem('idempotency_key_reused', 'This Idempotency-Key was used for another request.', {
    errors: [
      { header: 'Idempotency-Key', code: 'idempotency_key_reused', detail: 'belongs to another request' },
    ],
  });
}

/** Clears away what was kept long enough. */
export async function forgetOld(db: Querier): Promise<void> {
  await db.query(
    `DELETE FROM idempotency_keys WHERE created_at <= now() - interval '${KEPT_HOURS} hours'`,
    [],
  );
}
