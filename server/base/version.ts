import { existsSync, readFileSync } from 'node:fs';

/** From server/base/ and, compiled, from dist/server/base/. */
const manifest = ['../../package.json', '../../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/** The version of the running program. */
export const VERSION = manifest
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  : 'unknown';
