/** The parts of an event that a test cares about. The rest of the envelope is filled in. */
export interface TestEvent {
  event_type: string;
  data: object;
  event_id?: string | undefined;
  tenant_id?: number | undefined;
  occurred_at?: string | undefined;
  /** Marks it as a test event, like the samples that staff send from the panel. */
  test?: boolean | undefined;
}

export interface TestDeliveryOptions {
  /** One of the receiver's. Tradepost's have 64 letters and digits. */
  secret: string;
  event: TestEvent;
  /** The old secret, which signs too while a secret is being replaced. */
  previousSecret?: string | undefined;
  /** When it was signed, in Unix seconds. Defaults to now. */
  timestamp?: number | undefined;
  /** Defaults to a new UUID. */
  deliveryId?: string | undefined;
}

/** The init of `fetch(url, delivery)`. Its `headers` and `body` are what a receiver or `verify` takes. */
export interface TestDelivery {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/** Signs an event as Tradepost would, for tests of your receiver. */
export async function signTestDelivery(options: TestDeliveryOptions): Promise<TestDelivery> {
  const { secret, previousSecret, timestamp = Math.floor(Date.now() / 1000) } = options;
  const {
    event_id = crypto.randomUUID(),
    tenant_id = 1,
    occurred_at = new Date(timestamp * 1000).toISOString(),
    ...rest
  } = options.event;
  const event = { event_id, tenant_id, occurred_at, ...rest };
  const body = JSON.stringify(event);
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const [signature, previous] = await Promise.all(secrets.map((text) => sign(text, `${timestamp}.${body}`)));

  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-service-event': event.event_type,
    'x-service-delivery-id': options.deliveryId ?? crypto.randomUUID(),
    'x-service-timestamp': String(timestamp),
    'x-service-signature': signature as string,
    ...(previous !== undefined && { 'x-service-signature-previous': previous }),
    ...(event.test && { 'x-service-test': 'true' }),
    ...(await standardWebhooksHeaders(secrets, event.event_id, timestamp, body)),
  };
  return { method: 'POST', headers, body };
}

async function sign(secret: string, message: string): Promise<string> {
  const digest = await hmacSha256(new TextEncoder().encode(secret), message);
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The headers of Standard Webhooks, which uses the base64-decoded secret as the key. */
async function standardWebhooksHeaders(
  secrets: string[],
  eventId: string,
  timestamp: number,
  body: string,
): Promise<Record<string, string>> {
  if (!secrets.every((secret) => /^[A-Za-z0-9+/]+=*$/.test(secret) && secret.length % 4 === 0)) return {};
  const signatures = secrets.map(async (secret) => {
    const key = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
    const digest = await hmacSha256(key, `${eventId}.${timestamp}.${body}`);
    return `v1,${btoa(String.fromCharCode(...digest))}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}

async function hmacSha256(secret: Uint8Array<ArrayBuffer>, message: string): Promise<Uint8Array> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)));
}
