import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Format } from './format.ts';
import type { Locale } from './locale.ts';

/** Who reads the page, as the document says it: no page has to hand it down. Whoever isn't logged in has no format. */
export const Reader = createContext<{ readonly locale: Locale; readonly format?: Format }>({ locale: 'pt' });

export const useLocale = (): Locale => useContext(Reader).locale;
export const useFormat = (): Format => useContext(Reader).format!;
