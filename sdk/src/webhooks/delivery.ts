import { ConfigurationError } from '../errors/configuration-error.ts';

const SIGNATURE_HEADER = 'x-service-signature';
const TIMESTAMP_HEADER = 'x-service-timestamp';

/** `request.headers` of Node's http, of Express, or of a fetch Request. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** What of a delivery is signed, and the signature. Give the headers as they came, or the two values. */
export type WebhookDelivery = {
  /** The raw bytes as they arrived: not parsed, and not serialised again. */
  body: Uint8Array | ArrayBuffer | string;
} & (
  | { headers: WebhookHeaders; signature?: undefined; timestamp?: undefined }
  | { headers?: undefined; signature: string; timestamp: string }
);

export function signatureOf({ headers, signature }: WebhookDelivery): string {
  return headers ? readHeader(headers, SIGNATURE_HEADER) : (signature ?? '');
}

export function timestampOf({ headers, timestamp }: WebhookDelivery): string {
  return headers ? readHeader(headers, TIMESTAMP_HEADER) : (timestamp ?? '');
}

/** The bytes that were signed. Realms are no matter here: in Jest a Buffer is not an instance of Uint8Array. */
export function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  const found = body === null || body === undefined ? 'missing' : 'parsed already';
  throw new ConfigurationError(
    `The body is ${found}; the signature is over the raw bytes. In Express give the route express.raw({ type: 'application/json' }) ` +
      'before any express.json() and pass request.body; with fetch pass await request.text(); in Node collect the chunks of the request.',
  );
}

function readHeader(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? '';
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value: unknown = entry?.[1];
  // A header that came twice is joined as Headers does it; no form that is accepted has a comma.
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
}
