import type { ReceivedResponse } from '../../contract-check/check-response.ts';

/** A response that isn't valid HTTP/1.1 by RFC 9112. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
}

/** It ends in the middle of its chunks. */
export class CutResponse extends MalformedResponse {}

/** Parses the one response of a closed connection. It is stricter than clients' parsers usually are. */
export function parseResponse(
  bytes: Buffer,
  options: { method: string; oneResponse: boolean },
): ReceivedResponse {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0)
    throw new MalformedResponse(`no end of the headers: ${bytes.subarray(0, 200).toString('latin1')}`);
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, code] = /^HTTP\/1\.1 (\d{3})(?: [\x20-\x7e]*)?$/.exec(statusLine) ?? [];
  if (code === undefined) throw new MalformedResponse(`status line: ${statusLine}`);
  const rest = bytes.subarray(end + 4);
  if (code === '100') return parseResponse(rest, options);
  const headers = headersOf(lines);
  const status = Number(code);
  const hasBody = options.method !== 'HEAD' && status !== 204 && status !== 304;
  const length = options.oneResponse ? rest.length : Number(headers.get('Content-Length') ?? rest.length);
  const own = rest.subarray(0, hasBody ? length : rest.length);
  return { status, headers, body: hasBody ? bodyOf(own, headers) : noBody(rest) };
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined) throw new MalformedResponse(`header line: ${line}`);
    headers.append(name, value!);
  }
  return headers;
}

function noBody(rest: Buffer): string {
  if (rest.length > 0) throw new MalformedResponse(`${rest.length} bytes after a response without a body`);
  return '';
}

function bodyOf(rest: Buffer, headers: Headers): string {
  const length = headers.get('Content-Length');
  if (headers.get('Transfer-Encoding') === 'chunked') return utf8(unchunked(rest));
  if (length !== null && Number(length) !== rest.length)
    throw new MalformedResponse(`${rest.length} bytes of body, but Content-Length is ${length}`);
  return utf8(rest);
}

function unchunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (lineEnd < 0) throw new CutResponse('the chunks are cut off');
    if (Number.isNaN(size)) throw new MalformedResponse('chunk without a size');
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new MalformedResponse('the body is not UTF-8');
  }
}
