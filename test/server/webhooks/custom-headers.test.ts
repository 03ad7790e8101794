import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { SecretBox } from '../../../server/base/secrets/secret-box.ts';
import { deleteEndpoint } from '../../../server/webhooks/endpoints/delete-endpoint.ts';
import { findEndpoint } from '../../../server/webhooks/endpoints/find-endpoints.ts';
import { reencryptSecrets } from '../../../server/webhooks/endpoints/reencrypt-secrets.ts';
import {
  type HeaderChange,
  MASK,
  readHeaders,
} from '../../../server/webhooks/endpoints/rules/custom-headers.ts';
import { updateEndpoint } from '../../../server/webhooks/endpoints/update-endpoint.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, useWorker } from '../../support/webhooks.ts';

const VALUE = 'Bearer abc.def-123';

/** An endpoint with headers of its own; `next` returns the headers that a worker sends after an event. */
async function withHeaders(first: HeaderChange) {
  const endpoint = await useEndpoint();
  const made = await subscribed(endpoint.url);
  const { context, tenantId, key, worker } = made;
  const change = (headers: HeaderChange) =>
    context.db.transaction((tx) => updateEndpoint(tx, OPERATOR, key, { headers }, context.box));
  await change(first);
  const next = async () => {
    await emit(context, tenantId);
    await worker.tick();
    return endpoint.received.at(-1)!.headers;
  };
  return { ...made, endpoint, change, next };
}

describe('headers of an endpoint', () => {
  it('are sent with each delivery from the change on, and never replace ours', async () => {
    const { change, next } = await withHeaders({ authorization: VALUE, 'x-api-key': 'k' });
    expect(await next()).toMatchObject({
      authorization: VALUE,
      'x-api-key': 'k',
      'x-service-event': 'product.created',
    });
    await change({ authorization: null, 'x-loja': '7' });
    const after = await next();
    expect(after).toMatchObject({ authorization: VALUE, 'x-loja': '7' });
    expect(after).not.toHaveProperty('x-api-key');
  });

  it('lie encrypted in the database, and the audit has their names alone', async () => {
    const { context, key, change } = await withHeaders({ authorization: VALUE });
    expect(await change({ authorization: null })).toBe('unchanged');
    expect(await findEndpoint(context.db, key)).toMatchObject({ headerNames: ['authorization'] });
    const [row] = await context.db.query<{ headers: Buffer }>(
      'SELECT headers FROM webhook_registrations',
      [],
    );
    expect(row!.headers.includes('abc.def')).toBe(false);
    const audit = JSON.stringify(await context.db.query('SELECT details FROM audit_entries', []));
    expect(audit).toContain('authorization');
    expect(audit).not.toContain('abc.def');
  });

  it('are gone with their endpoint', async () => {
    const { context, key } = await withHeaders({ authorization: VALUE });
    await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
    const kept = await context.db.query('SELECT headers, header_names FROM webhook_registrations', []);
    expect(kept).toEqual([{ headers: null, header_names: [] }]);
  });

  it('keep their deliveries waiting when they cannot be decrypted, as a secret does', async () => {
    const { context, tenantId, endpoint } = await withHeaders({ authorization: VALUE });
    await context.db.query(`UPDATE webhook_registrations SET headers = '\\x01'`, []);
    await emit(context, tenantId);
    await useWorker(context).tick();
    expect(endpoint.received).toEqual([]);
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'PENDING', attempt_number: 0 }]);
  });

  it('are encrypted again with a new key', async () => {
    const { context, key, endpoint } = await withHeaders({ authorization: VALUE });
    const fresh = Buffer.alloc(32, 7);
    // The context's own key is the previous one of this box, which is how a service runs while the key is changed.
    const box = new SecretBox(fresh);
    const both = { seal: box.seal.bind(box), tryOpen: opener(box, context.box) } as unknown as SecretBox;
    expect(await reencryptSecrets(context.db, both)).toMatchObject({ reencrypted: 1, unreadable: 0 });
    await emit(context, key.tenantId);
    await useWorker({ ...context, box }).tick();
    expect(endpoint.received.at(-1)!.headers).toMatchObject({ authorization: VALUE });
  });
});

const opener =
  (fresh: SecretBox, old: SecretBox): SecretBox['tryOpen'] =>
  (sealed, where) => {
    const opened = fresh.tryOpen(sealed, where);
    if (opened) return opened;
    const before = old.tryOpen(sealed, where);
    return before && { ...before, key: 'previous' };
  };

const RESERVED = [
  ...[
    'Host',
    'host',
    'Content-Length',
    'Content-Type',
    'Content-Encoding',
    'Transfer-Encoding',
    'Connection',
  ],
  ...[
    'Keep-Alive',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'User-Agent',
    'Accept-Encoding',
  ],
  ...['X-Service-Signature', 'X-Service-Test', 'x_service_signature', 'Webhook-Id', 'webhook_signature'],
  ...['traceparent', 'X-Forwarded-For', 'Forwarded'],
];

describe('a line of headers', () => {
  it.each(RESERVED)('%s is refused, since it is of HTTP or ours', (name) => {
    expect(readHeaders([`${name}: x`], [])).toMatchObject({ issue: { code: 'reserved' } });
  });

  it.each([
    ['no colon', ['abc'], 'syntax', '1'],
    ['no name', ['X-A: 1', ': 1'], 'syntax', '2'],
    ['a blank in the name', ['X A: 1'], 'syntax', '1'],
    ['a name twice, in other letters', ['X-A: 1', 'x-a: 2'], 'repeated', 'x-a'],
    ['no value', ['X-A:'], 'value', 'x-a'],
    ['letters beyond ASCII', ['X-A: açaí'], 'value', 'x-a'],
    ['a line break', ['X-A: 1\r\nX-Service-Event: 2'], 'value', 'x-a'],
    ['NUL', ['X-A: 1\u00002'], 'value', 'x-a'],
    ['2 049 characters', [`X-A: ${'a'.repeat(2049)}`], 'value', 'x-a'],
    ['a mask for what is not stored', [`X-A: ${MASK}`], 'not_stored', 'x-a'],
    ['eleven of them', Array.from({ length: 11 }, (_, n) => `X-${n}: 1`), 'too_many', 'x-10'],
  ])('with %s is refused, and a value is never named', (_words, lines, code, at) => {
    expect(readHeaders(lines, [])).toEqual({ issue: { code, at } });
  });

  it('keeps colons in values and what is stored behind a mask', () => {
    expect(readHeaders(['X-A:  a: b  ', '', `X-B: ${MASK}`], ['x-b'])).toEqual({
      headers: { 'x-a': 'a: b', 'x-b': null },
    });
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('may be called %s', (name) => {
    const read = readHeaders([`${name}: 1`], []);
    expect(Object.entries('headers' in read ? read.headers : {})).toEqual([[name.toLowerCase(), '1']]);
  });
});
