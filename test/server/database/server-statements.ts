// It makes those of the batches.
import '../../../server/api/operations/operations.ts';
import { type Statement, statements } from '../../../server/db/querier.ts';
import { readSources } from '../../support/server-build.ts';

const DEFINES = /\b(statement|rowStore|resourceTable)[<(]/;

/** The server's named statements, those of files that nothing else has imported too. A test's own, by their names, are left out. */
export async function serverStatements(): Promise<Statement[]> {
  const files = [...readSources()].filter(
    ([file, text]) => /^server\/.*\.ts$/.test(file) && DEFINES.test(text),
  );
  for (const [file] of files) await import(new URL(`../../../${file}`, import.meta.url).href);
  return [...statements.values()].filter(({ name }) => !name.startsWith('test: '));
}
