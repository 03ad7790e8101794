import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { AXE, PLACE_RULES } from '../panel/in-browser/axe.ts';
import { axeFindings } from '../panel/in-browser/axe-findings.ts';
import { looksWrong } from '../panel/in-browser/layout-checks.ts';
import { show } from '../panel/looks.ts';
import { watch } from '../panel/page-watch.ts';
import { fileBrowser, noBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { looks, NO_SAMPLE } from './looks.ts';
import { type ConsoleSample, openSample } from './sample.ts';

const SIZES = [
  { name: 'desktop', width: 1366, height: 768, target: 24, rules: undefined },
  { name: 'phone', width: 390, height: 844, target: 44, rules: PLACE_RULES },
] as const;
/** As for the panel: `TRADEPOST_ALL_LOOKS` looks at both languages. */
const LOCALES =
  process.env.TRADEPOST_ALL_LOOKS === undefined ? (['pt-BR'] as const) : (['pt-BR', 'en'] as const);
/** A folder for a picture of each page. */
const SHOTS = process.env.TRADEPOST_CONSOLE_SHOTS;

describe.skipIf(noBrowser)(`every page${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
  const browser = fileBrowser();
  const pages = new Map<string, Page>();
  let sample: ConsoleSample;
  beforeAll(async () => {
    if (!noBrowser) sample = await openSample(environment());
  });

  /** Kept for the next look, since to open a page takes as long as to look at it. */
  async function keptPage(isLoggedIn: boolean, locale: (typeof LOCALES)[number]): Promise<Page> {
    const key = `${isLoggedIn} ${locale}`;
    const { consoleUrl: baseURL } = environment();
    const kept = pages.get(key);
    if (kept) return kept;
    const context = await browser().newContext({ baseURL, locale });
    if (isLoggedIn) {
      const { visitor } = await openConsole(environment(), { language: locale });
      const cookies = [...visitor.cookies].map(([name, value]) => ({
        name,
        value,
        url: baseURL,
        httpOnly: true,
      }));
      await context.addCookies(cookies);
    }
    const page = await context.newPage();
    pages.set(key, page);
    return page;
  }

  const cases = looks(NO_SAMPLE).flatMap(({ name }) => LOCALES.map((locale) => ({ name, locale })));
  it.each(cases)(
    '$name has no finding of axe, fits, and asks nobody else: $locale',
    async ({ name, locale }) => {
      const look = looks(sample).find((each) => each.name === name)!;
      const page = await keptPage(look.loggedIn ?? true, locale);
      const watched = watch(page, environment().consoleUrl);
      const sizes = SIZES.filter((each) => !look.only || each.name === look.only);
      await page.setViewportSize(sizes[0]!);
      await show(page, look);
      await page.evaluate(AXE);
      for (const { name: size, target, rules, ...viewport } of sizes) {
        await page.setViewportSize(viewport);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${size}-${locale}.png`, fullPage: true });
        expect(await page.evaluate(looksWrong, target), size).toEqual([]);
        expect(await page.evaluate(axeFindings, look.only ? undefined : rules), size).toEqual([]);
      }
      expect(watched.trouble).toEqual([]);
      watched.stop();
    },
  );
});
