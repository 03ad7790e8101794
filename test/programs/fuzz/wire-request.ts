import { type BodyValue, bodyText, RowReference } from './body-value.ts';
import type { FuzzRequest, KeyKind, TargetPart } from './fuzz-request.ts';
import { NO_CONTENT_TYPE } from './header-mistakes.ts';
import type { JsonValue } from './json-value.ts';

/** A request as it is sent, with all references resolved. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** The tenant's values that a request refers to. */
export interface Surroundings {
  readonly host: string;
  key(kind: KeyKind, operationId: string): string;
  lookup(reference: RowReference): JsonValue;
  /** The ETag of the row that the path names. */
  etag(path: readonly TargetPart[]): string | undefined;
}

export const textOf = (part: TargetPart, { lookup }: Surroundings): string =>
  part instanceof RowReference ? encodeURIComponent(String(lookup(part))) : part;

export function toWire(request: FuzzRequest, around: Surroundings): WireRequest {
  const path = request.path.map((part) => textOf(part, around)).join('');
  const query = request.query.map(([name, value]) => `${name}=${textOf(value, around)}`).join('&');
  const body = request.body === undefined ? undefined : bytesOf(request, request.body, around);
  return {
    method: request.method,
    target: (request.changePath?.(path) ?? path) + (query && `?${query}`),
    headers: headersOf(request, body, around),
    body,
  };
}

function bytesOf({ encodeBody }: FuzzRequest, body: BodyValue, { lookup }: Surroundings): Uint8Array {
  const text = bodyText(body, lookup);
  return Buffer.from((encodeBody?.(text) ?? text) as string);
}

function headersOf(
  request: FuzzRequest,
  body: Uint8Array | undefined,
  around: Surroundings,
): [string, string][] {
  const key = around.key(request.key, request.operationId);
  const authorization = request.authorization?.(key) ?? (key === '' ? undefined : `Bearer ${key}`);
  const own = request.headers.flatMap(([name, value]): [string, string][] =>
    value === NO_CONTENT_TYPE
      ? []
      : [[name, value === 'CURRENT_ETAG' ? (around.etag(request.path) ?? '"1"') : value]],
  );
  const hasType = request.headers.some(([name]) => name === 'Content-Type');
  return [
    ['Host', around.host],
    ...(authorization === undefined ? [] : [['Authorization', authorization] as [string, string]]),
    ...(body === undefined || hasType ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ...(body === undefined ? [] : [['Content-Length', String(body.length)] as [string, string]]),
    ...own,
  ];
}
