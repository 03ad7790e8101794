// A generated request before it is sent: it names rows by index, and lists its mistakes.
import type { BodyValue, RowReference } from './body-value.ts';

export type KeyKind =
  | 'full'
  | 'narrow' // every scope except the operation's
  | 'inactive'
  | 'expired'
  | 'unknown'
  | 'none';

/** Text that is sent as it is, or a reference, whose value is percent-encoded. */
export type TargetPart = string | RowReference;
export type QueryPair = readonly [name: string, value: TargetPart];
/** The value CURRENT_ETAG is replaced by the ETag of the row that the path names. */
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
  /** Whether the request with this body is incomplete, so that the client closes its side after it. */
  readonly endsEarly?: (body: Uint8Array) => boolean;
  /** Rewrites the bytes of the whole request. Node's parser may refuse them. */
  readonly encodeRequest: ((head: string, body: Uint8Array) => Uint8Array) | undefined;
  readonly transport: 'sdk' | 'raw';
  /** The request after a success: the same again, another body with its Idempotency-Key, or the next page. */
  readonly again: 'same' | 'other body' | 'next page' | undefined;
  /** The request's mistakes; none if it is valid. */
  readonly mistakes: readonly string[];
  /** Indexes of invalid rows in a batch that is valid itself. */
  readonly wrongRows: readonly number[];
  /** The RFCs allow several responses, so only the response's form is checked, and that a refusal writes nothing. */
  readonly anyOutcome: boolean;
}
