import type { Schemas } from '../../base/contract.ts';
import type { JsonText } from '../../base/json.ts';
import { requireVersion } from '../../base/preconditions.ts';
import { ApiProblem, notFound } from '../../base/problems/api-problem.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { runBatch } from './batch.ts';
import {
  type ApiRequest,
  type ApiResponse,
  createdHeaders,
  type ReplyWith,
  versionHeaders,
} from './handler.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  idParameter,
  type ReadableResource,
  type Resource,
  type ResourceName,
  type ResourceRow,
} from './resource.ts';
import { type CheckBody, upsert } from './upsert.ts';
import { changeRow, createRow } from './write-row.ts';

/** The part of a request that every factory needs. The request of each resource's own operation is assignable to it. */
type CallerRequest = Pick<ApiRequest<'getMe'>, 'caller' | 'ifMatch' | 'ifNoneMatch' | 'requestId'>;
type RowRequest<Name extends ResourceName> = CallerRequest & Pick<ApiRequest<`get${Name}`>, 'path'>;
/** Of a row that is named by its external id. */
interface NamedRowRequest extends CallerRequest {
  readonly path: { readonly external_id: string };
}

export const getHandler = <Name extends ResourceName>(resource: ReadableResource<Name>) => {
  const parameter = idParameter(resource.name);
  return async <R extends ApiResponse>(
    { caller, path }: RowRequest<Name>,
    reply: ReplyWith<200, JsonText<Schemas[Name]>, R>,
    db: Querier,
  ): Promise<R> => {
    const row = await resource.find(db, caller.tenantId, (path as Record<string, number>)[parameter]!);
    if (!row) throw notFound(resource.noun, parameter);
    return reply(200, row.document, versionHeaders(resource, row));
  };
};

export const getByExternalIdHandler =
  <Name extends ChangeableName>(resource: Resource<Name>) =>
  async <R extends ApiResponse>(
    { caller: { tenantId }, path: { external_id } }: NamedRowRequest,
    reply: ReplyWith<200, JsonText<Schemas[Name]>, R>,
    db: Querier,
  ): Promise<R> => {
    const id = await resource.table.findIdByExternalId(db, tenantId, external_id);
    const row = id === undefined ? undefined : await resource.find(db, tenantId, id);
    if (!row) throw notFound(resource.noun, 'external_id');
    return reply(200, row.document, versionHeaders(resource, row));
  };

export const createHandler = <Name extends ChangeableName>(resource: Resource<Name>) => {
  const headersOf = createdHeaders(resource);
  return async <R extends ApiResponse>(
    { caller, body }: CallerRequest & { readonly body: CreateBody<Name> },
    reply: ReplyWith<201, JsonText<Schemas[Name]>, R>,
    tx: Transaction,
  ): Promise<R> => {
    await resource.lockFirst?.(tx, caller.tenantId);
    const row = await createRow(tx, resource, caller, body);
    return reply(201, row.document, headersOf(row));
  };
};

export const updateHandler =
  <Name extends ChangeableName>(resource: Resource<Name>) =>
  async <R extends ApiResponse>(
    request: (RowRequest<Name> | NamedRowRequest) & { readonly body: ChangeBody<Name> },
    reply: ReplyWith<200, JsonText<Schemas[Name]>, R>,
    tx: Transaction,
  ): Promise<R> => {
    const { caller, body } = request;
    const locked = await lockedRow(tx, resource, request);
    const row = await changeRow(tx, resource, caller, { row: locked, body });
    return reply(200, row.document, versionHeaders(resource, row));
  };

export const deleteHandler =
  <Name extends ChangeableName>(resource: Resource<Name>) =>
  async <R extends ApiResponse>(
    request: RowRequest<Name> | NamedRowRequest,
    reply: ReplyWith<204, undefined, R>,
    tx: Transaction,
  ): Promise<R> => {
    await resource.remove(tx, request.caller, await lockedRow(tx, resource, request));
    return reply(204, undefined);
  };

/** Locks the row named by the path and checks its version against If-Match and If-None-Match. */
export async function lockedRow<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  { caller, path, ...preconditions }: RowRequest<Name> | NamedRowRequest,
): Promise<ResourceRow<Name>> {
  const { table, noun, name } = resource;
  const parameter = idParameter(name);
  const tenant_id = caller.tenantId;
  await resource.lockFirst?.(tx, tenant_id);
  const isNamed = 'external_id' in path;
  const [row] = isNamed
    ? await table.lockByExternalId<ResourceRow<Name>>(tx, { tenant_id, external_id: path.external_id })
    : await table.lock<ResourceRow<Name>>(tx, {
        tenant_id,
        id: (path as Record<string, number>)[parameter]!,
      });
  if (!row) throw notFound(noun, isNamed ? 'external_id' : parameter);
  requireVersion(preconditions, row.version);
  return row;
}

export const upsertHandler = <Name extends ChangeableName>(
  resource: Resource<Name>,
  checkBody: CheckBody,
) => {
  const headersOf = createdHeaders(resource);
  return async <R extends ApiResponse>(
    { caller, path, body, ifMatch, ifNoneMatch }: NamedRowRequest & { readonly body: ChangeBody<Name> },
    reply: ReplyWith<200 | 201, JsonText<Schemas[Name]>, R>,
    tx: Transaction,
  ): Promise<R> => {
    const request = { caller, externalId: path.external_id, body, ifMatch, ifNoneMatch };
    const { created, row } = await upsert(tx, resource, request, checkBody).catch(namingPath);
    if (created) return reply(201, row.document, headersOf(row));
    return reply(200, row.document, versionHeaders(resource, row));
  };
};

/** A new row gets the external id of the path. */
function namingPath(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error;
  const { code, message, options } = error;
  const errors = options.errors?.map(({ pointer, ...issue }) =>
    pointer === '#/external_id' ? { parameter: 'external_id', ...issue } : { pointer, ...issue },
  );
  throw new ApiProblem(code, message, { ...options, errors });
}

export const batchHandler =
  <Name extends ChangeableName>(resource: Resource<Name>, checkBody: CheckBody) =>
  async <R extends ApiResponse>(
    {
      caller,
      requestId,
      body,
    }: CallerRequest & { readonly body: { readonly items: readonly unknown[]; readonly match_by?: string } },
    reply: ReplyWith<200, JsonText<Schemas[`${Name}BatchResult`]>, R>,
    tx: Transaction,
  ): Promise<R> => {
    const request = { caller, requestId, items: body.items, matchBy: body.match_by };
    return reply(200, await runBatch(tx, resource, request, checkBody));
  };
