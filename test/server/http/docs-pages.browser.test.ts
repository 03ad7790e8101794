import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE, PLACE_RULES } from '../../panel/in-browser/axe.ts';
import { axeFindings } from '../../panel/in-browser/axe-findings.ts';
import { fileBrowser, noBrowser } from '../../support/browser.ts';
import { DESKTOP, PHONE } from '../../support/panel-browser.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

/** A page of each kind. The numbers of `totals` are the widest table, `coupon` has the longest commands. */
const PAGES = [
  '/docs/guides',
  '/docs/guides/pt/totals',
  '/docs/search?q=cupom&lang=pt',
  '/docs/workflows/coupon',
  '/docs/problems',
  '/docs/problems/pt/insufficient_stock',
  '/docs/reference',
  '/docs/reference/createOrder',
  '/docs/reference/pt/batchPromotions',
  '/docs/reference/objects/Order',
  '/docs/webhooks',
];
/** The dark differs in nothing but the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const LOOKS = [
  { size: DESKTOP, colorScheme: 'light', rules: undefined },
  { size: DESKTOP, colorScheme: 'dark', rules: COLOUR_RULES },
  { size: PHONE, colorScheme: 'light', rules: PLACE_RULES },
] as const;

describe.skipIf(noBrowser)(`the pages of /docs${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();
  const trouble: string[] = [];
  let page: Page;

  beforeAll(async () => {
    if (noBrowser) return;
    page = await browser().newPage();
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
  });
  afterAll(() => page?.close());

  async function expectFine(): Promise<void> {
    await page.evaluate(AXE);
    for (const { size, colorScheme, rules } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(axeFindings, rules)).toEqual([]);
      const scrolled = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(scrolled, `wider than ${size.width} px`).toBeLessThanOrEqual(0);
    }
  }

  it.each(PAGES)('%s has no finding of axe, and fits a phone', async (path) => {
    await page.goto(environment().baseUrl + path);
    await expectFine();
  });

  it('the start has no finding of axe, and fits a phone, before Swagger UI has loaded', async () => {
    await page.route('**/swagger-ui-bundle.js', (route) => route.fulfill({ body: '' }));
    await page.route('**/try-out.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.goto(`${environment().baseUrl}/docs/`);
    await expectFine();
    await page.setViewportSize(DESKTOP);
    const cut =
      "[...document.querySelectorAll('.start pre')].map((pre) => pre.scrollWidth - pre.clientWidth)";
    expect(await page.evaluate(cut), 'code that has to be scrolled').toEqual([0, 0]);
    await page.unrouteAll();
  });

  it('finds a chapter by its form, and changes the language there', async () => {
    await page.setViewportSize(DESKTOP);
    await page.goto(`${environment().baseUrl}/docs/guides/pt`);
    await page.getByRole('searchbox').fill('idempotencia');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('link', { name: 'Idempotência' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Idempotência' }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Send a key' })
      .click();
    expect(page.url()).toBe(`${environment().baseUrl}/docs/guides/idempotency#send-a-key`);
  });

  it('breaks no rule of the CSP', () => expect(trouble).toEqual([]));
});
