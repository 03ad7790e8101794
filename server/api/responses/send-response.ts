import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import compression from 'compression';
import type { Response } from 'express';
import { JsonBytes } from '../../base/json.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { callerOf, requestContext } from '../../http/request-context.ts';
import type { ApiResponse } from '../../trade/resources/handler.ts';

/** Sends a response whose body already is JSON: nothing is serialised or hashed again. */
export function sendResponse(res: Response, { status, headers, body }: ApiResponse): void | Promise<void> {
  const length = lengthOf(body);
  const { method } = res.req;
  const sent = method === 'HEAD' ? 0 : length;
  const unread = requestContext(res).unread!;
  const { tenantId } = callerOf(res);
  // What was written must be told. A response that only reads can be had again.
  if (method === 'GET') unread.requireRoom(tenantId, sent);
  const release = unread.add(tenantId, sent);
  if (release) onClosed(res.req, res, release);
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  if (body !== undefined) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  return body instanceof JsonBytes
    ? sendBody(res, { text: body.bytes, encoding: 'latin1', length })
    : sendBody(res, { text: body, encoding: 'utf8', length });
}

function lengthOf(body: ApiResponse['body']): number {
  if (body === undefined) return 0;
  return body instanceof JsonBytes ? body.bytes.length : Buffer.byteLength(body);
}

/**
 * On threads of their own. Of orders, level 1 of gzip takes 172 MB per second of processor time and leaves a fifth of the bytes; the
 * default, 6, takes 53 and leaves a sixth. Brotli's 1 is like gzip's; the smaller window keeps its memory below 1 MB a stream.
 */
const LEVEL = { level: 1 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
/** What is shorter fits into one packet anyway, with its headers. */
const THRESHOLD_BYTES = 1_024;

const [toBrotli, toGzip, toDeflate] = [promisify(brotliCompress), promisify(gzip), promisify(deflate)];
const COMPRESS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => toBrotli(bytes, BROTLI),
  gzip: (bytes) => toGzip(bytes, LEVEL),
  deflate: (bytes) => toDeflate(bytes, LEVEL),
};
const ENCODINGS = [...Object.keys(COMPRESS), 'identity'];

export interface Body {
  readonly text: string | undefined;
  readonly encoding: BufferEncoding;
  /** In bytes. */
  readonly length: number;
}

/**
 * Ends a response with all of its body, compressed if the client asks for that.
 *
 * An ETag of ours is strong, because If-Match needs one that is, and a strong one names the bytes (RFC 9110, 8.8.3): what has one is
 * sent as it is. That is a single row, of some kB. Lists, reports, exports and results of batches have none.
 *
 * BREACH measures a secret by what an attacker adds to the same response. A response of the API holds no secret, and no browser sends
 * the key by itself. The panel, which has both, leaves out its pages with secrets.
 */
export function sendBody(res: Response, { text, encoding, length }: Body): void | Promise<void> {
  const hasTag = res.hasHeader('ETag');
  if (!hasTag) res.vary('Accept-Encoding');
  if (text === undefined) return void res.end();
  const name = hasTag || length < THRESHOLD_BYTES ? undefined : encodingOf(res);
  if (name) return sendCompressed(res, name, Buffer.from(text, encoding));
  res.setHeader('Content-Length', length);
  if (res.req.method === 'HEAD') res.end();
  else res.end(text, encoding);
}

function encodingOf({ req }: Response): string | undefined {
  if (req.method === 'HEAD' || req.headers['accept-encoding'] === undefined) return undefined;
  const accepted = req.acceptsEncodings(...ENCODINGS);
  return accepted && accepted !== 'identity' ? accepted : undefined;
}

async function sendCompressed(res: Response, name: string, bytes: Buffer): Promise<void> {
  const compressed = await COMPRESS[name]!(bytes);
  res.setHeader('Content-Encoding', name);
  res.setHeader('Content-Length', compressed.length);
  res.end(compressed);
}

const stream = compression({ ...LEVEL, brotli: BROTLI, threshold: THRESHOLD_BYTES, filter: () => true });

/**
 * Has what is written to a response compressed as it's written. What compression assigns to the response keeps it in memory until a full
 * collection, so it's for long responses alone.
 */
export const compressStream = (res: Response): void => void stream(res.req, res, () => {});
