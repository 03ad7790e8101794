import type { Caller } from '../../accounts/api-keys/caller.ts';
import { textOfBytes } from '../../base/byte-string.ts';
import {
  basePath,
  type HandledOperationId,
  type OperationId,
  operationById,
  type operations,
  type ReadOperationId,
  type ReportOperationId,
} from '../../base/contract.ts';
import type { Compute } from '../../base/counters/event-loop-yield.ts';
import { JsonBytes, type JsonText } from '../../base/json.ts';
import { etagOf, type Preconditions } from '../../base/preconditions.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import type { PageBytes } from '../../db/sql/page-bytes.ts';
import type { ResourceTable, StoredRow } from '../../db/sql/resource-table.ts';

type Op<K extends OperationId> = operations[K];
type Params<K extends OperationId, Where extends 'path' | 'query'> =
  NonNullable<Op<K>['parameters'][Where]> extends never
    ? Record<never, never>
    : NonNullable<Op<K>['parameters'][Where]>;
export type RequestBody<K extends OperationId> =
  Op<K> extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;
type Responses<K extends OperationId> = Op<K>['responses'];
/** The success statuses that the contract declares. Errors are thrown as an ApiProblem. */
type SuccessStatus<K extends OperationId> = Extract<keyof Responses<K>, 200 | 201 | 202 | 204>;
type ResponseBody<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;

/** A request of operation K that is valid under the contract. */
export interface ApiRequest<K extends OperationId> extends Preconditions {
  readonly caller: Caller;
  readonly compute: Compute;
  readonly path: Params<K, 'path'>;
  readonly query: Params<K, 'query'>;
  readonly body: RequestBody<K>;
  readonly requestId: string;
  /** Only for the pages of an export. */
  readonly pageBytes?: PageBytes;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if any. */
  readonly body: string | JsonBytes<unknown> | undefined;
}

export const bodyText = ({ body }: Pick<ApiResponse, 'body'>): string | undefined =>
  body instanceof JsonBytes ? textOfBytes(body.bytes) : body;

declare const declaredBy: unique symbol;
/** A response that operation K declares. Only `reply` creates one, so an undeclared status or body doesn't compile. */
export type ResponseOf<K extends OperationId> = ApiResponse & { readonly [declaredBy]: K };

export type Reply<K extends OperationId> = <S extends SuccessStatus<K>>(
  status: S,
  body:
    | ResponseBody<Responses<K>[S]>
    | JsonText<ResponseBody<Responses<K>[S]>>
    | JsonBytes<ResponseBody<Responses<K>[S]>>,
  headers?: Readonly<Record<string, string>>,
) => ResponseOf<K>;

/** The body of operation K's 200 response. */
export type SuccessBody<K extends OperationId> = ResponseBody<Responses<K>[200 & keyof Responses<K>]>;

/** The part of an operation's `reply` that a shared handler needs. The handler returns whatever response it creates. */
export type ReplyWith<Status extends number, Body, Response extends ApiResponse> = (
  status: Status,
  body: Body,
  headers?: Readonly<Record<string, string>>,
) => Response;

/** A GET reads from the pool. Any other operation runs in one transaction, which commits before the response is sent. */
export type DatabaseOf<K extends OperationId> = K extends ReadOperationId ? Transactional : Transaction;

export type Handler<K extends OperationId> = (
  call: ApiRequest<K>,
  reply: Reply<K>,
  db: DatabaseOf<K>,
) => Promise<ResponseOf<K>>;
/** Exports have none: they read the pages of their list. */
export type Handlers = { readonly [K in HandledOperationId]: Handler<K> };

/** A report that can be read. */
export interface OpenReport {
  /** The members of its JSON before the rows. */
  readonly about: object;
  /** Computes the report. Returns the sums of all rows, as JSON text. */
  sum(): Promise<string>;
  /** Reads the next rows, each as JSON text. Fewer than REPORT_BATCH_ROWS are the last ones. */
  read(): Promise<readonly string[]>;
}
/** About 150 kB of JSON. A report with no more rows than this doesn't hold its connection while the client reads it. */
export const REPORT_BATCH_ROWS = 1_000;

export type ReportHandler<K extends ReportOperationId> = (
  call: ApiRequest<K>,
  tx: Transaction,
) => Promise<OpenReport>;
export type ReportHandlers = { readonly [K in ReportOperationId]: ReportHandler<K> };

export const reply = ((status: number, body: unknown, headers = {}): ApiResponse => ({
  status,
  headers,
  body:
    body === undefined || typeof body === 'string' || body instanceof JsonBytes ? body : JSON.stringify(body),
})) as Reply<OperationId>;

type Versioned = Pick<StoredRow<unknown>, 'version' | 'part'>;
interface Versions {
  readonly table: Pick<ResourceTable, 'documentRevision'>;
}

export const versionHeaders = ({ table: { documentRevision } }: Versions, { version, part }: Versioned) => ({
  ETag: etagOf({ version, documentRevision, part }),
});

/** Where the operation finds what was created. */
export const locationOf = (operation: OperationId, ids: Readonly<Record<string, number>>) => ({
  Location: basePath + operationById(operation).path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name])),
});

/** Of new rows. With `{id}` instead of an id they are a template. */
export function createdHeaders(resource: Versions & { readonly name: string }) {
  const rows = basePath + operationById(`create${resource.name}` as OperationId).path;
  return (row: Versioned & { readonly id: number | '{id}' }) => ({
    Location: `${rows}/${row.id}`,
    ...versionHeaders(resource, row),
  });
}
