export interface PostResult {
  /** accepted: a 2xx. refused: any other status. address: not sent, because the address is blocked. */
  readonly outcome: 'accepted' | 'refused' | 'timeout' | 'connection' | 'address';
  /** Also kept when the response broke off after its headers. */
  readonly responseStatus: number | null;
  /** Lines of `name: value`, at most 1 KB. Null when no status came. */
  readonly responseHeaders: string | null;
  /** At most 1024 bytes of text that PostgreSQL can store. Null when no status came. */
  readonly responseBody: string | null;
  /** The header as it was sent. */
  readonly retryAfter: string | null;
  /** The connection's error code, such as ECONNREFUSED, or why the address is blocked. Never a secret. */
  readonly detail: string | null;
}
