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

/** The bytes that were signed. Doesn't rely on instanceof alone: in Jest a Buffer is not an instance of Uint8Array. */
export function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if ((body as ArrayBuffer | undefined)?.byteLength !== undefined) return new Uint8Array(body as ArrayBuffer);
  throw new ConfigurationError(
    `The body is ${body ? 'parsed already' : 'missing'}. Pass the raw bytes: in Express ` +
      "express.raw({ type: 'application/json' }) before express.json(), with fetch await request.text().",
  );
}
