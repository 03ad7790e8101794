// Requests that are invalid HTTP, or use its rare forms. Node's parser refuses many of them before our code runs.
import { type Mistake, pickOne } from './mistake.ts';

type Encode = (head: string, body: Uint8Array) => Uint8Array;

const LINE = '\r\n';
const join = (...parts: (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** Adds header lines after the request line. */
const plus =
  (...lines: string[]): Encode =>
  (head, body) =>
    join(head.replace(LINE, `${LINE}${lines.join(LINE)}${LINE}`), body);

const requestLine =
  (change: (line: string) => string): Encode =>
  (head, body) =>
    join(head.replace(/^[^\r]*/, change), body);

const target = (change: (target: string) => string): Encode =>
  requestLine((line) => line.replace(/ (\S*) /, (_, old: string) => ` ${change(old)} `));

const withoutLength: (head: string) => string = (head) => head.replace(/\r\nContent-Length: \d+/i, '');

const FORMS: readonly (readonly [name: string, encode: Encode])[] = [
  ['raw # in the target', target((old) => `${old}#x`)],
  ['raw # before the query', target((old) => old.replace(/\?|$/, '#?'))],
  ['absolute form', target((old) => `http://other.example${old}`)],
  ['absolute form with another scheme', target((old) => `ftp://other.example${old}`)],
  ['authority form', target(() => 'other.example:443')],
  ['asterisk form', target(() => '*')],
  ['target without a slash', target((old) => old.slice(1))],
  ['raw blank in the target', target((old) => `${old} x`)],
  ['raw bytes in the target', target((old) => `${old}\xe9\xff`)],
  ['raw quotes and brackets in the target', target((old) => `${old}?"<>[]{}|^\``)],
  ['control character in the target', target((old) => `${old}\x01`)],
  ['target of 20 kB', target((old) => `${old}?x=${'a'.repeat(20_000)}`)],
  ['unknown method', requestLine((line) => line.replace(/^\S+/, 'BREW'))],
  ['lowercase method', requestLine((line) => line.toLowerCase())],
  ['HTTP/1.0', requestLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0'))],
  ['HTTP/3.0', requestLine((line) => line.replace('HTTP/1.1', 'HTTP/3.0'))],
  ['HTTP/2 preface', () => join('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ['TLS hello', () => Buffer.from('16030100a5010000a10303', 'hex')],
  ['not HTTP', () => join('hello\r\n\r\n')],
  ['no Host', (head, body) => join(head.replace(/\r\nHost: [^\r]*/i, ''), body)],
  ['two Hosts', plus('Host: other.example')],
  ['header without a colon', plus('nonsense')],
  ['blank in a header name', plus('X Y: 1')],
  ['control character in a header', plus('X-Y: a\x01b')],
  ['folded header', plus('X-Y: a\r\n b')],
  ['headers of 20 kB', plus(`X-Y: ${'a'.repeat(20_000)}`)],
  ['3 000 headers', plus(...Array.from({ length: 3_000 }, (_, i) => `a${i}: `))],
  ['bare line feeds', (head, body) => join(head.replaceAll('\r\n', '\n'), body)],
  ['two lengths', plus('Content-Length: 1', 'Content-Length: 2')],
  ['negative length', (head, body) => join(plus('Content-Length: -1')(withoutLength(head), body))],
  ['Content-Length and chunks', plus('Transfer-Encoding: chunked')],
  [
    'unknown transfer encoding',
    (head, body) =>
      join(plus('Transfer-Encoding: gzip, chunked')(withoutLength(head), new Uint8Array()), chunked(body)),
  ],
  [
    'bad chunk size',
    (head, body) =>
      join(plus('Transfer-Encoding: chunked')(withoutLength(head), new Uint8Array()), 'zz\r\n', body),
  ],
  [
    'chunks that end early',
    (head, body) =>
      join(plus('Transfer-Encoding: chunked')(withoutLength(head), new Uint8Array()), 'ffff\r\n', body),
  ],
  [
    'chunks',
    (head, body) =>
      join(plus('Transfer-Encoding: chunked')(withoutLength(head), new Uint8Array()), chunked(body)),
  ],
  ['body shorter than its length', (head, body) => join(head, body.subarray(0, body.length >> 1))],
  ['unknown expectation', plus('Expect: the unexpected')],
  ['upgrade', plus('Upgrade: websocket', 'Connection: Upgrade')],
  ['upgrade to HTTP/2', plus('Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')],
  ['two keys', plus('Authorization: Bearer other')],
  ['trace', requestLine((line) => line.replace(/^\S+/, 'TRACE'))],
  ['connect', requestLine(() => 'CONNECT other.example:443 HTTP/1.1')],
];

const chunked = (body: Uint8Array): Uint8Array =>
  body.length === 0
    ? join('0\r\n\r\n')
    : join(`${body.length.toString(16)};ext="1"\r\n`, body, '\r\n0\r\nTrailer: x\r\n\r\n');

/** After these the service would wait for more bytes. */
const INCOMPLETE = new Set([
  'chunks that end early',
  'bad chunk size',
  'not HTTP',
  'TLS hello',
  'HTTP/2 preface',
  'bare line feeds',
  'two lengths',
]);

/**
 * Whether the client closes its side after the request. Not after a complete one, as half of an empty body is: Node drops
 * the response, and what the request then writes would seem to be the next one's.
 */
const endsEarly = (name: string, body: Uint8Array): boolean =>
  INCOMPLETE.has(name) ||
  (name === 'body shorter than its length' && body.length > 0) ||
  // Without a length there are only chunks, of which the last is missing.
  (name === 'Content-Length and chunks' && body.length === 0);

/** Any status is allowed. A refusal has to be a problem, write nothing and leave the service running. */
export const protocolMistake: Mistake = (request, _operation, [which]) => {
  if (request.method === 'HEAD') return undefined;
  const [name, encodeRequest] = pickOne(FORMS, which);
  return {
    ...request,
    encodeRequest,
    protocolForm: name,
    endsEarly: (body) => endsEarly(name, body),
    transport: 'raw',
    anyOutcome: true,
  };
};
