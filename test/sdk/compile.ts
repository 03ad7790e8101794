import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Parsed once for all programs: the library, the contract's types, the sources. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * The compiler's errors by file name, each with its line. The files exist in memory only, at paths relative to
 * the project. They are compiled with the project's options, as one program.
 */
export function compileErrors(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const files = new Map(Object.entries(sources).map(([name, text]) => [path.join(root, name), text]));
  const program = ts.createProgram([...files.keys()], options(), hostWith(files));
  return Object.fromEntries(
    Object.keys(sources).map((name) => [
      name,
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(path.join(root, name)))
        .map(({ file, start, messageText }) => {
          const line = file!.getLineAndCharacterOfPosition(start!).line + 1;
          return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
        }),
    ]),
  );
}

function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  return { ...parsed.options, noUnusedLocals: false };
}

function hostWith(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options());
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    if (files.has(file)) return ts.createSourceFile(file, files.get(file)!, rest[0]);
    if (!parsed.has(file)) parsed.set(file, getSourceFile.call(host, file, ...rest));
    return parsed.get(file);
  };
  return host;
}
