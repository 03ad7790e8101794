import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../server/main/commands/seed.ts';
import { contract, methodsOf } from '../../contract-check/contract.ts';
import { fileBrowser, noBrowser } from '../../support/browser.ts';
import { openTestEnvironment, type TestEnvironment } from '../../support/test-environment.ts';

/** A click takes milliseconds; loading the page takes a second or two on a busy machine. */
const CLICK_MS = 30_000;
const PAGE_MS = 60_000;

/** It takes 1.4 million, on any machine. With Swagger UI's own reader of documents it was 13 million. */
const MOST_CALLS = 3_000_000;

interface Tried {
  readonly id: string;
  readonly tag: string;
  readonly examples: string[];
}

const operations: Tried[] = Object.values(contract.paths).flatMap((item) =>
  methodsOf(item).map(({ operation }) => ({
    id: operation.operationId,
    tag: (operation as unknown as { tags: string[] }).tags[0]!,
    examples: Object.keys(operation.requestBody?.content['application/json']?.examples ?? {}),
  })),
);

/** `npm run program docs` tries every operation; `npm run test:browser`, one of each kind, since a click takes the page a second. */
const isLong = process.env.TRADEPOST_ALL_OPERATIONS !== undefined;
/** Without parameters, a list, a body with examples, a PATCH, a PUT by the tenant's id, many rows, no content. */
const SHORT = [
  'getMe',
  'listOrders',
  'createOrder',
  'updateOrder',
  'upsertProduct',
  'batchProducts',
  'deleteProduct',
];

const triedOf = operationsToTry();
/** Orders first: one of their examples states a total, and trying the promotions would change it. */
const tags = [...new Set(['orders', ...triedOf.keys()])];

describe.skipIf(noBrowser)(`Swagger UI at /docs${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const browser = fileBrowser();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tradepost-docs-'));
  const trouble: string[] = [];
  let environment: TestEnvironment;
  let key: string;

  beforeAll(async () => {
    environment = await openTestEnvironment({ env: { TRADEPOST_DATA_DIR: dataDir } });
    key = await seedDemo(environment.context);
  });
  afterAll(async () => {
    await environment?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function openDocs(tag: string): Promise<Page> {
    const page = await browser().newPage({ viewport: { width: 1200, height: 1000 } });
    page.setDefaultTimeout(CLICK_MS);
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== environment.baseUrl) trouble.push(`asked for ${request.url()}`);
    });
    await page.goto(`${environment.baseUrl}/docs/?tag=${tag}`);
    await page.locator('.opblock').first().waitFor({ timeout: PAGE_MS });
    return page;
  }

  async function authorize(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByLabel('auth-bearer-value').fill(key);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
  }

  it('has the start above it, and a link to each tag', { timeout: 600_000 }, async () => {
    const page = await openDocs('orders');
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    const links = await page.locator('.tags a').allTextContents();
    expect(links).toEqual([...new Set(operations.map(({ tag }) => tag))]);
    expect(await page.locator('.tags [aria-current]').allTextContents()).toEqual(['orders']);
    await page.close();
  });

  it.each([...new Set(operations.map(({ tag }) => tag))])('shows every operation of %s', async (tag) => {
    const page = await openDocs(tag);
    const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
    expect(shown.sort()).toEqual(
      operations
        .filter((each) => each.tag === tag)
        .map(elementId)
        .sort(),
    );
    await page.close();
  });

  it('opens the operation that the reference leads to, and fits a phone', async () => {
    const page = await browser().newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${environment.baseUrl}/docs/reference/addOrderPayment`);
    await page.getByRole('link', { name: 'Try it with a key' }).click();
    await page.locator('#operations-orders-addOrderPayment .opblock-body').waitFor({ timeout: PAGE_MS });
    expect(await page.locator('.opblock').count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });

  it('opens an operation of the largest tag with few function calls, and highlights nothing', async () => {
    const page = await browser().newPage();
    await page.coverage.startJSCoverage();
    await page.goto(`${environment.baseUrl}/docs/?tag=orders`);
    await page.locator('#operations-orders-createOrder .opblock-summary-control').click();
    await page.locator('#operations-orders-createOrder .opblock-section-request-body').waitFor();
    const functions = (await page.coverage.stopJSCoverage()).flatMap((file) => file.functions);
    const calls = functions.reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
    expect(calls).toBeLessThan(MOST_CALLS);
    expect(await page.locator('.opblock-body pre span').count()).toBe(0);
    await page.close();
  });

  describe.each(tags)('tries %s:', (tag) => {
    let page: Page;
    beforeAll(async () => {
      page = await openDocs(tag);
      await authorize(page);
    });
    afterAll(() => page?.close());

    it.each(triedOf.get(tag)!)('$id', async (operation) => {
      const block = page.locator(`#${elementId(operation)}`);
      await block.locator('.opblock-summary-control').click();
      await block.getByRole('button', { name: 'Try it out' }).click();
      await expectSuccess(await execute(page, block));
      const choice = block.locator('.opblock-section-request-body .examples-select-element');
      for (const example of operation.examples.slice(1)) {
        await choice.selectOption(example);
        await expectSuccess(await execute(page, block));
      }
      await block.locator('.opblock-summary-control').click();
    });
  });

  it('generates new unique values each second, so an example can be sent again', async () => {
    const load = async () => (await fetch(`${environment.baseUrl}/docs/try/orders.json`)).text();
    const first = await load();
    await expect.poll(load, { timeout: 90_000 }).not.toBe(first);
  });

  it('contains no API key in the page or in anything that it loads', async () => {
    const texts = ['/docs/', '/docs/try-out.js', '/docs/try/orders.json'].map(async (file) =>
      (await fetch(environment.baseUrl + file)).text(),
    );
    for (const text of await Promise.all(texts)) expect(text).not.toMatch(/tp_[0-9A-Za-z]{38}/);
  });

  it('loads nothing from other origins, and logs no error such as a CSP violation', () => {
    expect(trouble).toEqual([]);
  });
});

