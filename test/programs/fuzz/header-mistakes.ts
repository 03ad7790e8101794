import type { FuzzRequest, HeaderPair, KeyKind } from './fuzz-request.ts';
import { type Mistake, pickOne } from './mistake.ts';

const WRONG_TYPES = [
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/jsonp',
  'application/problem+json',
  '*/*',
  '__proto__',
  ';;;=',
  'x'.repeat(5_000),
];
const RIGHT_TYPES = [
  'APPLICATION/JSON',
  'application/json; charset=UTF-8',
  'application/json;charset="utf-8"',
];
const ENCODINGS = ['gzip', 'br', 'deflate', 'gzip, identity', 'x'];

const withHeader = (request: FuzzRequest, name: string, value: string | undefined): FuzzRequest => {
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  const headers: HeaderPair[] = value === undefined ? others : [...others, [name, value]];
  return { ...request, headers, transport: 'raw' };
};

const mistaken = (request: FuzzRequest, mistake: string): FuzzRequest => ({
  ...request,
  mistakes: [...request.mistakes, mistake],
});

/** As a Content-Type: the header is left out. */
export const NO_CONTENT_TYPE = 'NONE';

/** A Content-Type or Content-Encoding that isn't JSON's, or another spelling of JSON's. */
export const contentMistake: Mistake = (request, { bodySchema }, [which, where]) => {
  if (bodySchema === undefined) return undefined;
  if (which % 4 === 0)
    return request.mistakes.length > 0
      ? undefined
      : withHeader(request, 'Content-Type', pickOne(RIGHT_TYPES, where));
  if (which % 4 === 1) {
    const encoding = pickOne(ENCODINGS, where);
    return mistaken(withHeader(request, 'Content-Encoding', encoding), `Content-Encoding: ${encoding}`);
  }
  const type = pickOne(WRONG_TYPES, where);
  return mistaken(
    withHeader(request, 'Content-Type', type ?? NO_CONTENT_TYPE),
    `Content-Type: ${type?.slice(0, 40)}`,
  );
};

type BadHeader = readonly [name: string, value: string, appliesTo: 'declared' | 'lists' | 'all'];

const WRONG: readonly BadHeader[] = [
  ['If-Match', '"0"', 'declared'],
  ['If-Match', '"999999"', 'declared'],
  ['If-Match', '0', 'declared'],
  ['If-Match', 'W/"1"', 'declared'],
  ['If-Match', '', 'declared'],
  ['If-Match', '"1"'.repeat(67), 'declared'],
  ['If-Match', '"caf\xe9"', 'declared'],
  ['If-None-Match', '', 'declared'],
  ['If-None-Match', '"1"'.repeat(67), 'declared'],
  ['Idempotency-Key', '', 'declared'],
  ['Idempotency-Key', 'k'.repeat(256), 'declared'],
  ['Idempotency-Key', 'two words', 'declared'],
  ['Idempotency-Key', 'caf\xe9', 'declared'],
  ['Accept', 'text/html', 'all'],
  ['Accept', 'application/xml', 'all'],
  ['Accept', 'application/json;q=0', 'all'],
  ['Accept', 'image/*', 'all'],
  ['Accept', 'x', 'all'],
];

/** Headers that must not have an effect. */
const HARMLESS: readonly (readonly [string, string])[] = [
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Cookie', 'tenant_id=1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Request-Id', '"><script>'],
  ['Origin', 'null'],
  ['Range', 'bytes=0-1'],
  ['If-Modified-Since', 'never'],
  ['Expect', '100-continue'],
  ['Accept-Encoding', 'identity, \xe9'],
  ['Accept-Language', '*'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Accept', ''],
];

/** A header of the contract with an invalid value, or a header that the contract doesn't have. */
export const headerMistake: Mistake = (request, { headerNames }, [which, where]) => {
  if (where % 4 === 0) {
    const [name, value] = pickOne(HARMLESS, which);
    // An empty Accept is valid and has no effect, but some servers refuse it.
    return { ...withHeader(request, name, value), anyOutcome: request.anyOutcome || name === 'Accept' };
  }
  const possible = WRONG.filter(([name, , applies]) => applies === 'all' || headerNames.includes(name));
  const [name, value] = pickOne(possible, which);
  return mistaken(withHeader(request, name, value), `${name}: ${value.slice(0, 40)}`);
};

const KEYS: readonly KeyKind[] = ['none', 'narrow', 'inactive', 'expired', 'unknown'];
const SCHEMES: readonly (readonly [name: string, authorization: (key: string) => string])[] = [
  ['Basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['no scheme', (key) => key],
  ['scheme alone', () => 'Bearer'],
  ['two keys', (key) => `Bearer ${key} ${key}`],
  ['last character missing', (key) => `Bearer ${key.slice(0, -1)}`],
  ['other case', (key) => `Bearer ${key.toUpperCase()}`],
  ['bytes beyond ASCII', (key) => `Bearer ${key}\xe9`],
  ['8 kB', (key) => `Bearer ${key}${'a'.repeat(8_000)}`],
];

/** A key that isn't valid, or another form of the Authorization header. */
export const keyMistake: Mistake = (request, { scopes }, [which, where]) => {
  if (where % 2 === 0) {
    const key = pickOne(KEYS, which);
    if (key === 'narrow' && scopes.length === 0) return undefined;
    return mistaken({ ...request, key, transport: 'raw' }, `key: ${key}`);
  }
  const [name, authorization] = pickOne(SCHEMES, which);
  return mistaken({ ...request, authorization, transport: 'raw' }, `Authorization: ${name}`);
};
