import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { ApiProblem } from '../errors.ts';
import type { ApiResponse } from '../handler.ts';
import { canonicalJson } from './canonical-json.ts';
import { callerOf, databaseOf, type Idempotency, pathOf, requestContext } from './request-context.ts';
import { sendResponse } from './send-response.ts';

export const RETENTION_HOURS = 24;
/** A write takes milliseconds, so a second later the first request has been answered. */
const RETRY_AFTER_SECONDS = 1;

interface StoredResponse extends Omit<ApiResponse, 'headers'> {
  readonly fingerprint: Buffer;
  readonly headers: string;
}

const findStored = statement(
  'idempotency find',
  `SELECT fingerprint, status, headers, body FROM idempotency_keys
   WHERE tenant_id = $1 AND key = $2 AND created_at > now() - interval '${RETENTION_HOURS} hours'`,
);
const lock = statement('idempotency lock', 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free');
// A row that was kept long enough is no obstacle, whether or not it has been cleared away yet.
const store = statement(
  'idempotency keep',
  `INSERT INTO idempotency_keys AS k (tenant_id, key, fingerprint, status, headers, body) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (tenant_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
     headers = excluded.headers, body = excluded.body, created_at = now()
   WHERE k.created_at <= now() - interval '${RETENTION_HOURS} hours' RETURNING 1`,
);

/** The same request again is answered from what was kept, before it is looked at any further. */
export const replayStoredResponse: RequestHandler = async (req, res, next) => {
  const key = req.get('Idempotency-Key');
  if (key === undefined) return next();
  // Now, since validation puts defaults into the body.
  const idempotency = fingerprintRequest(req, res, key);
  requestContext(res).idempotency = idempotency;
  const stored = await findStoredResponse(databaseOf(res), callerOf(res).tenantId, idempotency);
  if (!stored) return next();
  res.setHeader('Idempotency-Replayed', 'true');
  sendResponse(res, stored);
};

async function findStoredResponse(
  db: Querier,
  tenantId: number,
  { key, fingerprint, bytesFingerprint }: Idempotency,
): Promise<ApiResponse | undefined> {
  const stored = await firstRow<StoredResponse>(db, findStored, [tenantId, key]);
  if (!stored) return undefined;
  if (![fingerprint, bytesFingerprint].some((known) => stored.fingerprint.equals(known))) throw keyReused();
  return { status: stored.status, headers: JSON.parse(stored.headers), body: stored.body ?? undefined };
}

/** Tells another request with the same key from the same one again, whatever the order of its members and its spaces. */
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
 * Does work once for its key, inside work's own transaction: the answer is committed with what it tells of, or neither
 * is. While one request holds the key another gets 409; a key that was used just now makes keeping it fail, which takes
 * the transaction back.
 */
export async function runOnce(
  tx: Transaction,
  res: Response,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { idempotency } = requestContext(res);
  if (!idempotency) return work();
  const { key, fingerprint } = idempotency;
  const { tenantId } = callerOf(res);
  const free = (await firstRow<{ free: boolean }>(tx, lock, [tenantId, key]))!.free;
  if (!free) throw inProgress();
  const stored = await findStoredResponse(tx, tenantId, idempotency);
  if (stored) return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
  const response = await work();
  const { status, headers, body } = response;
  const values = [tenantId, key, fingerprint, status, JSON.stringify(headers), body ?? null];
  if (!(await firstRow(tx, store, values))) throw inProgress();
  return response;
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

function keyReused(): ApiProblem {
  return new ApiProblem('idempotency_key_reused', 'This Idempotency-Key was used for another request.', {
    errors: [
      { header: 'Idempotency-Key', code: 'idempotency_key_reused', detail: 'belongs to another request' },
    ],
  });
}

/** Clears away what was kept long enough. */
export async function deleteExpiredIdempotencyKeys(db: Querier): Promise<void> {
  await db.query(
    `DELETE FROM idempotency_keys WHERE created_at <= now() - interval '${RETENTION_HOURS} hours'`,
    [],
  );
}
