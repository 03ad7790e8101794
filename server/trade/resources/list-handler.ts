import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { OperationId, ReadOperationId } from '../../base/contract.ts';
import type { Cursors } from '../../base/cursors.ts';
import type { JsonBytes } from '../../base/json.ts';
import { notFound } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import type { ListSpec } from '../../db/sql/list-spec.ts';
import type { PageBytes } from '../../db/sql/page-bytes.ts';
import type { ApiRequest, ApiResponse, ReplyWith, SuccessBody } from './handler.ts';
import { type ListQuery, listPage } from './listing.ts';
import { idParameter, type ReadableResource, type ResourceName } from './resource.ts';

type ListOperationId = Extract<ReadOperationId, `list${string}`>;
/** The parameters that every list has. All others are filters. */
type PageParameter = 'limit' | 'cursor' | 'sort' | 'include_deleted';
type QueryOf<K extends OperationId> = ApiRequest<K>['query'];
type FilterOf<K extends OperationId> = Exclude<keyof QueryOf<K> | keyof ApiRequest<K>['path'], PageParameter>;
type SortOf<K extends OperationId> =
  QueryOf<K> extends { sort?: infer Sort } ? Exclude<Sort, `-${string}` | undefined> : never;

/** How a list reads its rows. It doesn't compile if it lacks a filter or sort of the contract. */
export type ListOf<K extends ListOperationId> = Omit<
  ListSpec,
  'filters' | 'sorts' | 'notDeleted' | 'updated'
> & {
  readonly operation: K;
  readonly filters: Readonly<Record<FilterOf<K>, ListSpec['filters'][string]>>;
  readonly sorts: Readonly<Record<SortOf<K> & string, ListSpec['sorts'][string]>>;
} & ('include_deleted' extends keyof QueryOf<K> ? { readonly notDeleted: string } : unknown) &
  ('updated_since' extends keyof QueryOf<K> ? { readonly updated: string } : unknown);

interface ListRequest {
  readonly caller: Pick<Caller, 'tenantId'>;
  readonly query: ListQuery;
  readonly pageBytes?: PageBytes;
}

export const listHandler =
  <K extends ListOperationId>(list: ListOf<K>, cursors: Cursors) =>
  async <R extends ApiResponse>(
    { caller, query, pageBytes }: ListRequest,
    reply: ReplyWith<200, JsonBytes<SuccessBody<K>>, R>,
    db: Querier,
  ): Promise<R> =>
    reply(200, await listPage(db, { spec: list, cursors, tenantId: caller.tenantId, query, pageBytes }));

interface Parent {
  readonly version: number;
}
type FindParent = (db: Querier, tenantId: number, id: number) => Promise<Parent | undefined>;

/**
 * A list of a row's children. It can still be read after the row is deleted. The row is read first: a version with older children
 * would have a client overwrite newer ones.
 */
export const childListHandler =
  <Name extends ResourceName, K extends ListOperationId>(
    resource: ReadableResource<Name>,
    find: FindParent,
    list: ListOf<K>,
    cursors: Cursors,
    headersOf: (resource: ReadableResource<Name>, parent: Parent) => Record<string, string> = () => ({}),
  ) =>
  async <R extends ApiResponse>(
    { path, ...request }: ListRequest & Pick<ApiRequest<`get${Name}`>, 'path'>,
    reply: ReplyWith<200, JsonBytes<SuccessBody<K>>, R>,
    db: Querier,
  ): Promise<R> => {
    const parameter = idParameter(resource.name);
    const id = (path as Readonly<Record<string, number>>)[parameter]!;
    const parent = await find(db, request.caller.tenantId, id);
    if (!parent) throw notFound(resource.noun, parameter);
    const query = { ...request.query, ...(path as object) };
    const withHeaders: typeof reply = (status, body) => reply(status, body, headersOf(resource, parent));
    return listHandler(list, cursors)({ ...request, query }, withHeaders, db);
  };
