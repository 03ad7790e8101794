import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const DOCKERFILE = read('deploy/Dockerfile');

const MB = 1e6;
const LIMIT = 200 * MB;
/** Not to be measured without the images. The Linux binary of Node 24.22 for glibc has 108.7 MB once it's stripped, and musl's is built from the same source. */
const BASE = { alpine: 8 * MB, 'libstdc++, libgcc and tini': 3 * MB, node: 110 * MB };
const TAR_BLOCK = 512; // A file of a layer is a header and its content, in such blocks.

interface Package {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** The folders that the Dockerfile's second `npm ci` installs. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Package>>;
  };
  return Object.entries(packages)
    .filter(([folder]) => folder.startsWith('node_modules/'))
    .filter(([, { dev, optional, devOptional, link }]) => !(dev || optional || devOptional || link))
    .map(([folder]) => folder);
}

/** The endings of files that the Dockerfile deletes. */
const deleted = [...DOCKERFILE.matchAll(/-name '\*([^']+)'/g)].map(([, ending]) => ending!);

const isCopied = (entry: Dirent): boolean =>
  entry.isFile() && !deleted.some((ending) => entry.name.endsWith(ending));

function sizeOf(folder: string): number {
  const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true });
  const sizes = entries.map((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(name);
    return isCopied(entry)
      ? TAR_BLOCK * (1 + Math.ceil(statSync(path.join(ROOT, name)).size / TAR_BLOCK))
      : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('keeps what the image is made of well below 200 MB', () => {
  expect(DOCKERFILE.match(/^COPY --from=build \S+/gm)).toEqual(
    [
      '/usr/local/bin/node',
      ...['package.json', 'node_modules', 'generated', 'dist'].map((name) => `/src/${name}`),
    ].map((source) => `COPY --from=build ${source}`),
  );
  expect(deleted).toContain('.map');
  // dist/ is the server without its types.
  const folders = ['server', 'generated', ...productionPackages()].map(sizeOf);
  const bytes = [...Object.values(BASE), ...folders].reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(0.9 * LIMIT);
  const [, documented] = /\(a sum: (\d+) MB/.exec(read('deploy/README.md'))!;
  expect(Math.abs(Number(documented) - bytes / MB)).toBeLessThan(10);
});
