import { expect, it } from 'vitest';
import { environmentBehindProxy, QUERY_TIMEOUT_MS } from '../../support/environment-behind-proxy.ts';

it.each(['memory', 'database'] as const)(
  'responds 503 while the database is unreachable, and 200 as soon as it is back (limiter in %s)',
  async (limiter) => {
    const { environment, proxy } = await environmentBehindProxy(limiter);
    const { request, tp } = await environment.tenant();
    await tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
    await proxy.goAway();
    for (const [method, path] of [
      ['GET', '/products'],
      ['POST', '/products'],
      ['DELETE', '/products/1'],
    ] as const) {
      const response = await request(method, path, {
        body: method === 'POST' ? { name: 'Chá', sku: 'CHA', price: 1 } : undefined,
      });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(await response.json()).toMatchObject({ code: 'service_unavailable', errors: [] });
    }
    expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${environment.baseUrl}/healthz`)).status).toBe(200);
    await proxy.comeBack();
    expect((await request('GET', '/products')).status).toBe(200);
    expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(200);
  },
);

it.each(['memory', 'database'] as const)(
  'responds 503 and then 200 when its connections went silent (limiter in %s)',
  async (limiter) => {
    const { environment, proxy } = await environmentBehindProxy(limiter);
    const { request } = await environment.tenant();
    await Promise.all(Array.from({ length: 8 }, () => request('GET', '/products')));
    proxy.silence();
    const deadline = AbortSignal.timeout(10 * QUERY_TIMEOUT_MS);
    const late = new Promise<never>((_, reject) =>
      deadline.addEventListener('abort', () => reject(new Error('no response in time'))),
    );
    const statusOf = async (): Promise<number> =>
      (await Promise.race([request('GET', '/products'), late])).status;
    const first = await Promise.all([statusOf(), statusOf(), statusOf()]);
    expect(first.every((status) => status === 503 || status === 200)).toBe(true);
    expect(first).toContain(503);
    expect(await Promise.all([statusOf(), statusOf(), statusOf(), statusOf()])).toEqual([200, 200, 200, 200]);
  },
);
