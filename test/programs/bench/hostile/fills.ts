import { is, resolve, type Schema } from './request-schema.ts';
import { minimal } from './valid-bodies.ts';

/** Returns JSON text of about `bytes` bytes. */
export type Fill = (bytes: number) => string;

/** Joins parts from `make` until `bytes` is reached. Spaces pad each part to `width`. */
function repeated(open: string, make: (index: number) => string, close: string, width = 0): Fill {
  return (bytes) => {
    const parts: string[] = [];
    for (let rest = bytes - open.length - close.length, i = 0; ; i += 1) {
      const part = make(i).padEnd(width);
      rest -= Buffer.byteLength(part) + 1;
      if (rest < 0) break;
      parts.push(part);
    }
    return open + parts.join(',') + close;
  };
}

const list = (make: (index: number) => string, width?: number): Fill => repeated('[', make, ']', width);
/** Bytes per object, array or property: keeps a body within the number of them that the service parses. */
const SPREAD = 21;
const text =
  (unit: string, before = '', after = ''): Fill =>
  (bytes) =>
    `"${before}${unit.repeat(Math.max(0, (bytes - 2 - before.length - after.length) / Buffer.byteLength(unit)))}${after}"`;

/** The deepest nesting that a body may have. */
const DEEPEST = 15;

/** Fills for any value. */
const anywhere: Readonly<Record<string, Fill>> = {
  'list of {}': list(() => '{}'),
  'list of []': list(() => '[]'),
  'list of [[…]]': list(() => '['.repeat(DEEPEST) + ']'.repeat(DEEPEST)),
  'list of null': list(() => 'null'),
  'list of 0': list(() => '0'),
  'list of decimals': list((i) => `.${i}`.replace('.', '0.')),
  'list of ""': list(() => '""'),
  'list of strings': list((i) => `"${i.toString(36)}"`),
  'list of objects with one key each': list((i) => `{"${i.toString(36)}":0}`),
  'list of objects with one key': list(() => '{"a":0}'),
  'many keys': repeated('{', (i) => `"${i.toString(36)}":0`, '}'),
  'many keys with {}': repeated('{', (i) => `"${i.toString(36)}":{}`, '}'),
  'long keys': repeated('{', (i) => `"${i.toString(36).padStart(1000, 'k')}":0`, '}'),
  'one long key': (bytes) => `{"${'k'.repeat(Math.max(1, bytes - 6))}":0}`,
  'keys of ~ and /': repeated('{', (i) => `"${i.toString(36)}~/~/~/~/~/~/~/~/":0`, '}'),
  'list of {}, spread': list(() => '{}', SPREAD),
  'list of [], spread': list(() => '[]', SPREAD),
  'list of [[…]], spread': list(() => '['.repeat(DEEPEST) + ']'.repeat(DEEPEST), DEEPEST * SPREAD),
  'list of objects with one key each, spread': list((i) => `{"${i.toString(36)}":0}`, 2 * SPREAD),
  'list of objects with one key, spread': list(() => '{"a":0}', 2 * SPREAD),
  'many keys, spread': repeated('{', (i) => `"${i.toString(36)}":0`, '}', SPREAD),
  'many keys with {}, spread': repeated('{', (i) => `"${i.toString(36)}":{}`, '}', 2 * SPREAD),
  'many keys of 20 characters': repeated('{', (i) => `"${i.toString(36).padStart(20, 'k')}":0`, '}'),
  'too deep': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
};

/** Fills where a string or a number is expected. */
const wrongTypes: Readonly<Record<string, Fill>> = {
  'list of {}': anywhere['list of {}']!,
  'long keys': anywhere['long keys']!,
  'a number of many digits': (bytes) => '9'.repeat(bytes),
  'a long string': text('a'),
  'a string of spaces': text(' ', '', 'a '),
  'a string outside Latin-1': text('漢'),
  'a string of escapes': text('\\u0041'),
  'a string of control characters': text('\\u0001'),
};

/** Strings that match a pattern or format for long before they fail. */
const texts: Readonly<Record<string, Fill>> = {
  'a string of digits': text('1'),
  'a string of a-a-a': text('a-', '', '!'),
  'an address a@a.a.a': text('a.', 'a@', '!'),
  'an address of one label': text('a-', 'a@', '!'),
  'a long URL': text('a/', 'https://a.example/'),
  'a URL with a long host': text('a.', 'https://'),
  'a long fraction of a second': text('0', '2026-01-01T00:00:00.', 'Z'),
};

/** Fills for a value of this schema. */
export function fillsOf(given: Schema): Readonly<Record<string, Fill>> {
  const schema = resolve(given);
  if (is(schema, 'string')) return { ...wrongTypes, ...texts };
  if (!is(schema, 'array') && !is(schema, 'object') && !is(schema, 'any')) return wrongTypes;
  if (!is(schema, 'array') || !schema.items) return anywhere;
  const items = resolve(schema.items);
  const valid = JSON.stringify(minimal(items));
  const wrong = JSON.stringify(Object.fromEntries((items.required ?? []).map((name) => [name, {}])));
  const lastWrong = JSON.stringify({ ...Object(minimal(items)), '~': 0 });
  return {
    ...anywhere,
    'list of valid elements': list(() => valid),
    'list of elements with wrong types': list(() => wrong),
    'list of elements with an unknown key': list(() => lastWrong),
    'list of valid elements, spread': list(() => valid, widthOf(valid)),
    'list of elements with wrong types, spread': list(() => wrong, widthOf(wrong)),
    'list of elements with an unknown key, spread': list(() => lastWrong, widthOf(lastWrong)),
    'maxItems elements: {} and a long string': (bytes) =>
      list((i) => (i < schema.maxItems! - 1 ? '{}' : text('a')(bytes - 3 * schema.maxItems!)))(bytes),
  };
}

const widthOf = (json: string): number => SPREAD * (json.match(/[{[:]/g)?.length ?? 0);
