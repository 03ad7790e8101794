import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { WireRequest } from './wire-request.ts';
import type { Write } from './write-log.ts';

/** A request, its response and their violations. */
export interface RoundTrip {
  readonly request: FuzzRequest;
  readonly wire: WireRequest;
  /** The sent bytes; undefined if the SDK sent the request. */
  readonly bytes: Uint8Array | undefined;
  readonly response: ReceivedResponse | undefined;
  readonly writes: readonly Write[];
  readonly violations: readonly string[];
}
