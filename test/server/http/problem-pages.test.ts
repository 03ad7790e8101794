import { expect, it } from 'vitest';
import { problems } from '../../contract-check/contract.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const get = (path: string): Promise<Response> => fetch(environment().baseUrl + path);

const unescaped = (page: string): string =>
  page
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const textOf = (page: string): string => unescaped(page.replaceAll(/<[^>]*>/g, ''));

it.each(Object.entries(problems))('explains %s on a page of its own', async (code, { status, title }) => {
  const response = await get(`/docs/problems/${code}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const text = textOf(await response.text());
  for (const part of [code, String(status), title, 'What to do', 'Where it can occur'])
    expect(text).toContain(part);
});

it('serves the page that the type of a real problem points to', async () => {
  const { problem } = await rawRequest(environment().baseUrl, { path: '/api/v1/me' });
  expect(problem.type).toBe('/docs/problems/api_key_missing');
  expect(textOf(await (await get(problem.type)).text())).toContain('Authorization: Bearer <API key>');
});

it('shows the contract’s example, and links the operations that can return the status', async () => {
  const page = await (await get('/docs/problems/version_mismatch')).text();
  expect(textOf(page)).toContain('"detail": "If-Match is \\"3\\"; the current version is \\"4\\"."');
  expect(page).toContain('<a href="/docs/reference/updateProduct">');
  expect(page).not.toContain('listProducts');
  expect(await (await get('/docs/problems/in_use')).text()).toContain('/docs/reference/deletePriceTable');
});

it('links only the operations that list the code, where some do', async () => {
  const page = await (await get('/docs/problems/insufficient_stock')).text();
  expect(page).toContain('<a href="/docs/reference/createOrder">');
  expect(page).not.toContain('createCategory');
});

it('says when every operation can return a problem, and when none can', async () => {
  expect(textOf(await (await get('/docs/problems/internal_error')).text())).toContain(
    'Every operation can return 500.',
  );
  expect(textOf(await (await get('/docs/problems/method_not_allowed')).text())).toContain(
    'No operation returns it',
  );
});

it('lists every code at /docs/problems', async () => {
  const page = await (await get('/docs/problems')).text();
  for (const code of Object.keys(problems)) expect(page).toContain(`href="/docs/problems/${code}"`);
});

it.each(['gone', 'IN_USE', 'in_use/', '__proto__', 'constructor', '%ff', '..%2f..', '<script>'])(
  'responds 404 with a problem for the code %s',
  async (code) => {
    const response = await rawRequest(environment().baseUrl, { path: `/docs/problems/${code}` });
    expect([response.status, response.problem.code]).toEqual([404, 'not_found']);
  },
);

it.each([
  '/docs/problems',
  '/docs/problems/in_use',
  '/docs/deprecation',
  '/docs/webhooks',
  '/docs/search?q=pix',
])('lets %s load nothing but its stylesheet and icon, and run nothing', async (path) => {
  const response = await get(path);
  const policy = response.headers.get('Content-Security-Policy')!.split(';').sort();
  expect(policy).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "style-src 'self'",
  ]);
  const page = await response.text();
  expect(page).not.toMatch(/<script|<style|style=|\son\w+=|src=/);
  const loaded = [...page.matchAll(/<link rel="(?!alternate")[^>]* href="([^"]*)"/g)].map(
    ([, href]) => href!,
  );
  expect(loaded).toEqual(['/docs/favicon-32x32.png', '/docs/pages.css']);
  for (const file of loaded) expect((await get(file)).status).toBe(200);
});

it('serves nothing else below /docs', async () => {
  for (const path of ['/docs/nothing', '/docs/Problems', '/docs/package.json'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

it('serves Swagger UI no example of an optional parameter, which it would send unasked', async () => {
  const withExample: unknown[] = [];
  for (const tag of ['orders', 'products', 'price-tables'])
    JSON.parse(await (await get(`/docs/try/${tag}.json`)).text(), (_key, value) => {
      const optional = (value?.in === 'query' || value?.in === 'header') && !value.required;
      if (optional && 'example' in value) withExample.push(value);
      return value;
    });
  expect(withExample).toEqual([]);
});
