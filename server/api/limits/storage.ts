import type { RequestHandler, Response } from 'express';
import { requireRoom, type StorageMeter } from '../../accounts/tenants/storage.ts';
import type { Operation } from '../../base/contract.ts';
import { JsonBytes } from '../../base/json.ts';
import { callerOf, requestContext } from '../../http/request-context.ts';
import type { ApiResponse } from '../../trade/resources/handler.ts';

/** What adds rows, but for what a shop that is full needs to go on: erasures, and its stock counted one by one. */
const adds = ({ id }: Operation): boolean =>
  /^(create|batch|import|setPriceTableEntries)/.test(id) &&
  !/^create(CustomerErasure|StockAdjustment)$/.test(id);

/** Refuses it before the body is read. PUT by an external id is refused where it creates a row: trade/resources/upsert.ts. */
export const limitStorage = (operation: Operation, meter: StorageMeter): RequestHandler[] =>
  adds(operation)
    ? [
        (_req, res, next) => {
          const caller = callerOf(res);
          requireRoom(caller, meter.pendingOf(caller.tenantId));
          next();
        },
      ]
    : [];

/** The row of a delivery, of its attempt, and in the queue, with their indexes. */
const DELIVERY_BYTES = 600;

/**
 * Estimates what a request has added: a row as columns and as a document, an event with it once more, its deliveries, and the response
 * that is kept for the Idempotency-Key.
 */
export function countStored(
  meter: StorageMeter,
  operation: Operation,
  res: Response,
  response: ApiResponse,
): void {
  if (response.status >= 300 || 'Idempotency-Replayed' in response.headers) return;
  const { tenantId, endpointCount } = callerOf(res);
  const { rawBody, idempotency } = requestContext(res);
  const answered = lengthOf(response);
  const document = Math.max(rawBody?.length ?? 0, answered);
  const events = rowsOf(operation, res);
  const isNew = adds(operation) || response.status === 201;
  meter.add(tenantId, {
    rows: (isNew ? 2 * document : 0) + (idempotency ? answered : 0),
    log: document + events * endpointCount * DELIVERY_BYTES,
  });
}

const lengthOf = ({ body }: ApiResponse): number =>
  body instanceof JsonBytes ? body.bytes.length : (body?.length ?? 0);

function rowsOf({ id }: Operation, res: Response): number {
  const { items } = (res.req.body ?? {}) as { readonly items?: unknown };
  return /^(batch|import)/.test(id) && Array.isArray(items) ? items.length : 1;
}
