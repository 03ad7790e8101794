import { ConfigurationError } from '../errors/configuration-error.ts';

/** `request.headers` of Node's http, of Express, or of a fetch Request. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** What of a delivery is signed, and the signature. Give the headers as they came, or the values. */
export type WebhookDelivery = {
  /** The raw bytes as they arrived: not parsed, and not serialised again. */
  body: Uint8Array | ArrayBuffer | string;
} & (
  | { headers: WebhookHeaders; signature?: undefined; previousSignature?: undefined; timestamp?: undefined }
  | {
      headers?: undefined;
      /** X-Service-Signature. */
      signature: string;
      /** X-Service-Signature-Previous, which is there while a secret is being replaced. */
      previousSignature?: string | null;
      /** X-Service-Timestamp. */
      timestamp: string;
    }
);

/** The values of the headers that a receiver looks at; empty where there is none. */
export interface SignedHeaders {
  signature: string;
  previousSignature: string;
  timestamp: string;
  /** X-Service-Event. It is not signed: the body's event_type is. */
  kind: string;
}

export function signedHeadersOf(delivery: WebhookDelivery): SignedHeaders {
  const { headers, signature = '', previousSignature, timestamp = '' } = delivery;
  if (headers) return readSignedHeaders(headers);
  return { signature, previousSignature: previousSignature ?? '', timestamp, kind: '' };
}

export function readSignedHeaders(headers: WebhookHeaders): SignedHeaders {
  const read = readerOf(headers);
  return {
    signature: read('x-service-signature'),
    previousSignature: read('x-service-signature-previous'),
    timestamp: read('x-service-timestamp'),
    kind: read('x-service-event'),
  };
}

/** Names in lower case give the values, whatever letter case they came in. */
function readerOf(headers: WebhookHeaders): (name: string) => string {
  if (typeof headers.get === 'function') return (name) => (headers as Headers).get(name) ?? '';
  let values = headers as Record<string, unknown>;
  // Node's http makes all names lower case; what other sources have is made so first.
  if (!('x-service-signature' in values) || !('x-service-timestamp' in values)) values = lowerCased(values);
  return (name) => {
    const value = values[name];
    // A header that came twice is joined as Headers does it; no form that is accepted has a comma.
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  };
}

function lowerCased(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The bytes that were signed. Realms are no matter here: in Jest a Buffer is not an instance of Uint8Array. */
export function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  const found = body === null || body === undefined ? 'missing' : 'parsed already';
  throw new ConfigurationError(
    `The body is ${found}; the signature is over the raw bytes. In Express put the route before express.json(), or use ` +
      "express.raw({ type: 'application/json' }); with fetch pass await request.text().",
  );
}
