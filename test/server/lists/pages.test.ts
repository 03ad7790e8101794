import { expect, it } from 'vitest';
import { rawRequest } from '../../support/raw-request.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const pages = [
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/docs/',
  '/docs/try/orders.json',
  '/docs/problems',
  '/docs/problems/in_use',
  '/docs/deprecation',
  '/docs/pages.css',
  '/docs/swagger-ui.css',
];

it.each(pages)('serves %s to GET and HEAD, and responds 405 to every other method', async (path) => {
  const url = environment().baseUrl + path;
  const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
  expect([get.status, head.status, await head.text()]).toEqual([200, 200, '']);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  const allow = 'GET, HEAD, OPTIONS';
  const options = await fetch(url, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, '']);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({
      code: 'method_not_allowed',
      detail: `This path doesn't support ${method}; it supports ${allow}.`,
      request_id: response.headers.get('x-request-id'),
    });
  }
});

it.each([...pages, '/', '/docs', '/docs/problems/none', '/nowhere'])(
  'tells caches whether they may store %s, and which request headers it varies on',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const { headers } = await fetch(environment().baseUrl + path, { method, redirect: 'manual' });
      expect(headers.get('cache-control')).toMatch(/^(no-store|no-cache|public, max-age=\d+)$/);
      expect(headers.get('vary')).toContain('Accept');
    }
  },
);

it('lets clients cache responses with an ETag, and nobody cache anything else', async () => {
  const tenant = await environment().tenant();
  const { id } = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  const caching = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await rawRequest(environment().baseUrl, {
      method,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${tenant.key}`, ...headers },
    });
    return [response.status, response.headers.get('cache-control'), response.headers.get('vary')];
  };
  const { headers } = await tenant.request('GET', `/products/${id}`);
  const vary = 'Accept, Authorization';
  expect(await caching(`/products/${id}`)).toEqual([200, 'private, no-cache', vary]);
  const known = { 'if-none-match': headers.get('etag')! };
  expect(await caching(`/products/${id}`, known)).toEqual([304, 'private, no-cache', vary]);
  const compressible = `${vary}, Accept-Encoding`;
  expect(await caching('/products')).toEqual([200, 'no-store', compressible]);
  expect(await caching('/exports/products?format=csv')).toEqual([200, 'no-store', compressible]);
  expect(await caching('/products/2000000000')).toEqual([404, 'no-store', compressible]);
  expect(await caching('/products', {}, 'PUT')).toEqual([405, 'no-store', compressible]);
  expect(await caching('/me', { authorization: '' })).toEqual([401, 'no-store', compressible]);
  expect(await caching(`/products/${id}`, {}, 'DELETE')).toEqual([204, 'no-store', compressible]);
});
