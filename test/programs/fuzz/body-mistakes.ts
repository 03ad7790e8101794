import { type BodyValue, JsonText, mapLeaves } from './body-value.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type Draw, type Mistake, pickOne } from './mistake.ts';
import { type Mutation, mutationsOf } from './schema-mutations.ts';

/** Picks a rule first and then where to break it, so that rules with few occurrences are tried as often as others. */
export function pickMutation(mutations: readonly Mutation[], [which, where]: Draw): Mutation {
  const rule = pickOne([...new Set(mutations.map((mutation) => mutation.rule))], which);
  return pickOne(
    mutations.filter((mutation) => mutation.rule === rule),
    where,
  );
}

/** Breaks the schema of the body in one place. */
export const bodyMistake: Mistake = (request, { bodySchema }, draw) => {
  // Other encodings lose some mistakes: 1e400 becomes null.
  if (bodySchema === undefined || request.body === undefined || request.encodeBody) return undefined;
  const { rule, pointer, body } = pickMutation(mutationsOf(bodySchema, request.body), draw);
  const isPlain = isJsonStringifyable(body);
  return {
    ...request,
    body,
    transport: isPlain ? request.transport : 'raw',
    mistakes: [...request.mistakes, `body ${pointer}: ${rule}`],
  };
};

/** False for values that only raw text can express. */
function isJsonStringifyable(body: BodyValue): boolean {
  let plain = true;
  mapLeaves(body, (leaf) => {
    plain &&= !(leaf instanceof JsonText);
    return leaf;
  });
  return plain;
}

type Encode = NonNullable<FuzzRequest['encodeBody']>;

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** Changes after which the body isn't JSON any more. */
const BROKEN_TEXTS: readonly (readonly [name: string, encode: Encode])[] = [
  ['empty', () => ''],
  ['blank', () => ' \n'],
  ['truncated to half', (text) => text.slice(0, Math.max(1, text.length >> 1))],
  ['last byte missing', (text) => text.slice(0, -1)],
  ['trailing comma', (text) => `${text.slice(0, -1)},${text.slice(-1)}`],
  ['trailing text', (text) => `${text}x`],
  ['two values', (text) => text + text],
  ['single quotes', () => "{'name':'x'}"],
  ['comment', (text) => `/* */${text}`],
  ['NaN', () => '{"price":NaN}'],
  ['undefined', () => 'undefined'],
  ['plus sign', () => '{"price":+1}'],
  ['leading zero', () => '{"price":01}'],
  ['raw line break in a string', () => '{"name":"a\nb"}'],
  ['bad escape', () => '{"name":"\\x41"}'],
  ['invalid UTF-8', (text) => bytes(text.slice(0, -1), [0xff, 0xfe], text.slice(-1))],
  ['overlong UTF-8', (text) => bytes('{"name":"', [0xc0, 0x80], `"}${text.slice(0, 0)}`)],
  ['UTF-8 surrogate', () => bytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['a form', () => 'name=x&price=1'],
];

/** Other valid JSON texts of the same body, and two that a server may accept or refuse. */
const OTHER_TEXTS: readonly (readonly [name: string, encode: Encode, anyOutcome: boolean])[] = [
  ['indented', (text) => JSON.stringify(JSON.parse(text), null, 2), false],
  ['escaped', (text) => text.replaceAll(/[^\0-\x7f]/g, escaped), false],
  ['surrounding whitespace', (text) => ` \t\r\n${text}\n`, false],
  ['a byte order mark', (text) => `\ufeff${text}`, true],
  ['duplicate name', (text) => text.replace(/^\{/, '{"name":1,'), true],
];

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Breaks the text of the body, or replaces it by another valid one. */
export const textMistake: Mistake = (request, _operation, [which, where]) => {
  if (request.body === undefined || request.encodeBody) return undefined;
  if (where % 4 > 0) {
    const [name, encodeBody] = pickOne(BROKEN_TEXTS, which);
    return { ...request, encodeBody, transport: 'raw', mistakes: [...request.mistakes, `text: ${name}`] };
  }
  const [, encodeBody, anyOutcome] = pickOne(OTHER_TEXTS, which);
  return hasJsonText(request.body)
    ? undefined
    : { ...request, encodeBody, transport: 'raw', anyOutcome: request.anyOutcome || anyOutcome };
};

const hasJsonText = (body: BodyValue): boolean => !isJsonStringifyable(body);
