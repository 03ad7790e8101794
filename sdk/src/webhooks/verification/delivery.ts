import { ConfigurationError } from '../../errors/tradepost-error.ts';

/** `request.headers` of Node's http, of Express, or of a fetch Request. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** A delivery as it arrived. */
export interface WebhookDelivery {
  /** As they arrived. */
  headers: WebhookHeaders;
  /** The raw bytes, not parsed or serialized again. */
  body: Uint8Array | ArrayBuffer | string;
}

/** The bytes that were signed. Without instanceof: in Jest a Buffer is not an instance of Uint8Array. */
export function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  const { byteLength, buffer = body, byteOffset } = (body ?? {}) as Partial<Uint8Array>;
  if (byteLength !== undefined) return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  // An adapter passes the reason in place of a body that it can't read any more.
  if (body instanceof ConfigurationError) throw body;
  const kind = Object.prototype.toString.call(body).slice(8, -1); // such as Promise, if `await` was forgotten
  throw new ConfigurationError(
    `The body is ${kind === 'Object' ? 'parsed already' : body ? `a ${kind}` : 'missing'}. Pass the raw bytes as they arrived.`,
  );
}
