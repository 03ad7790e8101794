import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { DESKTOP, openPanelContext, PHONE } from '../support/panel-browser.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { axeFindings } from './in-browser/axe-findings.ts';
import { looksWrong } from './in-browser/layout-checks.ts';
import { type Look, looks, show } from './looks.ts';
import { watch } from './page-watch.ts';

/** HTML, CSS and JavaScript, as they are sent. */
const MAX_PAGE_BYTES = 60_000;
const VIEWS = [
  { theme: 'light', size: 'desktop' },
  { theme: 'dark', size: 'desktop' },
  { theme: 'light', size: 'phone' },
  { theme: 'dark', size: 'phone' },
] as const;

/** The names alone, since the paths need ids that the sample gets later. */
const NAMES = looks(placeholder()).map(({ name }) => name);

describe.skipIf(noBrowser)(`every page${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();
  const contexts = new Map<string, BrowserContext>();
  let sample: SampleShop;

  beforeAll(async () => {
    if (!noBrowser) sample = await openSampleShop(environment());
  });
  afterAll(async () => {
    for (const context of contexts.values()) await context.close();
  });

  const lookOf = (name: string): Look => looks(sample).find((look) => look.name === name)!;

  /** One window per user, language and kind, kept for the next page. */
  async function openPage(look: Look, javaScript: boolean, locale: 'pt-BR' | 'en'): Promise<Page> {
    const key = `${look.user} ${javaScript} ${locale}`;
    const user = look.user && sample.users[look.user];
    const options = { javaScript, locale, user };
    const context = contexts.get(key) ?? (await openPanelContext(browser(), environment().baseUrl, options));
    contexts.set(key, context);
    return context.newPage();
  }

  describe.each(NAMES)('%s', (name) => {
    let page: Page;
    let watched: ReturnType<typeof watch>;
    beforeAll(async () => {
      if (noBrowser) return;
      page = await openPage(lookOf(name), true, 'pt-BR');
      watched = watch(page, environment().baseUrl);
      await show(page, lookOf(name));
    });
    afterAll(() => page?.close());

    it.each(VIEWS)('has no finding of axe, and fits: $theme, $size', async ({ theme, size }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(size === 'phone' ? PHONE : DESKTOP);
      expect(await page.evaluate(looksWrong, size === 'phone' ? 44 : 24)).toEqual([]);
      expect(await findings(page)).toEqual([]);
    });

    it('asks nobody else, and breaks no rule of its CSP', () => {
      expect(watched.trouble).toEqual([]);
    });

    it('takes less than 60 kB', async () => {
      expect(await watched.bytes()).toBeLessThan(MAX_PAGE_BYTES);
    });

    it('shows its content without JavaScript', async () => {
      const plain = await openPage(lookOf(name), false, 'pt-BR');
      await show(plain, lookOf(name));
      expect(await headings(plain)).toEqual(await headings(page));
      await plain.close();
    });
  });
});

const headings = (page: Page): Promise<string[]> => page.locator('main :is(h1, h2, th)').allTextContents();

/** Each finding as a line: the rule, the element, and what is wrong with it. */
async function findings(page: Page): Promise<string[]> {
  // As a text, because the page's CSP refuses a script element of ours.
  await page.evaluate(axe.source);
  return page.evaluate(axeFindings);
}

/** Any value can stand for an id while only the names are read. */
function placeholder(): SampleShop {
  const any: object = new Proxy(() => {}, { get: () => any, apply: () => '' });
  return any as SampleShop;
}
