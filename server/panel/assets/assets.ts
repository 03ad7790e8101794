import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import express, { type Router } from 'express';
import { type EncodedDocument, encode, sendDocument } from '../../http/static-document.ts';

const own = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const htmx = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js'), 'utf8');

const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';
const SVG = 'image/svg+xml';
/** The address changes with the contents. */
const FOREVER = 'public, max-age=31536000, immutable';

const files = [
  { name: 'panel.css', type: CSS, text: own('panel.css') },
  { name: 'panel.js', type: JS, text: own('panel.js') },
  { name: 'htmx.js', type: JS, text: htmx() },
  { name: 'icon.svg', type: SVG, text: own('icon.svg') },
] as const;
type AssetName = (typeof files)[number]['name'];

const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);
const paths = new Map<string, string>(
  files.map(({ name, text }) => [name, `/assets/${versionOf(text)}/${name}`]),
);

/** The address of a stylesheet, script or picture below a site's. */
export const assetPath = (site: string, name: AssetName): string => `${site}${paths.get(name)}`;

/** Serves the files from our own origin, compressed once. */
export function assets(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { name, type, text } of files) {
    let encoded: Promise<EncodedDocument> | undefined;
    router.get(paths.get(name)!, async (req, res) => {
      encoded ??= encode(type, text);
      sendDocument(req, res, await encoded, FOREVER);
    });
  }
  return router;
}
