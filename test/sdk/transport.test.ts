import { ConfigurationError, NotFoundError, Products, retries, Transport } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

describe('a resource with its own transport', () => {
  it('works as in the whole client', async () => {
    const { baseUrl, requests } = await startServer((response) => json(response, 404, { code: 'not_found' }));
    const products = new Products(new Transport({ apiKey: API_KEY, baseUrl }));
    expect(await failureOf(products.get(1))).toBeInstanceOf(NotFoundError);
    expect(requests[0]).toMatchObject({
      url: '/api/v1/products/1',
      headers: { authorization: `Bearer ${API_KEY}` },
    });
  });

  it.each([undefined, null, ''])('does not request the list if the id is %j', async (id) => {
    const { baseUrl, requests } = await startServer((response) => json(response, 400, {}));
    const products = new Products(new Transport({ apiKey: API_KEY, baseUrl }));
    const missing = id as unknown as number;
    for (const call of [products.get(missing), products.delete(missing)])
      expect(await failureOf<Error>(call)).toBeInstanceOf(ConfigurationError);
    expect(requests).toEqual([]);
  });

  it('retries only with retries()', async () => {
    const { baseUrl, requests } = await startServer((response) => json(response, 503, {}));
    const config = { apiKey: API_KEY, baseUrl };
    await failureOf(new Products(new Transport(config)).get(1));
    expect(requests.length).toBe(1);
    const fetchWrappers = [retries({ maxRetries: 4, retryTiming: { minTimeout: 1, factor: 1 } })];
    await failureOf(new Products(new Transport({ ...config, fetchWrappers })).get(1));
    expect(requests.length).toBe(6);
  });
});
