import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
const headers = { 'x-request-id': REQUEST_ID, etag: '"3-120/8"', ratelimit: '"plan";r=59;t=60' };
const page = { data: [{ id: 1 }], page: { next_cursor: null, has_more: false } };

describe('withResponse', () => {
  it('returns the data with its status and headers', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, { id: 1 }, headers));
    const { data, response, requestId } = await client().products.get(1).withResponse();
    expect(data).toEqual({ id: 1 });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe('"3-120/8"');
    expect(requestId).toBe(REQUEST_ID);
    expect(requests.length).toBe(1);
  });

  it('sends one request, however often it is called', async () => {
    const { client, requests } = await startServer((response) => json(response, 201, { id: 1 }, headers));
    const reply = client().categories.create({ name: 'Cafés' });
    const [{ response }, data] = await Promise.all([reply.withResponse(), reply, reply.withResponse()]);
    expect([response.status, data, requests.length]).toEqual([201, { id: 1 }, 1]);
  });

  it('works for a list, a batch and a deletion', async () => {
    const { client, requests } = await startServer((response, { method, url }) => {
      if (method === 'DELETE') return response.writeHead(204, headers).end();
      json(response, 200, url?.endsWith('batch') ? { results: [] } : page, headers);
    });
    const tp = client();
    const list = tp.products.list();
    expect((await list.withResponse()).data).toEqual(page);
    expect(await list).toEqual(page);
    expect((await tp.products.batch([]).withResponse()).data).toEqual([]);
    const deleted = await tp.products.delete(1).withResponse();
    expect([deleted.data, deleted.response.status, deleted.requestId]).toEqual([undefined, 204, REQUEST_ID]);
    expect(requests.length).toBe(3);
  });

  it('rejects like the reply, without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', record);
    const { client } = await startServer((response) => json(response, 404, {}, headers));
    const tp = client();
    for (const call of [
      () => tp.products.get(1).withResponse(),
      () => tp.products.batch([]).withResponse(),
      () => tp.products.list().withResponse(),
      () => tp.products.get(1),
    ])
      expect(await failureOf(call())).toMatchObject({ status: 404, requestId: REQUEST_ID });
    await new Promise((resolve) => setImmediate(resolve)); // Node reports them after the microtasks
    process.off('unhandledRejection', record);
    expect(unhandled).toEqual([]);
  });
});
