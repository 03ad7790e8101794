import { expect, it } from 'vitest';
import { webhooksPage } from '../../../openapi/pages/webhooks/page.ts';
import { eventCatalogue } from '../../../server/events/catalogue.ts';
import { pagesContract } from '../../support/docs-sources.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const get = (path: string): Promise<Response> => fetch(environment().baseUrl + path);

const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const PAGES = [
  { path: '/docs/webhooks', language: 'en', tag: 'en', other: '/docs/webhooks/pt' },
  { path: '/docs/webhooks/pt', language: 'pt', tag: 'pt-BR', other: '/docs/webhooks' },
] as const;

it.each(PAGES)('says at $path all that the contract says of each event', async ({ path, language, tag }) => {
  const response = await get(path);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  expect(page).toContain(`<html lang="${tag}">`);
  const text = textOf(page);
  for (const { scope, fires, doesNotFire, notes, guaranteed, example } of pagesContract.events) {
    for (const sentence of [...fires, ...doesNotFire, ...notes])
      expect(text).toContain(sentence[language].replaceAll('`', ''));
    for (const part of [scope, ...guaranteed, example]) expect(text).toContain(part);
  }
  expect(text).not.toMatch(/undefined|\[object|`/);
});

it.each(PAGES)(
  'has at $path an anchor for each kind, and links that lead somewhere',
  async ({ path, other }) => {
    const page = await (await get(path)).text();
    const anchors = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(anchors).toEqual(['all', ...eventCatalogue.map(({ kind }) => kind)]);
    const contents = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(contents).toEqual(anchors);
    expect(page).toContain(`<a href="${other}"`);
    for (const [, href] of page.matchAll(/href="(\/docs\/[^"#]*)/g))
      expect([href, (await get(href!)).status]).toEqual([href, 200]);
  },
);

it('links the operations that cause an event, once each', async () => {
  const page = await (await get('/docs/webhooks')).text();
  const section = page.slice(page.indexOf('id="customer.created"'), page.indexOf('id="customer.updated"'));
  const linked = [...section.matchAll(/href="\/docs\/reference\/(\w+)"/g)].map(([, id]) => id);
  expect(linked).toEqual(['createCustomer', 'upsertCustomer', 'batchCustomers']);
});

it('lists the enumerations in the data, which later versions may extend', async () => {
  const text = textOf(await (await get('/docs/webhooks')).text());
  expect(text).toContain('data.previous_statusPending, In_Transit, Delivered, Canceled');
  expect(text).toContain('data.order.discounts[].typepromotion, coupon');
  expect(text).toContain('data.customer.tax_id_typecpf, cnpj, foreign\n');
});

it.each(PAGES)('lets $path run nothing', async ({ path }) => {
  const response = await get(path);
  const policy = response.headers.get('Content-Security-Policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(await response.text()).not.toMatch(/<script|<style|style=|\son\w+=|src=/);
});

it('escapes what the contract says', () => {
  const evil = '<script>alert("1")</script>';
  const sentence = { key: evil, en: evil, pt: evil };
  const [entry] = pagesContract.events;
  const texts = { fires: [{ ...sentence, by: [] }], doesNotFire: [sentence], notes: [sentence] };
  const data = { guaranteed: [evil], enumerations: [{ path: evil, values: [evil] }] };
  const events = [{ ...entry!, ...texts, ...data, example: evil }];
  const contract = Object.assign(Object.create(pagesContract), { events });
  const page = webhooksPage(contract, { language: 'pt', text: (english) => english });
  expect(page).not.toContain('<script');
  expect(page.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')).toHaveLength(8);
});

it('is linked from /docs and from every other page', async () => {
  expect(await (await get('/docs/')).text()).toContain('href="/docs/webhooks"');
  expect(await (await get('/docs/guides/pt/webhooks')).text()).toContain('href="/docs/webhooks/pt"');
  expect(await (await get('/docs/problems')).text()).toContain('href="/docs/webhooks"');
});

it.each(['/docs/webhooks/en', '/docs/webhooks/PT', '/docs/webhooks/__proto__'])(
  'responds 404 for %s',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);
