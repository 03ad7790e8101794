import { gunzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { generatedFile } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { CACHE_CONTROL, type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';

/** Below generated/reference. */
const NAME = /^[A-Za-z0-9]+(?:[/-][A-Za-z0-9]+)*\.[a-z]+$/;
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
/** Of up to 100 kB each, in three encodings. All of them would take 25 MB of a process that somebody lets a crawler read. */
const KEPT = 100;

/** The text of a file that `npm run build` has made for the reference. */
export function readReference(name: string): string {
  if (!NAME.test(name)) throw notFound();
  try {
    return gunzipSync(generatedFile(`reference/${name}.gz`)).toString();
  } catch {
    throw notFound();
  }
}

const notFound = (): ApiProblem =>
  new ApiProblem('not_found', 'There is no such page; /docs/reference lists them all.');

/** The pages of the reference, and their Markdown. */
export function referencePages(): RequestHandler {
  const kept = new Map<string, Promise<EncodedDocument>>();
  return async (req, res) => {
    const path = req.path.slice('/docs/'.length);
    const name = path.includes('.') ? path : `${path}.html`;
    const document = kept.get(name) ?? encode(TYPES[name.split('.')[1]!]!, readReference(name));
    kept.delete(name);
    kept.set(name, document);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    sendDocument(req, res, await document, CACHE_CONTROL);
  };
}
