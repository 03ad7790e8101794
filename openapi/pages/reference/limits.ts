import type { Schema } from '../../document.ts';
import type { Language } from '../layout/languages.ts';
import { FORMATS, PATTERNS } from './formats.ts';
import { type ReferenceWords, words as texts } from './words.ts';

/** What a schema says that the pages show, beyond what the generators read. */
export interface Limits extends Schema {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** Of these the format says how long a value is. */
const OF_ONE_LENGTH = ['date', 'date-time', 'uuid', 'access-key', 'ibge-city-code'];
/** With a no-break space, so that no number is in two lines. */
const SEPARATORS: Readonly<Record<Language, readonly [thousands: string, decimals: string]>> = {
  en: ['\u00a0', '.'],
  pt: ['.', ','],
};

/** What a value may be, in words of the language. */
export function limitsOf(schema: Limits, language: Language): string[] {
  const { format = '', pattern = '', exclusiveMinimum, uniqueItems, default: value } = schema;
  const words = texts[language];
  const isListed = (schema.enum ?? schema['x-extensible-enum'] ?? schema.const) !== undefined;
  const hasLength = !isListed && !OF_ONE_LENGTH.includes(format);
  const range = (least?: number, most?: number, unit?: ReferenceWords['characters']) =>
    rangeInWords([least, most], language, unit);
  return [
    FORMATS[format]?.[language],
    PATTERNS[pattern]?.[language],
    range(schema.minimum, schema.maximum),
    exclusiveMinimum === undefined
      ? undefined
      : `${words.moreThan} ${numberInWords(exclusiveMinimum, language)}`,
    hasLength ? range(schema.minLength, schema.maxLength, words.characters) : undefined,
    range(schema.minItems, schema.maxItems, words.entries),
    uniqueItems ? words.noneTwice : undefined,
    value === undefined ? undefined : `${words.defaultIs} ${JSON.stringify(value)}`,
  ].filter((limit) => limit !== undefined);
}

/** 9999999999.99 is 9 999 999 999.99 in English, and 9.999.999.999,99 in Portuguese. */
export function numberInWords(value: number, language: Language): string {
  const [thousands, decimals] = SEPARATORS[language];
  const [whole, fraction] = String(value).split('.') as [string, string?];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  return fraction === undefined ? grouped : grouped + decimals + fraction;
}

function rangeInWords(
  [least, most]: readonly [number | undefined, number | undefined],
  language: Language,
  [one, several]: ReferenceWords['characters'] = ['', ''],
): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const { atMost, atLeast, to } = texts[language];
  const said = (value: number): string => numberInWords(value, language);
  const unit = (most ?? least) === 1 ? one : several;
  if (most === undefined) return `${atLeast} ${said(least!)}${unit}`;
  if (least === undefined) return `${atMost} ${said(most)}${unit}`;
  return least === most ? `${said(least)}${unit}` : `${said(least)} ${to} ${said(most)}${unit}`;
}
