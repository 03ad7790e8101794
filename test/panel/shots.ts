import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { startTestServer, TEMPLATE } from '../support/database-server.ts';
import { ownDatabase } from '../support/databases.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { openTestEnvironment } from '../support/test-environment.ts';
import { type Look, looks, show } from './looks.ts';

/**
 * Writes a picture of every page in both languages, on the phone and the desktop, and of some in the dark:
 * `npm run panel:shots -- FOLDER [NAME…]`.
 */
const LANGUAGES = ['pt-BR', 'en'] as const;

async function takeAll(
  browser: Browser,
  baseUrl: string,
  sample: SampleShop,
  folder: string,
  names: readonly string[],
): Promise<void> {
  const chosen = looks(sample).filter(({ name }) => names.length === 0 || names.includes(name));
  for (const locale of LANGUAGES)
    for (const phone of [false, true])
      for (const look of chosen)
        for (const theme of look.dark ? (['light', 'dark'] as const) : (['light'] as const))
          await take(browser, baseUrl, sample, { look, locale, phone, theme, folder });
}

interface Shot {
  readonly look: Look;
  readonly locale: 'pt-BR' | 'en';
  readonly phone: boolean;
  readonly theme: 'light' | 'dark';
  readonly folder: string;
}

async function take(
  browser: Browser,
  baseUrl: string,
  sample: SampleShop,
  { look, locale, phone, theme, folder }: Shot,
): Promise<void> {
  const user = look.user && sample.users[look.user];
  const context = await openPanelContext(browser, baseUrl, { locale, phone, theme, user });
  const page = await context.newPage();
  await show(page, look);
  const file = [look.name, locale.slice(0, 2), phone ? 'phone' : 'desktop', theme].join('-');
  await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: true });
  await context.close();
}

const [given, ...names] = process.argv.slice(2);
const folder = given ?? mkdtempSync(path.join(tmpdir(), 'panel-shots-'));
mkdirSync(folder, { recursive: true });
const server = await startTestServer();
const database = await ownDatabase(server.url, TEMPLATE);
const environment = await openTestEnvironment({ database });
const browser = await launchBrowser();
try {
  const sample = await openSampleShop(environment);
  await takeAll(browser, environment.baseUrl, sample, folder, names);
} finally {
  await browser.close();
  await environment.close();
  await server.close();
}
console.log(folder);
