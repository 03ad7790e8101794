import { randomInt } from 'node:crypto';
import { verify } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { SecretBox } from '../../../server/base/secrets/secret-box.ts';
import { deleteEndpoint } from '../../../server/webhooks/endpoints/delete-endpoint.ts';
import { rotateSecret } from '../../../server/webhooks/endpoints/secrets.ts';
import { type EndpointChange, updateEndpoint } from '../../../server/webhooks/endpoints/update-endpoint.ts';
import { findDelivery } from '../../../server/webhooks/log/delivery-detail.ts';
import { attemptHeaders } from '../../../server/webhooks/send/attempt-headers.ts';
import { withDelivery } from '../../support/deliveries.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';

async function answered() {
  let status = 500;
  const endpoint = await useEndpoint((res) => {
    res.writeHead(status, { 'content-type': 'text/html' }).end(`<b>${status}</b>`);
    status = 204;
  });
  const made = await withDelivery(endpoint.url);
  const detail = async () => (await findDelivery(made.context.db, made.tenantId, made.id))!;
  return { ...made, endpoint, detail };
}

describe('a delivery', () => {
  it('has its attempts in order, with what was sent and received', async () => {
    const { id, attempt, endpoint, detail, key } = await answered();
    await attempt(2);
    const delivery = await detail();
    expect(delivery).toMatchObject({ id, status: 'SUCCESS', endpointId: key.id, url: endpoint.url });
    expect(delivery.body).toBe(endpoint.received[0]!.body.toString());
    expect(delivery.attempts).toMatchObject([
      { number: 1, outcome: 'refused', responseStatus: 500, responseBody: '<b>500</b>', detail: null },
      { number: 2, outcome: 'accepted', responseStatus: 204, responseBody: '' },
    ]);
  });

  it('says of each attempt where it was sent, whatever the URL of the endpoint is now', async () => {
    const { context, key, attempt, endpoint, detail } = await answered();
    const moved = await useEndpoint();
    const edit = (change: EndpointChange) =>
      context.db.transaction((tx) => updateEndpoint(tx, OPERATOR, key, change, context.box));
    await attempt();
    await edit({ url: moved.url });
    await edit({ description: 'ERP' });
    await attempt();
    const delivery = await detail();
    expect(delivery.url).toBe(moved.url);
    expect(delivery.attempts.map(({ url }) => url)).toEqual([endpoint.url, moved.url]);
    expect(moved.received).toHaveLength(1);
  });

  it('has the URL that an attempt went to, even if it began while an edit was being committed', async () => {
    const endpoint = await useEndpoint();
    const { context, key, attempt, tenantId, id } = await withDelivery(endpoint.url);
    // The first 2xx is noted on the endpoint, and would wait for the edit.
    await context.db.query('UPDATE webhook_registrations SET answered_at = now()', []);
    await context.db.transaction(async (tx) => {
      await updateEndpoint(tx, OPERATOR, key, { url: 'http://127.0.0.1:9/' }, context.box);
      // As the commit does: from here the new URL has its time, and nobody else sees it yet.
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE', []);
      await attempt();
    });
    expect(endpoint.received).toHaveLength(1);
    const delivery = (await findDelivery(context.db, tenantId, id))!;
    expect(delivery.url).toBe('http://127.0.0.1:9/');
    expect(delivery.attempts).toMatchObject([{ number: 1, outcome: 'accepted', url: endpoint.url }]);
  });

  it('lists an attempt from before URLs were numbered by the time of its start', async () => {
    const { context, key, attempt, endpoint, detail } = await answered();
    await attempt();
    await context.db.query('UPDATE webhook_attempts SET url_number = NULL', []);
    await context.db.transaction((tx) =>
      updateEndpoint(tx, OPERATOR, key, { url: 'http://127.0.0.1:9/' }, context.box),
    );
    expect((await detail()).attempts).toMatchObject([{ url: endpoint.url }]);
  });

  it('has no other URLs on record after an edit that was rolled back', async () => {
    const { context, key, attempt, endpoint, detail } = await answered();
    const failing = context.db.transaction(async (tx) => {
      await updateEndpoint(tx, OPERATOR, key, { url: 'http://127.0.0.1:9/' }, context.box);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await attempt();
    expect((await detail()).attempts).toMatchObject([{ url: endpoint.url }]);
    expect(await context.db.query('SELECT url FROM webhook_endpoint_urls', [])).toEqual([
      { url: endpoint.url },
    ]);
  });

  it('is unknown to another tenant', async () => {
    const { environment, context, id } = await answered();
    const other = await environment.tenant();
    expect(await findDelivery(context.db, other.tenantId, id)).toBeUndefined();
  });
});

describe('the headers of an attempt', () => {
  it('are those that were sent, except for a second between its start and its signature', async () => {
    const { context, attempt, endpoint, detail, secret } = await answered();
    await attempt();
    const delivery = await detail();
    const { headers, signed } = attemptHeaders(context.box, delivery, delivery.attempts[0]!);
    const sent = endpoint.received[0]!.headers;
    expect(signed).toBe(true);
    for (const name of [
      'content-type',
      'user-agent',
      'x-service-event',
      'x-service-delivery-id',
      'webhook-id',
    ])
      expect(headers[name], name).toBe(sent[name]);
    const seconds = Number(headers['x-service-timestamp']);
    expect(Math.abs(seconds - Number(sent['x-service-timestamp']))).toBeLessThanOrEqual(3);
    await expect(verify({ secret, headers, body: delivery.body, now: seconds })).resolves.toBeDefined();
    expect(JSON.stringify(headers)).not.toContain(secret);
  });

  it('leave out the signatures of an attempt from before the secret was rotated', async () => {
    const { context, key, attempt, detail } = await answered();
    await attempt();
    await context.db.transaction((tx) => rotateSecret(tx, OPERATOR, key, context.box, randomInt));
    await attempt();
    const delivery = await detail();
    const [before, after] = delivery.attempts.map((each) => attemptHeaders(context.box, delivery, each));
    expect(before).toMatchObject({ signed: false, headers: { 'x-service-event': 'product.created' } });
    expect(Object.keys(before!.headers).filter((name) => name.includes('signature'))).toEqual([]);
    expect(after!.signed).toBe(true);
    expect(after!.headers).toHaveProperty('x-service-signature-previous');
  });

  it('leave them out when the secret is gone or cannot be decrypted', async () => {
    const { context, key, attempt, detail } = await answered();
    await attempt();
    const delivery = await detail();
    const otherBox = new SecretBox(Buffer.alloc(32));
    expect(attemptHeaders(otherBox, delivery, delivery.attempts[0]!).signed).toBe(false);
    await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
    const deleted = await detail();
    expect(attemptHeaders(context.box, deleted, deleted.attempts[0]!).signed).toBe(false);
  });
});
