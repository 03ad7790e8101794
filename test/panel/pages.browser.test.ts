import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { DESKTOP, openPanelContext, PHONE } from '../support/panel-browser.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { emit } from '../support/webhook-fixtures.ts';
import { AXE, PLACE_RULES } from './in-browser/axe.ts';
import { axeFindings } from './in-browser/axe-findings.ts';
import { looksWrong } from './in-browser/layout-checks.ts';
import { type Look, looks, show } from './looks.ts';
import { type Watch, watch } from './page-watch.ts';

/** HTML, CSS and JavaScript, as they are sent. */
const MAX_PAGE_BYTES = 60_000;
const LOCALES = ['pt-BR', 'en'] as const;
type Locale = (typeof LOCALES)[number];
const SIZES = { desktop: { ...DESKTOP, target: 24 }, phone: { ...PHONE, target: 44 } } as const;
/** The dark differs in nothing but the colours, so only the rules about them can find something new. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const VIEWS = [
  { size: 'desktop', theme: 'light', rules: undefined },
  { size: 'desktop', theme: 'dark', rules: COLOUR_RULES },
  { size: 'phone', theme: 'light', rules: undefined },
  { size: 'phone', theme: 'dark', rules: COLOUR_RULES },
] as const;
type View = { size: keyof typeof SIZES; theme: 'light' | 'dark'; rules: readonly string[] | undefined };
const SHORT_VIEWS: readonly View[] = [VIEWS[0], VIEWS[1], { ...VIEWS[2], rules: PLACE_RULES }];
/** `npm run program looks` looks at every page in each language, size and theme; `npm test`, at some of that. */
const isLong = process.env.TRADEPOST_ALL_LOOKS !== undefined;
const locales = isLong ? LOCALES : LOCALES.slice(0, 1);
const views: readonly View[] = isLong ? VIEWS : SHORT_VIEWS;
/** A small phone, a window zoomed to 200 %, a tablet, the narrowest with tables, and the narrowest without the menu. */
const WIDTHS = [320, 600, 768, 901, 961];
const SHORT_WIDTHS = [320, 768];

/** They differ by their data alone from pages that are looked at: the long form looks at these, too. */
const ALIKE = [
  ...['key-unused', 'key-replaced', 'login-empty', 'member-self', 'no-team', 'alerts-no-permission'],
  ...['deliveries-viewer', 'deliveries-none', 'deliveries-malformed', 'delivery-accepted', 'delivery-queued'],
  ...['audit-filtered', 'request-found', 'request-malformed', 'verify-python', 'verify-openssl'],
  ...['recover-refused', 'recover-empty', 'webhook-inactive', 'webhook-off'],
];
/** The names alone, since the paths need ids that the sample gets later. */
const ALL_NAMES = looks(placeholder()).map(({ name }) => name);
const NAMES = ALL_NAMES.filter((name) => isLong || !ALIKE.includes(name));