/**
 * By tag. Not the exports: each has the form of its list, and test/contract/walk.test.ts tries their examples, as it does
 * those of the operations that the short form leaves out.
 */
function operationsToTry(): Map<string, Tried[]> {
  const tried = operations.filter(({ id }) => (isLong ? !id.startsWith('export') : SHORT.includes(id)));
  if (tried.length < SHORT.length) throw new Error('The contract lacks an operation of the short form.');
  const found = new Set(tried.map(({ tag }) => tag));
  return new Map([...found].map((tag) => [tag, tried.filter((operation) => operation.tag === tag)]));
}

const elementId = ({ id, tag }: Pick<Tried, 'id' | 'tag'>): string =>
  `operations-${tag.replaceAll(' ', '_')}-${id}`;

/** Clicks Execute, and returns the response once the page shows its status. */
async function execute(page: Page, block: Locator): Promise<Response> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'));
  await block.getByRole('button', { name: 'Execute' }).click();
  const response = await answered;
  const shown = block.locator('.live-responses-table tbody .response-col_status').first();
  await expect
    .poll(async () => (await shown.textContent())?.trim().slice(0, 3))
    .toBe(String(response.status()));
  return response;
}

async function expectSuccess(response: Response): Promise<void> {
  const request = response.request();
  const text = response.status() === 204 ? '' : await response.text();
  const told = `${request.method()} ${request.url()} ${request.postData() ?? ''} returned ${text}`;
  expect(response.status(), told).toBeLessThan(300);
  expect(request.headers()).not.toHaveProperty('if-match');
  expect(request.headers()).not.toHaveProperty('idempotency-key');
  for (const { status } of rowsOf(text)) expect(status, told).toBeLessThan(300);
}

/** A batch returns 200, with a status for each row. */
function rowsOf(text: string): { status: number }[] {
  const { results = [] } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    results?: { status: number }[];
  };
  return results;
}
