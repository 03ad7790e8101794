/** A request that the panel refuses with a page. */
export class PanelError extends Error {
  override readonly name = 'PanelError';
  readonly status: number;
  readonly reason: 'malformed' | 'other_origin' | 'not_found' | 'unavailable' | 'too_large' | 'unexpected';

  constructor(status: number, reason: PanelError['reason']) {
    super(reason);
    this.status = status;
    this.reason = reason;
  }
}
