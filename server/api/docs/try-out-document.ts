import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';
import { tryOutText } from './try-out.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** How long the unique values in Swagger UI's examples stay the same. */
const UNIQUE_VALUES_MS = 1_000;

/**
 * Gets new unique values every second, so that an example that creates something works again after a reload. It isn't
 * built per request, since building and compressing its 480 kB each time would let anybody keep the process busy.
 */
export function tryOutDocument(): RequestHandler {
  let made: { readonly at: number; readonly document: Promise<EncodedDocument> } | undefined;
  return async (req, res) => {
    const now = performance.now();
    if (!made || now - made.at > UNIQUE_VALUES_MS)
      made = { at: now, document: encode(JSON_TYPE, tryOutText(randomBytes(3).toString('hex'))) };
    sendDocument(req, res, await made.document, 'no-store');
  };
}
