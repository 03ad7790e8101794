import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** The size of a program in bytes, bundled with all its imports, minified and gzipped. What `import()` loads is not in it. */
export async function bundledSize(
  project: string,
  program: string,
  conditions: readonly string[] = [],
): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: project, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    tsconfigRaw: {}, // the paths of a tsconfig in a parent folder would lead to the sources
    target: 'es2022',
    conditions: ['import', ...conditions],
    legalComments: 'none',
    splitting: true,
    metafile: true,
    outdir: project,
  });
  const loaded = loadedAtStart(metafile.outputs);
  const chunks = outputFiles.filter(({ path }) => loaded.has(basename(path)));
  return chunks.reduce((size, { contents }) => size + gzipSync(contents, { level: 9 }).length, 0);
}

/** The entry with the chunks that it imports. */
function loadedAtStart(outputs: Metafile['outputs']): Set<string> {
  const files = new Set(Object.keys(outputs).filter((file) => outputs[file]!.entryPoint === '<stdin>'));
  for (const file of files)
    for (const { path, kind, external } of outputs[file]!.imports)
      if (kind === 'import-statement' && !external) files.add(path);
  return new Set([...files].map((file) => basename(file)));
}
