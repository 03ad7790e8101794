import { type BodyValue, JsonText } from './body-value.ts';
import { type FlatSchema, isNullable, typesOf } from './flat-schema.ts';

type Broken = readonly [rule: string, value: BodyValue];

/** Texts that every field refuses. */
export const EVERYWHERE: readonly (readonly [rule: string, text: string])[] = [
  ['U+0000', 'a\0b'],
  ['lone high surrogate', 'a\ud800'],
  ['lone low surrogate', '\udc00b'],
];

/** Both are deeper than any body of the contract. The second overflows the stack of a recursive parser. */
const NESTED = [25, 20_000].map((depth): Broken => {
  return [`nested ${depth} levels`, new JsonText('['.repeat(depth) + ']'.repeat(depth))];
});

const BAD_FORMATS: Readonly<Record<string, readonly BodyValue[]>> = {
  'date-time': [
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00+24:00',
    'now',
    'infinity',
    '',
    '٢٠٢٦-01-01T00:00:00Z',
  ],
  date: [
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2026-1-1',
    '01/02/2026',
    '2026-01-01T00:00:00Z',
    'infinity',
    '',
  ],
  'ibge-city-code': ['', '4106903', '9906902', '410690', '41069022', '4100000', 'Curitiba'],
  'access-key': [
    '',
    '41260211222333000181550010000005671836102740',
    '4126 0211 2223 3300 0181 5500 1000 0005 6718 3610 2749',
    '99260211222333000181550010000005671836102749',
  ],
  email: ['', 'a', 'a@', '@b.example', 'a b@c.example', 'a@b', 'a@b..example', 'a@b.example\n'],
  uri: ['', 'no scheme', '//host', 'javascript:alert(1)', 'file:///etc/passwd', 'http://', 'http://[::1'],
  gtin: ['', '123', '7891000315508', 'abcdefgh', '78910003155071234'],
  money: [0.001, 1.005, 1e-7],
  quantity: [0.00001, 1.00005, 1e-7],
  price: [1e-11, 0.12345678901, 123456.1234567891],
};

const BAD_PATTERNS = [
  ' ',
  '\n',
  '',
  '!',
  'é',
  '-',
  'a b',
  ' a',
  'a ',
  '\u200b',
  '💥',
  'x'.repeat(30),
  'A\nB',
];

/** Values of a scalar's own type that its schema refuses. */
export function brokenScalars(schema: FlatSchema, present: BodyValue): Broken[] {
  const types = typesOf(schema);
  if (types.includes('string')) return [...texts(schema), ...NESTED];
  if (types.includes('number') || types.includes('integer')) return numbers(schema);
  return typeof present === 'boolean' ? [['type: null', null], ...NESTED] : [];
}

function texts(schema: FlatSchema): Broken[] {
  const { format, pattern, minLength = 0, maxLength } = schema;
  // An empty text is null where there may be none.
  const badFormats = (BAD_FORMATS[format ?? ''] ?? []).filter((text) => text !== '' || !isNullable(schema));
  const regexp = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const mismatches = BAD_PATTERNS.filter((text) => regexp && !regexp.test(text));
  return [
    ...EVERYWHERE,
    ...(minLength > 0 ? [['minLength', ''] as const] : []),
    ...(maxLength !== undefined ? tooLong(maxLength) : []),
    ...mismatches.map((text): Broken => [`pattern: ${JSON.stringify(text)}`, text]),
    ...badFormats.map((text): Broken => [`format: ${format}`, text]),
  ];
}

/** Lengths count characters, not UTF-16 code units. Both texts are one character too long. */
const tooLong = (maxLength: number): Broken[] =>
  ['a', '😀'].map((character) => ['maxLength', character.repeat(maxLength + 1)]);

function numbers({ format, type, minimum, maximum, exclusiveMinimum }: FlatSchema): Broken[] {
  const isInteger = [type].flat().includes('integer');
  const step = format === 'money' ? 0.01 : format === 'quantity' ? 0.001 : 1;
  return [
    ...(minimum !== undefined ? [['minimum', beyond(minimum, -step)] as const] : []),
    ...(exclusiveMinimum !== undefined ? [['exclusiveMinimum', exclusiveMinimum] as const] : []),
    ...(maximum !== undefined ? [['maximum', beyond(maximum, step)] as const] : []),
    ...(isInteger ? ([['type: fraction', 1.5]] as const) : []),
    ...(BAD_FORMATS[format ?? ''] ?? []).map((value): Broken => [`format: ${format}`, value]),
    ...HUGE,
  ];
}

const HUGE: readonly Broken[] = ['1e400', '-1e400', '1e300', '9'.repeat(400), '18446744073709551616'].map(
  (text) => [`huge number: ${text.slice(0, 24)}`, new JsonText(text)],
);

/** Adds through text, because 9999999999.99 + 0.01 isn't exact in floating point. */
const beyond = (limit: number, step: number): number => Number((limit + step).toFixed(3));
