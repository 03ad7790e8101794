// The contract's shapes under short names. Types only: none of the contract exists at run time.
import type {
  Client,
  ClientPathsWithMethod,
  MethodResponse,
  ParamsOption,
  RequestBodyOption,
} from 'openapi-fetch';
import type { components, operations, paths } from '../../generated/openapi.ts';

type Schemas = components['schemas'];
type Api = Client<paths, 'application/json'>;

/**
 * What Tradepost returns. Enums stay open, because later versions may add values: a `switch` over one needs a default
 * branch to compile, and code built against today's values keeps working.
 */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & Record<never, never>)
  : T extends (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Key in keyof T]: Open<T[Key]> }
      : T;

export type Output<Name extends keyof Schemas> = Open<Schemas[Name]>;

/** What Tradepost accepts. Flattened, so that an editor shows the fields and not how the type is composed. */
export type Input<Name extends keyof Schemas> = { [Key in keyof Schemas[Name]]: Schemas[Name][Key] };

/** The query of a list. Undefined counts as absent, also with exactOptionalPropertyTypes. */
export type Query<Operation extends keyof operations> = operations[Operation] extends {
  parameters: { query?: infer Declared };
}
  ? { [Name in keyof NonNullable<Declared>]: NonNullable<Declared>[Name] | undefined }
  : never;

/** The query of an export: its list's, without pages, and the format. */
export type ExportQuery<ListQuery> = Omit<ListQuery, 'limit' | 'cursor'> & { format: 'csv' | 'ndjson' };

export type ExportPath = Extract<PathOf<'get'>, `/exports/${string}`>;

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;

/** What is sent with an operation, apart from its headers, which follow from the options. */
export interface AnyOperationInput {
  path?: Record<string, number | string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Marks a POST that writes nothing. It gets no Idempotency-Key, so the server has nothing to remember. */
  readOnly?: boolean;
  /** Marks an export, whose body is returned unread. */
  streamed?: boolean;
}

/** Exactly what the contract declares for the operation: an undeclared path, query or body doesn't compile. */
export type OperationInput<M extends Method, Path extends PathOf<M>> = Declared<
  NonNullable<ParamsOption<paths[Path][M]>['params']>
> &
  RequestBodyOption<paths[Path][M]> &
  Pick<AnyOperationInput, 'readOnly'>;

/** The parameters that an operation has. openapi-typescript writes `query?: never` for an operation without a query. */
type Declared<Parameters> = Omit<Parameters, 'header' | 'cookie'>;

/** Undefined if the response has no body. */
export type OperationOutput<M extends Method, Path extends PathOf<M>> = [
  MethodResponse<Api, M, Path>,
] extends [never]
  ? undefined
  : MethodResponse<Api, M, Path>;
