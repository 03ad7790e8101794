import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type Querier, type Transaction, unfinished } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import { ApiProblem } from '../errors.ts';
import type { ApiResponse } from '../handler.ts';
import { canonicalJson } from './canonical-json.ts';
import { tellPresentPosition } from './consistency-token.ts';
import { callerOf, databaseOf, type Idempotency, pathOf, requestContext } from './request-context.ts';
import { sendResponse } from './send-response.ts';

export const RETENTION_HOURS = 24;
/** A write takes milliseconds, so a second later the first request is done. */
const RETRY_AFTER_SECONDS = 1;

interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  /** JSON text. */
  readonly headers: string;
  readonly body: string | null;
}

const findStored = statement(
  'idempotency find',
  `SELECT fingerprint, status, headers, body FROM idempotency_keys
   WHERE tenant_id = :tenant_id AND key = :key AND created_at > now() - interval '${RETENTION_HOURS} hours'` as const,
);
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
     headers = excluded.headers, body = excluded.body, created_at = now()
   WHERE k.created_at <= now() - interval '${RETENTION_HOURS} hours' RETURNING 1` as const,
);

/** Answers a repeated request with the stored response, before anything else is done with it. */
export const replayStoredResponse: RequestHandler = async (req, res, next) => {
  const key = req.get('Idempotency-Key');
  if (key === undefined) return next();
  // The fingerprint comes before validation, which fills defaults into the body.
  const idempotency = fingerprintRequest(req, res, key);
  requestContext(res).idempotency = idempotency;
  const stored = await findStoredResponse(databaseOf(res), callerOf(res).tenantId, idempotency);
  if (!stored) return next();
  await tellPresentPosition(res);
  res.setHeader('Idempotency-Replayed', 'true');
  sendResponse(res, stored);
};

async function findStoredResponse(
  db: Querier,
  tenantId: number,
  { key, fingerprint, bytesFingerprint }: Idempotency,
): Promise<ApiResponse | undefined> {
  const [stored] = await findStored<StoredResponse>(db, { tenant_id: tenantId, key });
  if (!stored) return undefined;
  if (![fingerprint, bytesFingerprint].some((known) => stored.fingerprint.equals(known))) throw keyReused();
  return { status: stored.status, headers: JSON.parse(stored.headers), body: stored.body ?? undefined };
}

/** Identifies a request by method, path and body, whatever the order of the body's members and its white space. */
function fingerprintRequest(req: Request, res: Response, key: string): Idempotency {
  const of = (body: string | Buffer): Buffer =>
    createHash('sha256')
      .update(`${req.method} ${pathOf(req)}\n`)
      .update(body)
      .digest();
  return {
    key,
    fingerprint: of(canonicalJson(req.body)),
    bytesFingerprint: of(requestContext(res).rawBody ?? ''),
  };
}

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
  const { key, fingerprint } = idempotency;
  const { tenantId } = callerOf(res);
  const [lock] = await lockKey<{ acquired: boolean }>(tx, { tenant_id: tenantId, key });
  if (!lock!.acquired) throw inProgress();
  const stored = await findStoredResponse(tx, tenantId, idempotency);
  if (stored) return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
  // Storing the response comes last, so no statement of the work is the final one.
  const response = await work(unfinished(tx));
  const { status, headers, body } = response;
  const row = {
    tenant_id: tenantId,
    key,
    fingerprint,
    status,
    headers: JSON.stringify(headers),
    body: body ?? null,
  };
  if ((await store(tx, row)).length === 0) throw inProgress();
  return response;
}

function inProgress(): ApiProblem {
  const detail = 'A request with this Idempotency-Key is still in progress.';
  return keyProblem('idempotency_in_progress', detail, 'is in use by another request', {
    'Retry-After': String(RETRY_AFTER_SECONDS),
  });
}

const keyReused = (): ApiProblem =>
  keyProblem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different request.',
    'belongs to a different request',
  );

function keyProblem(
  code: 'idempotency_in_progress' | 'idempotency_key_reused',
  detail: string,
  issue: string,
  headers: Readonly<Record<string, string>> = {},
): ApiProblem {
  return new ApiProblem(code, detail, {
    headers,
    errors: [{ header: 'Idempotency-Key', code, detail: issue }],
  });
}

export async function deleteExpiredIdempotencyKeys(db: Querier): Promise<void> {
  await db.query(
    `DELETE FROM idempotency_keys WHERE created_at <= now() - interval '${RETENTION_HOURS} hours'`,
    [],
  );
}
