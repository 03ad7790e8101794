import { readFileSync } from 'node:fs';
import type { components, operationMethods, operations } from '../../generated/openapi.ts';

export type { operations };

/** The operations that clients call. Webhooks, which Tradepost sends, aren't among them. */
export type OperationId = keyof operationMethods;
/** Operations that only read. They get the pool, all others a transaction; see Operation.isRead. */
export type ReadOperationId = {
  [K in OperationId]: operationMethods[K] extends 'get' ? K : never;
}[OperationId];
/** `exportOrders` has the rows of `listOrders`, without pages. It's served by the handler of the list. */
export type ExportOperationId = Extract<OperationId, `export${string}`>;
/** An operation with sums instead of rows, `getSalesReport`. It's read by a cursor, on connections of its own. */
export type ReportOperationId = Extract<OperationId, `get${string}Report`>;
/** The operations that have a handler of their own. */
export type HandledOperationId = Exclude<OperationId, ExportOperationId | ReportOperationId>;
export type Schemas = components['schemas'];
/**
 * Proves that every field of a body is read: `const { amount, method, ...unread } = body; unread satisfies NoFields`.
 * When the contract adds a field, this doesn't compile until the field is read.
 */
export type NoFields = Readonly<Record<string, never>>;
export type EventKind = Schemas['EventKind'];
export type EventData<Kind extends EventKind> = Extract<
  Schemas[`${string}Event` & keyof Schemas],
  { readonly event_type: Kind }
>['data'];

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
type In = 'path' | 'query' | 'header';

export interface Parameter {
  readonly name: string;
  readonly in: In;
  readonly schema: { readonly type?: string | readonly string[]; readonly format?: string };
}

export interface Operation {
  readonly id: OperationId;
  readonly method: HttpMethod;
  /** ReadOperationId, at run time. */
  readonly isRead: boolean;
  /** The contract's path, without the base path: `/products/{product_id}`. */
  readonly path: string;
  /** Express's path, with the base path: `/api/v1/products/:product_id`. */
  readonly route: string;
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly maxBodyBytes: number | undefined;
  /** Whether its body has rows, each of which is validated, and refused, by itself. */
  readonly hasRows: boolean;
  /** Whether its responses can carry the position of what it wrote: the contract declares it for each operation that writes. */
  readonly writes: boolean;
  /** Whether a replica can serve it: the client may send the position that it must include. */
  readonly takesConsistencyToken: boolean;
  /** The media types of its 200 response. */
  readonly media: readonly string[];
  /** The list whose rows it exports. */
  readonly exportedList: HandledOperationId | undefined;
  readonly deprecation: Deprecation | undefined;
}

/** Dates such as 2027-01-31: when an operation was deprecated, and when it stops working. */
export interface Deprecation {
  readonly at: string;
  readonly sunset: string;
}

interface ProblemRule {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

/** What `x-event` says about a kind of event. The lint rule tradepost/event-catalogue makes sure of its form. */
export interface EventObject {
  readonly scope: Schemas['Scope'];
  readonly fires: Readonly<Record<string, SentenceObject & { readonly by: readonly OperationId[] }>>;
  readonly does_not_fire: Readonly<Record<string, SentenceObject>>;
  readonly notes?: Readonly<Record<string, SentenceObject>>;
}
interface SentenceObject {
  readonly en: string;
  readonly pt: string;
}

interface PathItem extends Partial<Record<HttpMethod, OperationObject>> {
  readonly parameters?: readonly (Parameter | Ref)[];
}
interface OperationObject {
  readonly operationId: OperationId;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaObject>> };
  readonly 'x-max-body-bytes'?: number;
  /** The codes that are particular to the operation. */
  readonly 'x-problem-codes'?: readonly string[];
  readonly responses: Readonly<Record<string, Response | Ref>>;
  /** The columns of an export's CSV, or of each kind of report. */
  readonly 'x-columns'?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Of an export with rows of its own: the list that selects them. */
  readonly 'x-rows-of'?: HandledOperationId;
  readonly deprecated?: boolean;
  readonly 'x-deprecated-at'?: string;
  readonly 'x-sunset-at'?: string;
}
interface SchemaObject {
  readonly 'x-problems'?: Readonly<Record<string, ProblemRule>>;
  readonly properties?: Readonly<Record<string, Rows>>;
}
interface Rows {
  readonly 'x-items-validated-separately'?: boolean;
  readonly items?: { readonly 'x-row'?: Ref };
}
export interface MediaObject {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}
interface Response {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}
interface Ref {
  readonly $ref: string;
}
export interface Bundle {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<
    Record<
      string,
      { readonly post: Required<Pick<OperationObject, 'requestBody'>> & { readonly 'x-event': EventObject } }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export const CONSISTENCY_TOKEN = 'Consistency-Token';
const METHODS: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

/** The first is for server/base/ in the source tree, the second for its compiled copy one folder deeper. */
const GENERATED = ['../../generated/', '../../../generated/'];

/** The text of a file that `npm run generate` has written. */
export const readGenerated = (name: string): string => generatedFile(name).toString();

export function generatedFile(name: string): Buffer {
  for (const folder of GENERATED) {
    try {
      return readFileSync(new URL(folder + name, import.meta.url));
    } catch {}
  }
  throw new Error(`generated/${name} is missing. Run: npm run generate`);
}

/** Served by /openapi.json, byte for byte. It isn't kept: most processes never serve it, and it would take 2 MB of each. */
export const readBundle = (): string => readGenerated('openapi.json');
export const bundle = JSON.parse(readBundle()) as Bundle;
export const basePath = bundle.servers[0]!.url;
export const problems = bundle.components.schemas.ProblemCode!['x-problems'] as Record<
  Schemas['ProblemCode'],
  ProblemRule
>;
/** One for reading and one for writing each resource. */
export const scopes = (bundle.components.schemas.Scope as { 'x-extensible-enum': Schemas['Scope'][] })[
  'x-extensible-enum'
];
/** The fields of a resource that a client may write, at creation or later. */
export const writableFields = (name: string): readonly string[] => [
  ...new Set(['Create', 'Update'].flatMap((what) => Object.keys(propertiesOf(name + what)).filter(isStored))),
];
/** A row that a body names by the integrator's id is stored by ours. */
const isStored = (field: string): boolean => !field.endsWith('_external_id');
const propertiesOf = (schema: string) => bundle.components.schemas[schema]?.properties ?? {};

export const eventKinds = (bundle.components.schemas.EventKind as { enum: EventKind[] }).enum;
/** An example envelope of each event kind. */
export const sampleEvents: readonly { readonly event_type: EventKind; readonly data: object }[] =
  Object.values(bundle.webhooks).map(
    ({ post }) => Object.values(post.requestBody.content['application/json']!.examples!)[0]!.value as never,
  );
export const contractOperations: readonly Operation[] = Object.entries(bundle.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [toOperation(path, item, method, item[method])] : [])),
);

