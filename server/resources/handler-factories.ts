import type { Querier, Transaction } from '../db/querier.ts';
import { lockRow, type StoredRow } from '../db/resource-table.ts';
import { notFound } from '../errors.ts';
import type { ApiResponse, Caller, JsonText } from '../handler.ts';
import { type Preconditions, requireVersion } from '../preconditions.ts';
import { runBatch } from './batch.ts';
import { createdHeaders, type Resource, versionHeaders } from './resource.ts';
import { type CheckBody, upsert } from './upsert.ts';

/** The part of a call and of `reply` that these handlers need; each operation's own types fit into it. */
interface CallerRequest extends Preconditions {
  readonly caller: Caller;
}
interface RowRequest extends CallerRequest {
  readonly path: object;
}
interface BodyRequest extends CallerRequest {
  readonly body: object;
}
type ReplyWith<S extends number, B> = (status: S, body: B, headers?: Record<string, string>) => ApiResponse;

const idOf = <T>({ parameter }: Resource<T>, path: object): number =>
  (path as Record<string, number>)[parameter]!;

export const getHandler =
  <T>(resource: Resource<T>) =>
  async (
    { caller, path }: RowRequest,
    reply: ReplyWith<200, JsonText<T>>,
    db: Querier,
  ): Promise<ApiResponse> => {
    const row = await resource.find(db, caller.tenantId, idOf(resource, path));
    if (!row) throw notFound(resource.noun, resource.parameter);
    return reply(200, row.document, versionHeaders(row));
  };

export const createHandler =
  <T>(resource: Resource<T>) =>
  async (
    { caller, body }: BodyRequest,
    reply: ReplyWith<201, JsonText<T>>,
    tx: Transaction,
  ): Promise<ApiResponse> => {
    await resource.lockFirst?.(tx, caller.tenantId);
    const row = await resource.create(tx, caller, body);
    return reply(201, row.document, createdHeaders(resource.path, row));
  };

export const updateHandler =
  <T>(resource: Resource<T>) =>
  async (
    call: RowRequest & BodyRequest,
    reply: ReplyWith<200, JsonText<T>>,
    tx: Transaction,
  ): Promise<ApiResponse> => {
    const row = await resource.change(tx, call.caller, await lockedRow(tx, resource, call), call.body);
    return reply(200, row.document, versionHeaders(row));
  };

export const deleteHandler =
  <T>(resource: Resource<T>) =>
  async (call: RowRequest, reply: ReplyWith<204, undefined>, tx: Transaction): Promise<ApiResponse> => {
    await resource.remove(tx, call.caller, await lockedRow(tx, resource, call));
    return reply(204, undefined);
  };

/** The row of the path, locked, in the version that the client expects. */
export async function lockedRow<T>(
  tx: Transaction,
  resource: Resource<T>,
  { caller, path, ...preconditions }: RowRequest,
): Promise<StoredRow<T>> {
  await resource.lockFirst?.(tx, caller.tenantId);
  const row = await lockRow<T>(tx, resource.table, caller.tenantId, idOf(resource, path));
  if (!row) throw notFound(resource.noun, resource.parameter);
  requireVersion(preconditions, row.version);
  return row;
}

export const upsertHandler =
  <T>(resource: Resource<T>, checkBody: CheckBody) =>
  async (
    {
      caller,
      path,
      body,
      ifMatch,
      ifNoneMatch,
    }: BodyRequest & { readonly path: { readonly external_id: string } },
    reply: ReplyWith<200 | 201, JsonText<T>>,
    tx: Transaction,
  ): Promise<ApiResponse> => {
    const request = { caller, externalId: path.external_id, body, ifMatch, ifNoneMatch };
    const { created, row } = await upsert(tx, resource, request, checkBody);
    if (created) return reply(201, row.document, createdHeaders(resource.path, row));
    return reply(200, row.document, versionHeaders(row));
  };

export const batchHandler =
  <T>(resource: Resource<T>, checkBody: CheckBody) =>
  async <R>(
    {
      caller,
      requestId,
      body,
    }: CallerRequest & { readonly requestId: string; readonly body: { readonly items: readonly unknown[] } },
    reply: ReplyWith<200, JsonText<R>>,
    tx: Transaction,
  ): Promise<ApiResponse> => {
    const results = await runBatch(tx, resource, { caller, requestId, items: body.items }, checkBody);
    return reply(200, results as JsonText<R>);
  };
