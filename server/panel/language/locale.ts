import type { Request } from 'express';

export const LOCALES = ['pt', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** Holds a choice made on any page, the login page included. Without one, the browser's languages decide. */
export const LOCALE_COOKIE = 'tradepost_locale';

export const isLocale = (text: unknown): text is Locale => (LOCALES as readonly unknown[]).includes(text);

/** Portuguese, unless the visitor chose English or the browser prefers it. */
export function localeOf(req: Request): Locale {
  const chosen = cookieValue(req.headers.cookie, LOCALE_COOKIE);
  if (isLocale(chosen)) return chosen;
  const preferred = req.acceptsLanguages('pt', 'pt-BR', 'pt-PT', 'en', 'en-US', 'en-GB');
  return String(preferred).startsWith('en') ? 'en' : 'pt';
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