describe.skipIf(noBrowser)(`every page${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment();
  const browser = fileBrowser();
  const contexts = new Map<string, BrowserContext>();
  const pages = new Map<string, Page>();
  let sample: SampleShop;

  beforeAll(async () => {
    if (!noBrowser) sample = await openSampleShop(environment());
  });
  afterAll(async () => {
    for (const context of contexts.values()) await context.close();
  });

  const lookOf = (name: string): Look => looks(sample).find((look) => look.name === name)!;

  const keyOf = ({ user }: Look, javaScript: boolean, locale: Locale) => `${user} ${javaScript} ${locale}`;

  /** In one window per user, language and kind. */
  async function newPage(look: Look, javaScript: boolean, locale: Locale): Promise<Page> {
    const key = keyOf(look, javaScript, locale);
    const user = look.user && sample.users[look.user];
    const options = { javaScript, locale, user };
    const context = contexts.get(key) ?? (await openPanelContext(browser(), environment().baseUrl, options));
    contexts.set(key, context);
    return context.newPage();
  }

  /** Kept for the next look, since to open a page takes as long as to look at it. */
  async function keptPage(look: Look, javaScript: boolean, locale: Locale): Promise<Page> {
    const key = keyOf(look, javaScript, locale);
    const page = pages.get(key) ?? (await newPage(look, javaScript, locale));
    pages.set(key, page);
    return page;
  }

  async function open(page: Page, look: Look) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(look.only ? PHONE : DESKTOP);
    const watched = watch(page, environment().baseUrl);
    await show(page, look);
    return watched;
  }

  it('leaves out only what there is', () => {
    expect(ALIKE.filter((name) => !ALL_NAMES.includes(name))).toEqual([]);
  });

  const cases = NAMES.flatMap((name) => locales.map((locale) => ({ name, locale })));
  describe.each(cases)('$name, $locale', ({ name, locale }) => {
    let page: Page;
    let watched: Watch;
    beforeAll(async () => {
      if (noBrowser) return;
      page = await keptPage(lookOf(name), true, locale);
      watched = await open(page, lookOf(name));
      await page.evaluate(AXE);
    });
    afterAll(() => watched?.stop());

    it.each(views)('has no finding of axe, and fits: $size, $theme', async ({ size, theme, ...view }) => {
      const { only } = lookOf(name);
      if (only !== undefined && only !== size) return;
      const rules = only && theme === 'light' ? undefined : view.rules;
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(SIZES[size]);
      expect(await page.evaluate(looksWrong, SIZES[size].target)).toEqual([]);
      expect(await page.evaluate(axeFindings, rules)).toEqual([]);
    });

    it('fits windows of any width', async () => {
      const widths = WIDTHS.filter((width) =>
        lookOf(name).only ? width === 320 : isLong || SHORT_WIDTHS.includes(width),
      );
      for (const width of widths) {
        await page.setViewportSize({ width, height: PHONE.height });
        expect(await page.evaluate(looksWrong, SIZES.desktop.target), `${width} px`).toEqual([]);
      }
    });

    it('asks nobody else, and breaks no rule of its CSP', () => {
      expect(watched.trouble).toEqual([]);
    });

    it('takes less than 60 kB', async () => {
      expect(await watched.bytes()).toBeLessThan(MAX_PAGE_BYTES);
    });

    // Once: the markup is the same in both languages.
    it.runIf(locale === 'pt-BR')('shows its content without JavaScript', async () => {
      const look = lookOf(name);
      const plain = await keptPage(look, false, locale);
      await plain.setViewportSize(look.only ? PHONE : DESKTOP);
      await show(plain, look);
      // What is made anew for each window is numbered.
      const unnumbered = async (each: Page) =>
        (await headings(each)).map((text) => text.replace(/\d+ filial/, ''));
      expect(await unnumbered(plain)).toEqual(await unnumbered(page));
    });
  });

  it.each(LOCALES)(
    'the list of deliveries while a row arrives and while one is selected: %s',
    async (locale) => {
      const page = await newPage(lookOf('deliveries'), true, locale);
      await open(page, lookOf('deliveries'));
      await page.evaluate(AXE);
      // A row that fades in has little contrast for as long as that takes.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.locator('.live[data-state=on]').waitFor();
      await emit(environment().context, sample.tenantId);
      await page.locator('tr.fresh').first().waitFor();
      await expectFine(page);
      await page.locator('[name=id]').last().check();
      await page.locator('.live[data-state=paused]').waitFor();
      await expectFine(page);
      await page.close();
    },
  );

  async function expectFine(page: Page): Promise<void> {
    for (const { size, theme, rules } of views) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(SIZES[size]);
      // A checkbox that the upper edge of the window cuts would be too small.
      await page.evaluate('scrollTo(0, 0)');
      expect(await page.evaluate(looksWrong, SIZES[size].target)).toEqual([]);
      expect(await page.evaluate(axeFindings, rules)).toEqual([]);
    }
  }
});

const headings = (page: Page): Promise<string[]> => page.locator('main :is(h1, h2, th)').allTextContents();

/** Any value can stand for an id while only the names are read. */
function placeholder(): SampleShop {
  const any: object = new Proxy(() => {}, { get: () => any, apply: () => '' });
  return any as SampleShop;
}
