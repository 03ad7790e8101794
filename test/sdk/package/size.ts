import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type OutputFile } from 'esbuild';

/** The size of a program in bytes, bundled with all its imports, minified and gzipped. What `import()` loads is not in it. */
export async function bundledSize(
  project: string,
  program: string,
  conditions: readonly string[] = [],
): Promise<number> {
  const { outputFiles, metafile } = await bundle(project, program, { conditions });
  const loaded = loadedAtStart(metafile.outputs);
  return gzippedSize(outputFiles.filter(({ path }) => loaded.has(basename(path))));
}

/** The same as one file, with what `import()` loads. */
export async function oneFileSize(project: string, program: string): Promise<number> {
  const { outputFiles } = await bundle(project, program, { splitting: false });
  return gzippedSize(outputFiles);
}

/** How many minified bytes come from which file, of what is loaded at the start. */
export async function bytesByFile(project: string, program: string): Promise<Record<string, number>> {
  const { metafile } = await bundle(project, program);
  const loaded = loadedAtStart(metafile.outputs);
  const outputs = Object.entries(metafile.outputs).filter(([file]) => loaded.has(basename(file)));
  const bytes = outputs.flatMap(([, { inputs }]) => Object.entries(inputs));
  return Object.fromEntries(bytes.map(([file, { bytesInOutput }]) => [file, bytesInOutput]));
}

interface BundleOptions {
  readonly conditions?: readonly string[];
  readonly splitting?: boolean;
}

function bundle(project: string, program: string, { conditions = [], splitting = true }: BundleOptions = {}) {
  return build({
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
    splitting,
    metafile: true,
    outdir: project,
  });
}

function gzippedSize(files: readonly OutputFile[]): number {
  return files.reduce((size, { contents }) => size + gzipSync(contents, { level: 9 }).length, 0);
}

/** The entry with the chunks that it imports. */
function loadedAtStart(outputs: Metafile['outputs']): Set<string> {
  const files = new Set(Object.keys(outputs).filter((file) => outputs[file]!.entryPoint === '<stdin>'));
  for (const file of files)
    for (const { path, kind, external } of outputs[file]!.imports)
      if (kind === 'import-statement' && !external) files.add(path);
  return new Set([...files].map((file) => basename(file)));
}
