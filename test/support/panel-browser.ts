import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { loggedIn, type TestUser } from './panel.ts';

export const PHONE = { width: 360, height: 740 } as const;
export const DESKTOP = { width: 1200, height: 800 } as const;

export interface PanelContextOptions {
  readonly locale?: 'pt-BR' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly phone?: boolean;
  readonly javaScript?: boolean;
  /** Nobody is logged in without it. */
  readonly user?: Pick<TestUser, 'email'>;
}

/** A window of a browser on the panel. `page.goto('/panel/keys')` works; the caller closes it. */
export async function openPanelContext(
  browser: Browser,
  baseUrl: string,
  options: PanelContextOptions = {},
): Promise<BrowserContext> {
  const { locale = 'pt-BR', theme = 'light', phone = false, javaScript = true, user } = options;
  const settings: BrowserContextOptions = {
    baseURL: baseUrl,
    locale,
    timezoneId: 'America/Sao_Paulo',
    colorScheme: theme,
    viewport: phone ? PHONE : DESKTOP,
    ...(phone && { isMobile: true, hasTouch: true }),
    deviceScaleFactor: phone ? 2 : 1,
    javaScriptEnabled: javaScript,
  };
  const context = await browser.newContext(settings);
  if (user) await context.addCookies(await sessionCookies(baseUrl, user, locale));
  return context;
}

/** Logs in over HTTP, which is faster than by the form. The login form has tests of its own. */
async function sessionCookies(
  baseUrl: string,
  user: Pick<TestUser, 'email'>,
  language: 'pt-BR' | 'en',
): Promise<{ name: string; value: string; url: string; httpOnly: boolean }[]> {
  const { cookies } = await loggedIn(baseUrl, user, { language });
  return [...cookies].map(([name, value]) => ({ name, value, url: baseUrl, httpOnly: true }));
}
