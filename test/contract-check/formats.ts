import { parseUrl } from '../../server/base/formats/parse-url.ts';

// The contract's formats in responses. They don't share code with the server's formats, so they don't share its bugs.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const GTIN = /^(\d{8}|\d{12,14})$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const URI_REFERENCE = /^([\w!#$&'()*+,/:;=?@[\].~-]|%[0-9A-Fa-f]{2})*$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

const CONTROL = /[\p{Cc}\u00a0\u200b\ufeff]/u;
const isLine = (value: string): boolean => value.trim() === value && !CONTROL.test(value);

/** Counts the decimals of a number's shortest text. Below 1e-6 that text has an exponent, which doesn't match. */
const decimals = (most: number) => {
  const text = new RegExp(`^-?\\d+(\\.\\d{1,${most}})?$`);
  return (value: number): boolean => text.test(String(value));
};

/** GS1: weights 1 and 3 alternate over all digits from the right, and the sum is a multiple of ten. */
function hasCheckDigit(gtin: string): boolean {
  const digits = [...gtin].reverse().map(Number);
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** MOC 2.2.6.1: weights 4 3 2 9 8 7 6 5, repeated from the left; letters count as ASCII codes minus 48. */
function isAccessKey(key: string): boolean {
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key)) return false;
  const values = Array.from(key.slice(0, 43), (character) => character.charCodeAt(0) - 48);
  const sum = values.reduce((total, value, index) => total + value * [4, 3, 2, 9, 8, 7, 6, 5][index % 8]!, 0);
  return (sum % 11 < 2 ? 0 : 11 - (sum % 11)) === Number(key[43]);
}

/** Date turns February 30 into March 2, so a date that doesn't exist comes back changed. */
function isTimestamp(value: string): boolean {
  const time = new Date(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const text = (validate: (value: string) => boolean) => ({ type: 'string' as const, validate });
const number = (validate: (value: number) => boolean) => ({ type: 'number' as const, validate });

export const formats = {
  money: number(decimals(2)),
  quantity: number(decimals(4)),
  price: number((value) => Number(value.toFixed(10)) === value && Number(value.toPrecision(15)) === value),
  gtin: text((value) => GTIN.test(value) && hasCheckDigit(value)),
  uuid: text((value) => UUID.test(value)),
  date: text((value) => isTimestamp(`${value}T00:00:00.000Z`)),
  'date-time': text(isTimestamp),
  'ibge-city-code': text((value) => /^[1-5]\d{6}$/.test(value)),
  'access-key': text(isAccessKey),
  uri: text((value) => SCHEME.test(value) && URI_REFERENCE.test(value) && parseUrl(value) !== undefined),
  // A number that an earlier release stored stays as it was sent until its customer is changed.
  phone: text((value) => /^\+?\d[\d ().-]{6,24}$/.test(value)),
  ncm: text((value) => /^\d{8}$/.test(value)),
  cest: text((value) => /^\d{7}$/.test(value)),
  country: text((value) => /^[A-Z]{2}$/.test(value)),
  state: text((value) => /^[A-Z]{2}$/.test(value)),
  'document-number': text((value) => /^\d{1,15}$/.test(value)),
  name: text(isLine),
  reference: text(isLine),
  sku: text(isLine),
  'external-id': text((value) => !CONTROL.test(value)),
  'external-reference': text((value) => value !== ''),
  prose: text(() => true),
  label: text((value) => value !== '' && isLine(value)),
  'sku-reference': text(isLine),
  'tax-id': text((value) => !CONTROL.test(value)),
  trimmed: text(isLine),
  'uri-reference': text((value) => URI_REFERENCE.test(value)),
  email: text((value) => EMAIL.test(value)),
};
