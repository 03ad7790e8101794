export interface RequestOptions {
  /** Aborting it ends the call, also while it waits to repeat a request; its reason is then thrown. */
  signal?: AbortSignal | undefined;
  /** In place of the client's, for each attempt of this call. While a list is iterated, each page is one call. */
  timeoutMs?: number | undefined;
  /** In place of the client's, for this call; 0 for none. */
  maxRetries?: number | undefined;
}

export interface CreateOptions extends RequestOptions {
  /**
   * One for each thing that you want done, a UUID for instance. Repeating with it within 24 h does nothing twice.
   * Without one the client makes one for the call, which covers its own repetitions but not yours.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends RequestOptions {
  /** The `version` that you read, or its ETag. When it is no longer the present one, nothing is written (412). */
  ifMatch?: number | string | undefined;
}

export interface UpsertOptions extends ChangeOptions {
  /**
   * `'*'` creates and never changes: when there is one with this id already, nothing is written (412). With a `version`
   * or an ETag, nothing is written when that is still the present one.
   */
  ifNoneMatch?: number | string | undefined;
}

/** The options of any operation: which of them one takes is a matter of its type. */
export type AnyOptions = CreateOptions & UpsertOptions;
