import { ConfigurationError } from '../errors/configuration-error.ts';

/** `request.headers` of Node's http, of Express, or of a fetch Request. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** A delivery as it arrived. */
export interface WebhookDelivery {
  headers: WebhookHeaders;
  /** The raw bytes: not parsed, and not serialised again. */
  body: Uint8Array | ArrayBuffer | string;
}

/** The values of the headers that a receiver looks at; empty where there is none. */
export interface SignedHeaders {
  signature: string;
  previous: string;
  timestamp: string;
  /** X-Service-Event. It is not signed: the body's event_type is. */
  eventType: string;
}

export function readSignedHeaders(headers: WebhookHeaders = {}): SignedHeaders {
  const read = headerReader(headers);
  return {
    signature: read('x-service-signature'),
    previous: read('x-service-signature-previous'),
    timestamp: read('x-service-timestamp'),
    eventType: read('x-service-event'),
  };
}

/** Names in lower case give the values, whatever letter case they came in. */
function headerReader(headers: WebhookHeaders): (name: string) => string {
  if (typeof headers.get === 'function') return (name) => (headers as Headers).get(name) ?? '';
  let values = headers as Record<string, unknown>;
  // Node's http makes all names lower case; what other sources have is made so first.
  if (!('x-service-signature' in values && 'x-service-timestamp' in values))
    values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  // One that came twice is joined by commas, which no form that is accepted has.
  return (name) => String(values[name] ?? '');
}

/** The bytes that were signed. Realms are no matter here: in Jest a Buffer is not an instance of Uint8Array. */
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
