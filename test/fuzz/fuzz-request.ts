// A generated request before it is sent: it names rows by place, and which mistakes it has.
import type { BodyValue, RowReference } from './body-value.ts';

export type KeyKind =
  | 'full'
  | 'narrow' // every scope but the operation's
  | 'inactive'
  | 'expired'
  | 'unknown'
  | 'none';

/** Text as it goes out; what a reference names is percent-encoded first. */
export type TargetPart = string | RowReference;
export type QueryPair = readonly [name: string, value: TargetPart];
/** CURRENT_ETAG as a value is replaced by the tag of the row that the path names. */
export type HeaderPair = readonly [name: string, value: string];

export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  /** The path in pieces. */
  readonly path: readonly TargetPart[];
  readonly query: readonly QueryPair[];
  readonly headers: readonly HeaderPair[];
  readonly key: KeyKind;
  readonly body: BodyValue | undefined;
  /** Another text for the same body, or a broken one. */
  readonly encodeBody: ((text: string) => string | Uint8Array) | undefined;
  /** Another form of the Authorization header. */
  readonly authorization?: (key: string) => string;
  readonly changePath?: (path: string) => string;
  readonly protocolForm?: string;
  /** The request is incomplete: the client closes its side after it. */
  readonly endsEarly?: boolean;
  /** Makes other bytes of the whole request, which Node's parser may refuse. */
  readonly encodeRequest: ((head: string, body: Uint8Array) => Uint8Array) | undefined;
  readonly transport: 'sdk' | 'raw';
  /** What follows a success: the same once more, another body under its Idempotency-Key, or the page after it. */
  readonly again: 'same' | 'other body' | 'next page' | undefined;
  /** What is wrong with it. Nothing: the contract allows it. */
  readonly mistakes: readonly string[];
  /** Places in a batch whose row is wrong while the request itself is right. */
  readonly wrongRows: readonly number[];
  /** RFCs allow several responses: only the form of the response is checked, and that a refusal writes nothing. */
  readonly anyOutcome: boolean;
}
