// It makes those of the batches.
import '../../../server/api/operations/operations.ts';
import { readSources } from '../../support/server-build.ts';

const DEFINES = /\b(statement|rowStore|resourceTable)[<(]/;

/** Imports each other file of the server that makes named statements, so that all of them are in `statements`. */
export async function loadStatements(): Promise<void> {
  const files = [...readSources()].filter(
    ([file, text]) => /^server\/.*\.ts$/.test(file) && DEFINES.test(text),
  );
  for (const [file] of files) await import(new URL(`../../../${file}`, import.meta.url).href);
}
