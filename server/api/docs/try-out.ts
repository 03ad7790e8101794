import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';
import { readReference } from './reference.ts';

/** Replaced each time the page is opened. */
const UNIQUE = '{unique}';
const JSON_TYPE = 'application/json; charset=utf-8';
/** How long the unique values in Swagger UI's examples stay the same. */
const UNIQUE_VALUES_MS = 1_000;

interface Made {
  readonly at: number;
  readonly document: Promise<EncodedDocument>;
}

/**
 * The contract of one tag for Swagger UI. Gets new unique values every second, so that an example that creates something works again
 * after a reload. It isn't built per request, since compressing up to 300 kB each time would let anybody keep the process busy.
 */
export function tryOutDocument(): RequestHandler<{ tag: string }> {
  const made = new Map<string, Made>();
  return async (req, res) => {
    const { tag } = req.params;
    const now = performance.now();
    const last = made.get(tag);
    const isFresh = last !== undefined && now - last.at <= UNIQUE_VALUES_MS;
    const current = isFresh ? last : { at: now, document: encode(JSON_TYPE, tryOutText(tag)) };
    made.set(tag, current);
    sendDocument(req, res, await current.document, 'no-store');
  };
}

const tryOutText = (tag: string): string =>
  readReference(`try/${tag}.json`).replaceAll(UNIQUE, randomBytes(3).toString('hex'));
