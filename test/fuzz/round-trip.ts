import type { ReceivedResponse } from '../contract-check/check-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { WireRequest } from './wire-request.ts';
import type { Write } from './write-log.ts';

/** One request, its response, and what is wrong with them. */
export interface RoundTrip {
  readonly request: FuzzRequest;
  readonly wire: WireRequest;
  /** The bytes that went out; undefined by the SDK. */
  readonly bytes: Uint8Array | undefined;
  readonly response: ReceivedResponse | undefined;
  readonly writes: readonly Write[];
  readonly violations: readonly string[];
}
