import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { ApiProblem } from '../../errors.ts';
import { isUnchanged } from '../../preconditions.ts';

/** A new release shows within a minute. */
export const CACHE_CONTROL = 'public, max-age=60';
/** The contract in 32 kB for 25 ms of processor time; 11 takes 28 kB and 380 ms. */
const BROTLI_QUALITY = 9;

interface Representation {
  readonly encoding: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

/** A text in every encoding that it is sent in, the first one preferred. */
export interface EncodedDocument {
  readonly type: string;
  readonly representations: readonly Representation[];
}

/** Compresses on libuv's threads, so that no request waits for it but those for this document. */
export async function encode(type: string, text: string): Promise<EncodedDocument> {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    type,
    representations: [represent('br', br), represent('gzip', gz), represent('identity', bytes)],
  };
}

/** Each encoding has a strong tag of its own (RFC 9110, 8.8.3.3). */
function represent(encoding: string, bytes: Buffer): Representation {
  return { encoding, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes };
}

/** Answers a document that stays the same while the process runs. It is made at its first request. */
export function serveStatic(type: string, make: () => string): RequestHandler {
  let made: Promise<EncodedDocument> | undefined;
  return async (req, res) => {
    made ??= encode(type, make());
    sendDocument(req, res, await made, CACHE_CONTROL);
  };
}

export function sendDocument(
  req: Request,
  res: Response,
  document: EncodedDocument,
  cacheControl: string,
): void {
  res.vary('Accept-Encoding');
  const { encoding, etag, bytes } = negotiateEncoding(req, document);
  res.setHeader('Cache-Control', cacheControl);
  res.setHeader('ETag', etag);
  if (isUnchanged(req.get('If-None-Match'), etag)) return void res.status(304).end();
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', document.type);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

function negotiateEncoding(req: Request, { representations }: EncodedDocument): Representation {
  const names = representations.map(({ encoding }) => encoding);
  const accepted = req.acceptsEncodings(...names);
  const found = representations.find(({ encoding }) => encoding === accepted);
  if (found) return found;
  const offered = names.join(', ');
  throw new ApiProblem(
    'not_acceptable',
    `The Accept-Encoding header is ${req.get('Accept-Encoding')}; this document comes as ${offered}.`,
    {
      errors: [
        { header: 'Accept-Encoding', code: 'not_acceptable', detail: `must include one of ${offered}` },
      ],
    },
  );
}
