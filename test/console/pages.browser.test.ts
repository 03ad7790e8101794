import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  { name: 'phone', width: 390, height: 844, target: 44 },
  { name: 'desktop', width: 1366, height: 768, target: 24 },
] as const;
/** As for the panel: `TRADEPOST_ALL_LOOKS` looks at both languages. */
const LOCALES =
  process.env.TRADEPOST_ALL_LOOKS === undefined ? (['pt-BR'] as const) : (['pt-BR', 'en'] as const);
/** A folder for a picture of each page. */
const SHOTS = process.env.TRADEPOST_CONSOLE_SHOTS;

describe.skipIf(noBrowser)(`every page${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
  const browser = fileBrowser();
  const contexts = new Map<string, BrowserContext>();
  let sample: ConsoleSample;
  beforeAll(async () => {
    if (!noBrowser) sample = await openSample(environment());
  });
  afterAll(async () => {
    for (const context of contexts.values()) await context.close();
  });

  async function newPage(isLoggedIn: boolean, locale: (typeof LOCALES)[number]): Promise<Page> {
    const key = `${isLoggedIn} ${locale}`;
    const { consoleUrl: baseURL } = environment();
    const context = contexts.get(key) ?? (await browser().newContext({ baseURL, locale }));
    if (!contexts.has(key) && isLoggedIn) {
      const { visitor } = await openConsole(environment(), { language: locale });
      const cookies = [...visitor.cookies].map(([name, value]) => ({
        name,
        value,
        url: baseURL,
        httpOnly: true,
      }));
      await context.addCookies(cookies);
    }
    contexts.set(key, context);
    return context.newPage();
  }

  const cases = looks(NO_SAMPLE).flatMap(({ name }) => LOCALES.map((locale) => ({ name, locale })));
  it.each(cases)(
    '$name has no finding of axe, fits, and asks nobody else: $locale',
    async ({ name, locale }) => {
      const look = looks(sample).find((each) => each.name === name)!;
      const page = await newPage(look.loggedIn ?? true, locale);
      const watched = watch(page, environment().consoleUrl);
      for (const { width, height, target, name: size } of SIZES.filter(
        (each) => !look.only || each.name === look.only,
      )) {
        await page.setViewportSize({ width, height });
        await show(page, look);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${size}-${locale}.png`, fullPage: true });
        // As a text, because the page's CSP refuses a script element of ours.
        await page.evaluate(axe.source);
        expect(await page.evaluate(looksWrong, target), size).toEqual([]);
        expect(await page.evaluate(axeFindings, undefined), size).toEqual([]);
      }
      expect(watched.trouble).toEqual([]);
      watched.stop();
      await page.close();
    },
  );
});
