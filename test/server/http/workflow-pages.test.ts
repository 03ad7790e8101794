import { expect, it } from 'vitest';
import { type ArazzoDocument, workflows } from '../../../server/http/docs/workflows/documents.ts';
import { workflowPage } from '../../../server/http/docs/workflows/pages.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const get = (path: string): Promise<Response> => fetch(environment().baseUrl + path);
const names = [...workflows.keys()];

const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

it('lists every workflow at /docs/workflows, the first order first', async () => {
  const page = await (await get('/docs/workflows')).text();
  const listed = [...page.matchAll(/href="\/docs\/workflows\/([a-z-]+)"/g)].map(([, name]) => name);
  expect(listed).toEqual(names);
  expect(listed[0]).toBe('first-order');
});

it.each(names)('shows %s step by step, in words', async (name) => {
  const response = await get(`/docs/workflows/${name}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  const { info, workflows: found } = workflows.get(name)!;
  const { steps } = found[0]!;
  const text = textOf(page);
  expect(text).toContain(info.title);
  expect(page.match(/<h2 id="/g)).toHaveLength(steps.length);
  expect(text.match(/the HTTP status is \d{3}/g)).toHaveLength(steps.length);
  // Every expression and condition has become words.
  expect(text).not.toMatch(/\$(inputs|steps|response|statusCode|\[)|undefined|\[object/);
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`<h2 id="${anchor}">`);
});

it('shows a request with its path, query, headers and body, and links what comes from earlier steps', async () => {
  const order = textOf(await (await get('/docs/workflows/first-order')).text());
  expect(order).toContain(`POST /api/v1/orders
Idempotency-Key: order-{run}

{
  "external_id": "WEB-{run}",
  "customer_id": ‹customer_id from step 4›,
  "items": [{ "sku": ‹sku from step 2›, "quantity": 3 }],
  "shipping": { "amount": 15, "method": "PAC" },`);
  expect(order).toContain('items[0].subtotal is 119.7');
  expect(order).toContain('Keep id as product_id, sku for later steps.');
  const sync = textOf(await (await get('/docs/workflows/nightly-sync')).text());
  expect(sync).toContain(`GET /api/v1/products
  ?updated_since=‹updated_at from step 1›
  &include_deleted=true`);
  expect(sync).toContain('PATCH /api/v1/products/‹product_id from step 1›\nIf-Match: ‹etag from step 1›');
  expect(sync).toContain("If it isn't so yet, wait 1 s and repeat the step, up to 15 times.");
});

it('says what an export has to contain', async () => {
  const page = textOf(await (await get('/docs/workflows/bi-export')).text());
  expect(page).toContain('the body has 2 lines, with trade_name, Empório Serra Ltda');
  expect(page).toContain('the body has 1 line, with "total":85,');
  expect(page).toContain('the body contains "event_type":"order.created"');
});

it.each(['/docs/workflows', '/docs/workflows/first-order'])('lets %s run nothing', async (path) => {
  const response = await get(path);
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await response.text()).not.toMatch(/<script|<style|style=|\son\w+=|src=/);
});

it('escapes what an Arazzo file says', () => {
  const document: ArazzoDocument = structuredClone(workflows.get('first-order')!);
  const evil = '<script>alert("1")</script>';
  const [workflow] = document.workflows as unknown as [Record<string, unknown>];
  workflow!.steps = [
    {
      stepId: 'first',
      description: evil,
      operationId: 'createProduct',
      parameters: [{ name: evil, in: 'header', value: evil }],
      requestBody: { payload: { [evil]: [evil] } },
      successCriteria: [{ condition: evil }, { condition: `$statusCode == '${evil}'` }],
      outputs: { [evil]: '$response.body#/id' },
    },
  ];
  const page = workflowPage('first-order', {
    ...document,
    info: { ...document.info, title: evil, description: evil },
  });
  expect(page).not.toContain('<script');
  expect(page.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;').length).toBeGreaterThan(9);
});

it('serves each workflow as an Arazzo document that names the contract by its address', async () => {
  const response = await get('/docs/workflows/coupon.arazzo.json');
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const { arazzo, sourceDescriptions } = (await response.json()) as Record<string, unknown>;
  expect([arazzo, sourceDescriptions]).toEqual([
    '1.0.1',
    [{ name: 'tradepost', type: 'openapi', url: '/openapi.json' }],
  ]);
});

it('is linked from Swagger UI and from every other page', async () => {
  expect(await (await get('/docs/openapi.json')).text()).toContain('(/docs/workflows)');
  expect(await (await get('/docs/problems')).text()).toContain('href="/docs/workflows"');
});

it.each(['nothing', 'first-order/', 'First-order', '__proto__', 'coupon.arazzo.yaml'])(
  'responds 404 for %s',
  async (name) => {
    expect((await get(`/docs/workflows/${name}`)).status).toBe(404);
  },
);
