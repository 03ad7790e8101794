import type { Request, RequestHandler } from 'express';
import { parseUrl } from '../../base/formats/parse-url.ts';
import { CACHE_CONTROL, type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';

/** Where `npm start` listens. */
const DEFAULT_ORIGIN = 'http://localhost:3000';
/** A host may have characters that a shell interprets, and readers paste the origin into one. */
const HARMLESS = /^https?:\/\/[\w.:[\]-]+$/;
/** The installation's own names. Anybody can send another Host header, so others push older ones out. */
const MAX_ORIGINS = 4;

/** Where the reader sees the page, as a proxy saw it if that one is trusted (TRUST_PROXY). */
export function pageOrigin({ protocol, host }: Pick<Request, 'protocol' | 'host'>): string {
  const origin = parseUrl(`${protocol}://${host}`)?.origin ?? '';
  return HARMLESS.test(origin) ? origin : DEFAULT_ORIGIN;
}

/** The two variables that the SDK reads, and that every command of the documentation uses. */
export const connectionVariables = (origin: string): string => `export TRADEPOST_URL=${origin}
# Created in the panel under API keys (Chaves de API):
export TRADEPOST_API_KEY='tp_…'`;

/** Serves a page that shows the installation's address. */
export function serveAtOrigin(type: string, make: (origin: string) => string): RequestHandler {
  const documents = new Map<string, Promise<EncodedDocument>>();
  return async (req, res) => {
    const origin = pageOrigin(req);
    const document = documents.get(origin) ?? encode(type, make(origin));
    documents.set(origin, document);
    if (documents.size > MAX_ORIGINS) documents.delete(documents.keys().next().value!);
    sendDocument(req, res, await document, CACHE_CONTROL);
  };
}
