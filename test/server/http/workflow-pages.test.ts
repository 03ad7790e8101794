import { expect, it } from 'vitest';
import type { ArazzoDocument } from '../../../openapi/pages/workflows/documents.ts';
import { workflowPage } from '../../../openapi/pages/workflows/pages.ts';
import { pagesContract, workflows } from '../../support/docs-sources.ts';
import { pageText as textOf } from '../../support/page-text.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const get = (path: string): Promise<Response> => fetch(environment().baseUrl + path);
const names = [...workflows.keys()];
const ENGLISH = { language: 'en', text: (english: string) => english } as const;

it('lists every workflow at /docs/workflows, the first order first', async () => {
  const page = await (await get('/docs/workflows')).text();
  const listed = [...page.matchAll(/<dt><a href="\/docs\/workflows\/([a-z-]+)"/g)].map(([, name]) => name);
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
  expect(page.match(/<pre [^>]*class="command"/g)).toHaveLength(steps.length);
  expect(text.match(/the HTTP status is \d{3}/g)).toHaveLength(steps.length);
  // Every expression and condition has become words.
  expect(text).not.toMatch(/\$(inputs|steps|response|statusCode|\[)|undefined|\[object/);
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`<h2 id="${anchor}">`);
});

it.each(names)('shows %s in Portuguese', async (name) => {
  const text = textOf(await (await get(`/docs/workflows/pt/${name}`)).text());
  const { info, workflows: found } = workflows.get(name)!;
  expect(text.match(/o status HTTP é \d{3}/g)).toHaveLength(found[0]!.steps.length);
  expect(text).not.toContain(info.title);
  expect(text).not.toMatch(/\$(inputs|steps|response|statusCode|\[)|undefined|\[object| is |the header/);
});

it('shows each step as a curl command with variables, which lead to the step that they come from', async () => {
  const page = await (await get('/docs/workflows/first-order')).text();
  const order = textOf(page);
  expect(order).toContain(`curl -i -X POST "$TRADEPOST_URL/api/v1/orders" \\
  -H "Authorization: Bearer $TRADEPOST_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: order-$run" \\
  --data-binary @- <<EOF
{
  "external_id": "WEB-$run",
  "customer_id": $customer_id,
  "items": [{ "sku": "$sku", "quantity": 3 }],
  "shipping": { "amount": 15, "method": "PAC" },
  "expected_total": $total
}
EOF`);
  expect(page).toContain('<a href="#create-the-customer">$customer_id</a>');
  expect(order).toContain('items[0].subtotal is 119.7');
  expect(order).toContain("product_id='…'   # id\nsku='…'   # sku");
  const sync = textOf(await (await get('/docs/workflows/nightly-sync')).text());
  expect(sync).toContain(`curl -i -G "$TRADEPOST_URL/api/v1/products" \\
  -H "Authorization: Bearer $TRADEPOST_API_KEY" \\
  --data-urlencode "updated_since=$updated_at_1" \\
  --data-urlencode 'include_deleted=true'`);
  expect(sync).toContain("etag='…'   # the header ETag");
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
  const info = { ...document.info, title: evil, description: evil };
  const page = workflowPage(
    'first-order',
    { ...document, info },
    { contract: pagesContract, speech: ENGLISH },
  );
  expect(page).not.toContain('<script');
  expect(page.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;').length).toBeGreaterThan(10);
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

it('is linked from every other page', async () => {
  for (const path of ['/docs/', '/docs/problems', '/docs/guides'])
    expect(await (await get(path)).text()).toContain('href="/docs/workflows"');
});

it.each(['nothing', 'first-order/', 'First-order', '__proto__', 'coupon.arazzo.yaml'])(
  'responds 404 for %s',
  async (name) => {
    expect((await get(`/docs/workflows/${name}`)).status).toBe(404);
  },
);
