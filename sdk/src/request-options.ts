export interface RequestOptions {
  /** Aborting it ends the exchange; its reason is then thrown. */
  signal?: AbortSignal;
  /** In place of the client's, for this exchange. While a list is iterated, each page is one exchange. */
  timeoutMs?: number;
}

export interface CreateOptions extends RequestOptions {
  /** One for each thing that you want done, a UUID for instance. Repeating with it within 24 h does nothing twice. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends RequestOptions {
  /** The `version` that you read, or its ETag. When it is no longer the present one, nothing is written (412). */
  ifMatch?: number | string;
}

export function createHeaders(options: CreateOptions | undefined) {
  return { 'Idempotency-Key': options?.idempotencyKey };
}

export function changeHeaders(options: ChangeOptions | undefined) {
  const match = options?.ifMatch;
  return { 'If-Match': typeof match === 'number' ? `"${match}"` : match };
}
