import type { Locale } from '../kit/language/locale.ts';
import { words } from './words.ts';

/** `12 minutos`: rounded up, so that nobody comes too early. */
export function waitText(locale: Locale, seconds: number): string {
  return seconds <= 90 ? words[locale].seconds(seconds) : words[locale].minutes(Math.ceil(seconds / 60));
}
