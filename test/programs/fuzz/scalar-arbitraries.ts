import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { textFormat } from '../../../server/base/formats/contract-formats.ts';
import { lostIssue } from '../../../server/base/formats/visible-text.ts';
import type { FlatSchema } from './flat-schema.ts';

/** Longer texts take time and find nothing new. Texts of a schema's maximum length are generated separately. */
const USUAL_LENGTH = 30;
/** Texts at the length limit are random up to this length. Longer ones repeat one character. */
const GENERATED_LENGTH = 200;
/** Prices and quantities stay this small, so that order totals stay in range. Edge cases cover the limits. */
const USUAL_NUMBER = 500;

const withoutNul = (text: string): string => text.replaceAll('\0', 'x');

const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { arbitrary: fc.string({ minLength, maxLength, unit: 'grapheme-ascii' }), weight: 3 },
      { arbitrary: fc.string({ minLength, maxLength, unit: 'binary' }), weight: 1 },
    )
    .map(withoutNul);

function longest(maxLength: number): fc.Arbitrary<string> {
  if (maxLength <= GENERATED_LENGTH) return anyText(maxLength, maxLength);
  return fc.constantFrom('a', 'é', '日', '😀').map((character) => character.repeat(maxLength));
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

function gtinOf(body: string): string {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return body + String((10 - (sum % 10)) % 10);
}

function withAccessKeyDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0);
  return body + String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

const dateTime = (from: string, to: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }),
      fc.constantFrom('Z', '+00:00', '-03:00', '+05:45'),
      fc.constantFrom('', '.5', '.123', '.123456'),
    )
    .map(([date, zone, fraction]) => date.toISOString().slice(0, 19) + fraction + zone);

/** A time when something happened. The API accepts times from 2000 until tomorrow. */
export const pastTime = dateTime('2000-01-02', '2026-01-01');

const alphanumeric = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 12,
});

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': dateTime('1990-01-01', '2090-01-01'),
  email: fc.tuple(alphanumeric, alphanumeric).map(([name, host]) => `${name}@${host}.example.com`),
  uri: fc
    .tuple(alphanumeric, alphanumeric)
    .map(([host, name]) => `https://${host}.example.com/${name}?a=%20&b`),
  // Years from 2000 on, which is all that a report takes.
  date: dateTime('2000-01-01', '2090-01-01').map((text) => text.slice(0, 10)),
  'ibge-city-code': fc.constantFrom('4106902', '3550308', '5300108', '2201919'),
  'access-key': fc
    .tuple(
      fc.constantFrom('412602', '352512', '532601'),
      digits(12).map((body) => body + checkDigits(body, cnpj.isValid)),
      fc.constantFrom('55', '59', '65'),
      digits(21),
    )
    .map((parts) => withAccessKeyDigit(parts.join(''))),
  gtin: fc
    .oneof(digits(7), digits(11), digits(12), digits(13))
    .filter((text) => /[1-9]/.test(text))
    .map(gtinOf),
  cest: digits(7),
  country: fc.constantFrom('BR', 'PT', 'XK'),
  'document-number': fc.integer({ min: 1, max: 15 }).chain(digits),
  ncm: digits(8),
  phone: fc.constantFrom('+5541999990000', '+554133334444', '+442079460958', '08001234567', '4199990000'),
};

/** Whether a text is stored as it is, and taken: no text has characters that were lost. */
const isStored = (format: string | undefined, text: string): boolean => {
  const { normalize, issue } = textFormat(format) ?? {};
  return (normalize?.(text) ?? text) === text && issue?.(text) === undefined && lostIssue(text) === undefined;
};

/** A text that is valid by the schema. */
export function validText(schema: FlatSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 1_000 } = schema;
  if (format !== undefined && FORMATS[format]) return FORMATS[format];
  const usual = anyText(Math.max(minLength, 0), Math.max(minLength, Math.min(maxLength, USUAL_LENGTH)));
  const texts = fc
    .oneof({ arbitrary: usual, weight: 30 }, { arbitrary: longest(maxLength), weight: 1 })
    .filter((text) => isStored(format, text));
  // A text of blanks counts as an empty one.
  if (pattern === undefined) return minLength > 0 ? texts.filter((text) => /\S/u.test(text)) : texts;
  const regexp = new RegExp(pattern, 'u');
  // Most patterns require a visible character. Any text that has one matches, which gives more variety.
  if (pattern === '\\S') return texts.filter((text) => regexp.test(text));
  return fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => [...text].length <= maxLength && regexp.test(text) && !text.includes('\0'))
    .filter((text) => isStored(format, text));
}

const DECIMALS: Readonly<Record<string, number>> = { money: 2, quantity: 4, price: 4 };

/** A number that is valid by the schema; an integer if `integer` is set. */
export function validNumber(schema: FlatSchema, integer: boolean): fc.Arbitrary<number> {
  const { format, exclusiveMinimum, minimum = exclusiveMinimum ?? -USUAL_NUMBER, maximum = 1e9 } = schema;
  const decimals = integer ? 0 : (DECIMALS[format ?? ''] ?? 2);
  const scale = 10 ** decimals;
  const least = Math.ceil(minimum * scale) + (exclusiveMinimum === undefined ? 0 : 1);
  const most = Math.floor(maximum * scale);
  const usualMost = Math.min(most, Math.max(least, 0) + USUAL_NUMBER * scale);
  const usual = fc.integer({ min: Math.max(least, -USUAL_NUMBER * scale), max: usualMost });
  const edges = fc.constantFrom(least, most);
  return fc
    .oneof({ arbitrary: usual, weight: 40 }, { arbitrary: edges, weight: 1 })
    .map((units) => Number((units / scale).toFixed(decimals)));
}

const masked = (id: string): string =>
  id.length === 11 ? id.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') : id;

export const taxIds: Readonly<Record<'cpf' | 'cnpj' | 'foreign', fc.Arbitrary<string>>> = {
  cpf: digits(9).map((body) => masked(body + checkDigits(body, cpf.isValid))),
  cnpj: digits(12).map((body) => body + checkDigits(body, cnpj.isValid)),
  foreign: alphanumeric,
};

/** Searches for the two check digits, because the library's generator isn't seeded. */
function checkDigits(body: string, isValid: (id: string) => boolean): string {
  for (let n = 0; n < 100; n += 1) {
    const end = String(n).padStart(2, '0');
    if (isValid(body + end)) return end;
  }
  return '00'; // for equal digits, which the library never accepts
}
