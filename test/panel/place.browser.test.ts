import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { addUser, type TestUser } from '../support/panel.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { logRefused, refusedRequest } from '../support/refused-requests.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { useEndpoint } from '../support/test-endpoint.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register, useWorker } from '../support/webhooks.ts';
import { settled } from './in-browser/settled.ts';

const ROWS = 40;
/** What shows something in place of what was there. */
const OPENERS = 'main :is(a[aria-expanded], .attempts a:not([aria-current]))';
/** Where a pixel's part is rounded. */
const TOLERANCE_PX = 2;

const WAYS = [
  { name: 'mouse, 1366 px', width: 1366, height: 768, open: (link: Locator) => link.click() },
  { name: 'mouse, 1680 px', width: 1680, height: 900, open: (link: Locator) => link.click() },
  { name: 'a tap, 390 px', width: 390, height: 844, touch: true, open: (link: Locator) => link.tap() },
  { name: 'the keyboard, 1366 px', width: 1366, height: 768, open: (link: Locator) => link.press('Enter') },
  { name: 'mouse, 200 %', width: 683, height: 384, open: (link: Locator) => link.click() },
] as const;

describe.skipIf(noBrowser)(`the reader's place${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();

  /** Staff of a tenant whose lists are longer than a window. */
  async function fullShop(): Promise<{ user: TestUser; tenantId: number }> {
    const { context } = environment();
    const { tenantId, keyId } = await environment().tenant();
    const endpoint = await useEndpoint(
      (res) => void res.writeHead(500).end('Internal Server Error\n'.repeat(40)),
    );
    await register(context, tenantId, endpoint.url, ['product.created']);
    const worker = useWorker(context);
    await emit(context, tenantId, 'product.created', ROWS);
    // An endpoint that fails gets few at a time.
    const isUntried = async () =>
      (await deliveriesOf(context, tenantId)).some(({ attempt_number }) => attempt_number < 2);
    while (await isUntried()) {
      await letTimePass(context, tenantId);
      await worker.tick();
    }
    const refusals = Array.from({ length: ROWS }, () => refusedRequest(tenantId, { apiKeyId: keyId }));
    await logRefused(context.db, refusals);
    return { user: await addUser(environment(), tenantId), tenantId };
  }

  async function openPage(user: TestUser, { width, height, ...way }: (typeof WAYS)[number]): Promise<Page> {
    const phone = 'touch' in way;
    const context = await openPanelContext(browser(), environment().baseUrl, { user, phone });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    return page;
  }

  /** The tabs of the navigation: a list that is added is looked at, too. */
  async function tabsOf(page: Page): Promise<string[]> {
    await page.goto('/panel/deliveries');
    const hrefs = await page
      .locator('.tabs a, .who a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
    expect(hrefs.length).toBeGreaterThan(5);
    return hrefs;
  }

  it.each(WAYS)('an opened row stays where it was, on every tab: $name', async (way) => {
    const { user } = await fullShop();
    const page = await openPage(user, way);
    let opened = 0;
    for (const path of await tabsOf(page)) {
      await page.goto(path);
      if ((await page.locator(OPENERS).count()) === 0) continue;
      // The second row is opened while the first one's detail is above it, and goes away.
      for (const nth of [20, 25, 22])
        opened += await expectStill(page, page.locator('a[aria-expanded]').nth(nth), way);
      const attempts = page.locator('.attempts a:not([aria-current])');
      if ((await attempts.count()) > 0) opened += await expectStill(page, attempts.first(), way);
      // It closes in its place.
      opened += await expectStill(page, page.locator('a[aria-expanded=true]'), way);
    }
    expect(opened).toBe(9);
  });

  it('a wide screen has the detail beside the list, in sight and on top of nothing', async () => {
    const { user } = await fullShop();
    const page = await openPage(user, WAYS[1]);
    for (const path of ['/panel/deliveries', '/panel/requests']) {
      await page.goto(path);
      await expectStill(page, page.locator('a[aria-expanded]').nth(25), WAYS[1]);
      const table = (await page.locator('table.table').boundingBox())!;
      const detail = (await page.locator('tr.detail > td > *').boundingBox())!;
      expect(detail.x, path).toBeGreaterThan(table.x + table.width);
      expect(detail.x + detail.width, path).toBeLessThanOrEqual(WAYS[1].width);
      expect([detail.y >= 0, detail.y < WAYS[1].height / 2], path).toEqual([true, true]);
    }
  });

  it('rows that arrive above leave what is read where it is', async () => {
    const { user, tenantId } = await fullShop();
    const page = await openPage(user, WAYS[0]);
    await page.goto('/panel/deliveries');
    await page.locator('.live[data-state=on]').waitFor();
    const row = page.locator(`#${await page.locator('tr[id]').nth(20).getAttribute('id')}`);
    await toMiddle(row);
    const before = await topOf(row);
    await emit(environment().context, tenantId);
    await page.locator('tr.fresh').waitFor();
    await page.evaluate(settled);
    expect(Math.abs((await topOf(row)) - before)).toBeLessThanOrEqual(TOLERANCE_PX);
  });
});

async function expectStill(page: Page, link: Locator, way: (typeof WAYS)[number]): Promise<number> {
  const row = page.locator(`#${await link.getAttribute('id')}`);
  await toMiddle(row);
  const before = await topOf(row);
  const done = page.waitForResponse((response) => response.request().method() === 'GET' && response.ok());
  await way.open(row);
  await done;
  await page.evaluate(settled);
  expect(Math.abs((await topOf(row)) - before), `${page.url()} ${way.name}`).toBeLessThanOrEqual(
    TOLERANCE_PX,
  );
  return 1;
}

const topOf = (row: Locator): Promise<number> => row.evaluate((each) => each.getBoundingClientRect().top);
const toMiddle = (row: Locator): Promise<void> =>
  row.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }));
