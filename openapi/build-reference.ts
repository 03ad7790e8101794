import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Document } from './document.ts';
import { guides } from './guides.ts';
import { referencePages } from './pages/reference/all-pages.ts';
import { root } from './run.ts';
import { translations, translator } from './translations.ts';

const FOLDER = join(root, 'generated/reference');
const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;

/**
 * Renders the reference into generated/reference, from generated/openapi.json. Every build does it; it isn't committed, since its
 * 800 files follow from what is. They are compressed: their 15 MB would be a tenth of the image.
 */
export function buildReference(): void {
  const pages = referencePages(read<Document>('generated/openapi.json'), {
    guides: guides(),
    translate: translator(translations()),
    since: read('openapi/released/since.json'),
  });
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of Object.entries(pages)) {
    const name = path.replace('/docs/', '');
    const file = join(FOLDER, `${/\.\w+$/.test(name) ? name : `${name}.html`}.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gzipSync(text));
  }
}

if (import.meta.url === new URL(process.argv[1] ?? '', 'file:').href) buildReference();
