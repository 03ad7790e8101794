export type PanelErrorReason =
  | 'malformed'
  | 'other_origin'
  | 'other_host'
  | 'not_found'
  | 'too_many'
  | 'unavailable'
  | 'outcome_unknown'
  | 'too_large'
  | 'unexpected';

/** A request that the panel refuses with a page. */
export class PanelError extends Error {
  override readonly name = 'PanelError';
  readonly status: number;
  readonly reason: PanelErrorReason;
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    reason: PanelErrorReason,
    { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {},
  ) {
    super(reason);
    this.status = status;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
