import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The size of a program in bytes, bundled with all its imports, minified and gzipped. */
export async function bundledSize(
  project: string,
  program: string,
  conditions: readonly string[] = [],
): Promise<number> {
  const { outputFiles } = await build({
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
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}
