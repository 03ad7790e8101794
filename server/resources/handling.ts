import type { Querier, Transaction } from '../db/querier.ts';
import { lockRow, type StoredRow } from '../db/resource-table.ts';
import { notFound } from '../errors.ts';
import type { Answer, Caller, JsonText } from '../handler.ts';
import { type Preconditions, requireVersion } from '../versions.ts';
import { runBatch } from './batch.ts';
import { createdHeaders, type Resource, versionHeaders } from './resource.ts';
import { type CheckBody, upsert } from './upsert.ts';

/** The part of a call and of `reply` that these handlers need; each operation's own types fit into it. */
interface Asked extends Preconditions {
  readonly caller: Caller;
}
interface AskedFor extends Asked {
  readonly path: object;
}
interface AskedWith extends Asked {
  readonly body: object;
}
type Replying<S extends number, B> = (status: S, body: B, headers?: Record<string, string>) => Answer;

const idOf = <T>({ parameter }: Resource<T>, path: object): number =>
  (path as Record<string, number>)[parameter]!;

export const getting =
  <T>(resource: Resource<T>) =>
  async ({ caller, path }: AskedFor, reply: Replying<200, JsonText<T>>, db: Querier): Promise<Answer> => {
    const row = await resource.find(db, caller.tenantId, idOf(resource, path));
    if (!row) throw notFound(resource.noun, resource.parameter);
    return reply(200, row.document, versionHeaders(row));
  };

export const creating =
  <T>(resource: Resource<T>) =>
  async (
    { caller, body }: AskedWith,
    reply: Replying<201, JsonText<T>>,
    tx: Transaction,
  ): Promise<Answer> => {
    await resource.lockFirst?.(tx, caller.tenantId);
    const row = await resource.create(tx, caller, body);
    return reply(201, row.document, createdHeaders(resource.path, row));
  };

export const updating =
  <T>(resource: Resource<T>) =>
  async (call: AskedFor & AskedWith, reply: Replying<200, JsonText<T>>, tx: Transaction): Promise<Answer> => {
    const row = await resource.change(tx, call.caller, await lockedRow(tx, resource, call), call.body);
    return reply(200, row.document, versionHeaders(row));
  };

export const deleting =
  <T>(resource: Resource<T>) =>
  async (call: AskedFor, reply: Replying<204, undefined>, tx: Transaction): Promise<Answer> => {
    await resource.remove(tx, call.caller, await lockedRow(tx, resource, call));
    return reply(204, undefined);
  };

/** The row of the path, locked, in the version that the client expects. */
export async function lockedRow<T>(
  tx: Transaction,
  resource: Resource<T>,
  { caller, path, ...preconditions }: AskedFor,
): Promise<StoredRow<T>> {
  await resource.lockFirst?.(tx, caller.tenantId);
  const row = await lockRow<T>(tx, resource.table, caller.tenantId, idOf(resource, path));
  if (!row) throw notFound(resource.noun, resource.parameter);
  requireVersion(preconditions, row.version);
  return row;
}

export const upserting =
  <T>(resource: Resource<T>, checkBody: CheckBody) =>
  async (
    {
      caller,
      path,
      body,
      ifMatch,
      ifNoneMatch,
    }: AskedWith & { readonly path: { readonly external_id: string } },
    reply: Replying<200 | 201, JsonText<T>>,
    tx: Transaction,
  ): Promise<Answer> => {
    const request = { caller, externalId: path.external_id, body, ifMatch, ifNoneMatch };
    const { created, row } = await upsert(tx, resource, request, checkBody);
    if (created) return reply(201, row.document, createdHeaders(resource.path, row));
    return reply(200, row.document, versionHeaders(row));
  };

export const batching =
  <T>(resource: Resource<T>, checkBody: CheckBody) =>
  async <R>(
    {
      caller,
      requestId,
      body,
    }: Asked & { readonly requestId: string; readonly body: { readonly items: readonly unknown[] } },
    reply: Replying<200, JsonText<R>>,
    tx: Transaction,
  ): Promise<Answer> => {
    const results = await runBatch(tx, resource, { caller, requestId, items: body.items }, checkBody);
    return reply(200, results as JsonText<R>);
  };
