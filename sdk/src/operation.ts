// What an operation of the contract takes and answers, so that a path or a field that is not there does not compile.
import type { paths } from '../../generated/openapi.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends undefined ? never : Path;
}[keyof paths] &
  string;

type Operation<M extends Method, Path extends PathOf<M>> = NonNullable<paths[Path][M]>;

/** What is sent with an operation, but for its headers: those follow from the options. */
export interface AnySent {
  path?: Record<string, number | string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Of a POST that writes nothing: it needs no Idempotency-Key, and the service nothing to remember. */
  readOnly?: boolean;
}

export type Sent<M extends Method, Path extends PathOf<M>> = AnySent &
  InPath<Operation<M, Path>> &
  InQuery<Operation<M, Path>> &
  InBody<Operation<M, Path>>;

type InPath<Op> = Op extends { parameters: { path: infer Path } } ? { path: Path } : { path?: never };
type InQuery<Op> = Op extends { parameters: { query?: infer Query } } ? { query?: Query } : { query?: never };
type InBody<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : { body?: never };

export type Answered<M extends Method, Path extends PathOf<M>> =
  Operation<M, Path> extends { responses: infer Responses }
    ? { [Status in keyof Responses & (200 | 201 | 204)]: Content<Responses[Status]> }[keyof Responses &
        (200 | 201 | 204)]
    : never;

type Content<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
