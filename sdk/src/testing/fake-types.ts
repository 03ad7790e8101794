import type { FakeOperations } from './operations.ts';

/** The `operationId` of the contract, such as `getProduct`. */
export type OperationId = keyof FakeOperations;

/** A request that the fake has received. */
export interface FakeRequest<Id extends OperationId = OperationId> {
  /** The `operationId`. */
  readonly operation: Id;
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, such as `/api/v1/products/1001`. */
  readonly path: string;
  /** The ids in the path. */
  readonly params: FakeOperations[Id]['params'];
  /** The parameters behind the `?`, with their types. */
  readonly query: FakeOperations[Id]['query'];
  /** With names in lower case. The API key is replaced. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined if there is none. */
  readonly body: FakeOperations[Id]['body'];
  /** Aborts when the client gives up. */
  readonly signal: AbortSignal;
}

/** A response with 2xx. What is left out comes from the contract's example. */
export interface FakeResponse<Id extends OperationId = OperationId> {
  /** One of the operation's statuses with 2xx. */
  status?: FakeOperations[Id]['status'] | undefined;
  /** The whole body: JSON, or the text of an export. */
  body?: FakeOperations[Id]['result'] | undefined;
  /** In addition to the example's. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A function of the request, which may return a Response of its own. A TypeError 'fetch failed' counts as a lost connection, as
 * `fetch` throws it. What else it throws, the call throws as it is, such as an AssertionError.
 */
export type RespondTo<Id extends OperationId> = (
  request: FakeRequest<Id>,
) => FakeResponse<Id> | Response | Promise<FakeResponse<Id> | Response>;

/** What answers an operation. */
export type Responder<Id extends OperationId> = FakeResponse<Id> | Response | RespondTo<Id>;
