import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { readingIssues } from '../../base/problems/reading-issues.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import {
  callerOf,
  databaseOf,
  type Idempotency,
  pathOf,
  requestContext,
} from '../../http/request-context.ts';
import type { ApiResponse } from '../../trade/resources/handler.ts';
import { tellPresentPosition } from '../responses/consistency-token.ts';
import { sendResponse } from '../responses/send-response.ts';

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
   WHERE tenant_id = :tenant_id AND key = :key AND created_at > now() - interval '${RETENTION_HOURS} hours'`,
);
/** Answers a repeated request with the stored response, before anything else is done with it. */
export const replayStoredResponse: RequestHandler = async (req, res, next) => {
  const key = req.get('Idempotency-Key');
  // A body that can't be kept as it was sent is refused, even if what is left of it was sent before.
  if (key === undefined || readingIssues(req.body).length > 0) return next();
  // The fingerprint comes before validation, which fills defaults into the body.
  const idempotency = fingerprintRequest(req, res, key);
  requestContext(res).idempotency = idempotency;
  const stored = await findStoredResponse(databaseOf(res), callerOf(res).tenantId, idempotency);
  if (!stored) return next();
  await tellPresentPosition(res);
  res.setHeader('Idempotency-Replayed', 'true');
  await sendResponse(res, stored);
};

export async function findStoredResponse(
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

export function inProgress(): ApiProblem {
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

/**
 * JSON text that is the same for equal values: members sorted by name, no white space, numbers and strings as
 * JSON.stringify writes them. Recursive, so the value must have bounded depth.
 */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(byName);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
