import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** The shell without windows first: it opens a page in a tenth of the time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
];
const found = [process.env.CHROMIUM ?? '', ...PLACES].find((file) => existsSync(file));

/** Why browser tests are skipped, or undefined if they run. In CI they always run, and fail without a browser. */
export const noBrowser =
  found || process.env.CI
    ? undefined
    : 'there is no Chromium: install it (apt-get install chromium-headless-shell) or set CHROMIUM';

/** A headless browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  if (!found) throw new Error(`Chromium was not found in ${PLACES.join(', ')}. Install it, or set CHROMIUM.`);
  // Chromium's sandbox refuses to run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: found, args });
}

let shared: Promise<Browser> | undefined;

/** For the files that run in this process one after the other: to start a browser takes 2 s of CPU. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  if (!(await shared).isConnected()) shared = launchBrowser();
  return shared;
}

/** A headless browser for the tests of a file, whose windows are closed at its end. */
export function fileBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!noBrowser) browser = await sharedBrowser();
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  return () => browser!;
}
