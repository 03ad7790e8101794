import type { Request } from 'express';
import type { Cookies } from '../cookies.ts';

export const LOCALES = ['pt', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language as its readers call it, and its tag for browsers and Intl. */
export const LANGUAGES = {
  pt: { name: 'Português', tag: 'pt-BR' },
  en: { name: 'English', tag: 'en' },
} as const satisfies Record<Locale, object>;

/** Holds a choice made on any page, the login page included. Without one, the browser's languages decide. */
export const LOCALE_COOKIE = 'tradepost_locale';

export const isLocale = (text: unknown): text is Locale => (LOCALES as readonly unknown[]).includes(text);

/** Portuguese, unless the visitor chose English or the browser prefers it. */
export function localeOf(req: Request, cookies: Cookies): Locale {
  const chosen = cookies[LOCALE_COOKIE];
  if (isLocale(chosen)) return chosen;
  const preferred = req.acceptsLanguages('pt', 'pt-BR', 'pt-PT', 'en', 'en-US', 'en-GB');
  return String(preferred).startsWith('en') ? 'en' : 'pt';
}
