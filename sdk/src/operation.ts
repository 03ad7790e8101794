// What an operation of the contract takes and answers, so that a path or a field that is not there does not compile:
// openapi-fetch's types for the paths of the contract, under the SDK's own names.
import type {
  Client,
  ClientPathsWithMethod,
  MethodResponse,
  ParamsOption,
  RequestBodyOption,
} from 'openapi-fetch';
import type { paths } from '../../generated/openapi.ts';

type Api = Client<paths, 'application/json'>;

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;

/** What is sent with an operation, but for its headers: those follow from the options. */
export interface AnyOperationInput {
  path?: Record<string, number | string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Of a POST that writes nothing: it needs no Idempotency-Key, and the service nothing to remember. */
  readOnly?: boolean;
}

export type OperationInput<M extends Method, Path extends PathOf<M>> = AnyOperationInput &
  Omit<NonNullable<ParamsOption<paths[Path][M]>['params']>, 'header' | 'cookie'> &
  RequestBodyOption<paths[Path][M]>;

/** Undefined where the answer has no body. */
export type OperationOutput<M extends Method, Path extends PathOf<M>> = [
  MethodResponse<Api, M, Path>,
] extends [never]
  ? undefined
  : MethodResponse<Api, M, Path>;
