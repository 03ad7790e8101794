import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { startTestServer, TEMPLATE } from '../support/database-server.ts';
import { ownDatabase } from '../support/databases.ts';
import { openPanelContext } from '../support/panel-browser.ts';
import { openSampleShop, type SampleShop } from '../support/panel-sample.ts';
import { openTestEnvironment } from '../support/test-environment.ts';
import { type Look, looks, show } from './looks.ts';

/**
 * Writes a picture of every page in both languages, on the phone and the desktop, light and dark:
 * `npm run program shots FOLDER [NAME…]`.
 */
const LANGUAGES = ['pt-BR', 'en'] as const;
/** The commonest of each kind; the tests look at narrower ones. */
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1366, height: 768 };
const THEMES = ['light', 'dark'] as const;

interface Window {
  readonly locale: (typeof LANGUAGES)[number];
  readonly phone: boolean;
  readonly user: Look['user'];
}

async function takeAll(sample: SampleShop, names: readonly string[]): Promise<void> {
  // Anew for each window: a form that creates a key works once.
  const chosen = (): Look[] => looks(sample).filter(({ name }) => names.length === 0 || names.includes(name));
  // One login for all pictures of a window.
  for (const user of new Set(chosen().map((look) => look.user)))
    for (const locale of LANGUAGES)
      for (const phone of [false, true])
        await takeIn(
          { locale, phone, user },
          sample,
          chosen().filter((look) => look.user === user),
        );
}

async function takeIn(window: Window, sample: SampleShop, chosen: readonly Look[]): Promise<void> {
  const { locale, phone } = window;
  const user = window.user && sample.users[window.user];
  const context = await openPanelContext(browser, environment.baseUrl, { locale, phone, user });
  for (const look of chosen.filter(({ only }) => only === undefined || phone)) {
    const page = await context.newPage();
    await page.setViewportSize(phone ? PHONE : LAPTOP);
    await show(page, look);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      const file = [look.name, locale.slice(0, 2), phone ? 'phone' : 'desktop', theme].join('-');
      await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: true });
    }
    await page.close();
  }
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
  await takeAll(sample, names);
} finally {
  await browser.close();
  await environment.close();
  await server.close();
}
console.log(folder);