const byId = new Map(contractOperations.map((operation) => [operation.id, operation]));
export const operationById = <K extends OperationId>(id: K): Operation & { readonly id: K } =>
  byId.get(id) as Operation & { readonly id: K };

function toOperation(path: string, item: PathItem, method: HttpMethod, object: OperationObject): Operation {
  return {
    id: object.operationId,
    method,
    isRead: method === 'get',
    path,
    route: basePath + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    scopes: (object.security ?? []).flatMap((requirement) => requirement.apiKey ?? []),
    parameters: [...(item.parameters ?? []), ...(object.parameters ?? [])].map(resolveParameter),
    hasBody: object.requestBody !== undefined,
    maxBodyBytes: object['x-max-body-bytes'],
    hasRows: hasRows(object),
    writes: Object.values(object.responses).some(
      (response) => CONSISTENCY_TOKEN in (resolveResponse(response)?.headers ?? {}),
    ),
    takesConsistencyToken: (object.parameters ?? []).some(
      (parameter) => resolveParameter(parameter).name === CONSISTENCY_TOKEN,
    ),
    media: Object.keys(resolveResponse(object.responses['200'])?.content ?? {}),
    exportedList: object['x-rows-of'] ?? listOf(object.operationId),
    deprecation: object.deprecated
      ? { at: object['x-deprecated-at']!, sunset: object['x-sunset-at']! }
      : undefined,
  };
}

/**
 * A row that no operation takes by itself, as if one did: its body is the schema that the rows of the operation are meant to have. Rows of
 * batches are validated by the operations that create and change one.
 */
export const rowOperation = <K extends OperationId>(id: K): Operation & { readonly id: K } => {
  const operation = operationById(id);
  return { ...operation, path: operation.path + ROW, hasRows: false };
};
const ROW = '#row';

/** The path item of an operation's path, or of its rows. */
export function pathItem(path: string): PathItem {
  const item = bundle.paths[path.replace(ROW, '')]!;
  if (!path.endsWith(ROW)) return item;
  const schema = rowsOf(item.post!)!.items!['x-row'];
  return { post: { ...item.post!, requestBody: { content: { 'application/json': { schema } } } } };
}

type Columns = readonly string[] | Readonly<Record<string, readonly string[]>>;
const columns = new Map<OperationId, Columns>(
  Object.values(bundle.paths).flatMap(({ get }) =>
    get?.['x-columns'] ? [[get.operationId, get['x-columns']] as const] : [],
  ),
);
/** The columns of an export, in the order that the contract promises; see docs/decisions/exports.md. */
export const columnNamesOf = (id: OperationId): readonly string[] => columns.get(id) as readonly string[];
/** The same of a report, whose rows depend on what they are about. */
export const columnNamesOfGroup = (report: OperationId, groupBy: string): readonly string[] =>
  (columns.get(report) as Readonly<Record<string, readonly string[]>>)[groupBy]!;

/** A body with rows is an object of `items` that are `x-items-validated-separately`. */
function hasRows(object: OperationObject): boolean {
  return rowsOf(object)?.['x-items-validated-separately'] === true;
}

function rowsOf({ requestBody }: OperationObject): Rows | undefined {
  const { $ref = '' } = (requestBody?.content['application/json']?.schema ?? {}) as Partial<Ref>;
  return bundle.components.schemas[$ref.split('/').at(-1)!]?.properties?.items;
}

/** The lint rule tradepost/list-exports makes sure that there is such a list, or that `x-rows-of` names one. */
function listOf(id: OperationId): HandledOperationId | undefined {
  return id.startsWith('export') ? (id.replace('export', 'list') as HandledOperationId) : undefined;
}

function resolveResponse(response: Response | Ref | undefined): Response | undefined {
  if (response === undefined || !('$ref' in response)) return response;
  return bundle.components.responses[response.$ref.split('/').at(-1)!];
}

function resolveParameter(parameter: Parameter | Ref): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return bundle.components.parameters[parameter.$ref.split('/').at(-1)!]!;
}
