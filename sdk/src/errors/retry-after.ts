import { ApiError } from './api-error.ts';
import { ConnectionError } from './connection-error.ts';

/** How long to wait at least after an error. Undefined for a missing scope or a key that expired: those need somebody. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError ? 0 : undefined;
  const { status, retryAfterSeconds = 0 } = error;
  return status === 408 || status === 429 || status >= 500 ? retryAfterSeconds * 1000 : undefined;
}
