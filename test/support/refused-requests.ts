import { randomUUID } from 'node:crypto';
import {
  type DroppedCount,
  insertRefusedRequests,
  rowText,
} from '../../server/accounts/request-log/insert.ts';
import type { RefusedRequest } from '../../server/accounts/request-log/refused-request.ts';
import { problems } from '../../server/base/contract.ts';
import type { Querier } from '../../server/db/querier.ts';

/** A refused request of a tenant; by default one for a product that doesn't exist. */
export function refusedRequest(
  tenantId: number,
  { code = 'not_found', ...fields }: Partial<RefusedRequest> = {},
): RefusedRequest {
  return {
    tenantId,
    requestId: randomUUID(),
    apiKeyId: 1,
    keyPrefix: 'tp_Qx3vB8aL',
    method: 'GET',
    path: '/api/v1/products/7',
    operation: 'getProduct',
    status: problems[code].status,
    code,
    places: [{ parameter: 'product_id', code: 'not_found' }],
    issueCount: 1,
    durationMs: 4,
    ...fields,
  };
}

/** Writes requests as if they had been refused that long ago. */
export async function logRefused(
  db: Querier,
  requests: readonly RefusedRequest[],
  { ageMs = 0, dropped = [] }: { ageMs?: number; dropped?: readonly DroppedCount[] } = {},
): Promise<void> {
  const rows = requests.map((request) => ({ row: rowText(request), ageMs }));
  await insertRefusedRequests(db, rows, dropped);
}
