import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { issueKey } from '../../../server/accounts/api-keys/issue.ts';
import { hashOf, makeKey } from '../../../server/accounts/api-keys/key.ts';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import type { Transactional } from '../../../server/db/pool/database.ts';
import type { KeyKind } from './fuzz-request.ts';
import { KnownRows } from './known-rows.ts';
import { operationById, operations } from './operations.ts';
import { WriteLog } from './write-log.ts';

/** High enough that the rate limit doesn't interfere. */
const OUT_OF_REACH_RPM = 2_000_000_000;

/** A tenant with its keys. Its requests are sent one at a time. */
export interface FuzzTenant {
  readonly tenantId: number;
  readonly rows: KnownRows;
  readonly writes: WriteLog;
  key(kind: KeyKind, operationId: string): string;
}

/** Creates a tenant with a key of each kind. */
export async function makeTenant(db: Transactional, pool: pg.Pool): Promise<FuzzTenant> {
  const tenantId = await insertTenant(db, 'Loja Fuzz', 'Enterprise');
  await pool.query('UPDATE tenants SET api_rate_limit_rpm = $2 WHERE tenant_id = $1', [
    tenantId,
    OUT_OF_REACH_RPM,
  ]);
  const issue = (scopes: readonly string[], expiresAt: string | null = null): Promise<string> =>
    db.transaction(async (tx) => {
      const request = { tenantId, name: 'fuzz', scopes, expiresAt };
      return (await issueKey(tx, OPERATOR, request, randomInt)).key;
    });
  const full = await issue(SCOPES);
  const inactive = await issue(SCOPES);
  await pool.query('UPDATE api_keys SET active = false WHERE hash = $1', [hashOf(inactive)]);
  const expired = await issue(SCOPES, '2020-01-01T00:00:00Z');
  const narrow = new Map<string, string>();
  for (const scope of new Set(operations.flatMap(({ scopes }) => scopes)))
    narrow.set(scope, await issue(SCOPES.filter((each) => each !== scope)));
  return {
    tenantId,
    rows: new KnownRows(),
    writes: new WriteLog(pool, tenantId),
    key: (kind, operationId) =>
      ({
        full,
        inactive,
        expired,
        unknown: makeKey(randomInt), // well formed, with a valid checksum
        none: '',
        narrow: narrow.get(operationById.get(operationId)?.scopes[0] ?? '') ?? full,
      })[kind],
  };
}
