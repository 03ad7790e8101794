/** What every call takes. */
export interface RequestOptions {
  /** Aborting it ends the call, also during the delay before a retry. The call throws its reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's, for each attempt of this call. When a list is iterated, each page is a call. */
  timeoutMs?: number | undefined;
  /** Overrides the client's, for this call; 0 for no retries. */
  maxRetries?: number | undefined;
  /** More headers, such as a correlation id. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface CreateOptions extends RequestOptions {
  /**
   * A UUID, for example, for each thing that you want done once. Repeating the call with it within 24 h does nothing
   * twice. By default the client generates one per call, which covers its own retries but not yours.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends RequestOptions {
  /** The `version` that you read, or its ETag. If it has changed since, nothing is written (412). */
  ifMatch?: number | string | undefined;
}

/** For what is done to a row that exists, such as the payment of an order. */
export type ActionOptions = CreateOptions & ChangeOptions;

export interface UpsertOptions extends ChangeOptions {
  /**
   * `'*'` only creates: if the id already exists, nothing is written (412). With a `version` or an ETag, nothing is
   * written if that is still the current one.
   */
  ifNoneMatch?: number | string | undefined;
}

/** All options. The types of the operations say which of them each takes. */
export type AnyOptions = CreateOptions & UpsertOptions;

export const CALL_OPTIONS = [
  'signal',
  'timeoutMs',
  'maxRetries',
  'headers',
  'idempotencyKey',
  'ifMatch',
  'ifNoneMatch',
] satisfies (keyof AnyOptions)[];
