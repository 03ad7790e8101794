import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GENERATED = path.join(root, 'generated/openapi.ts');

/** A change to generated/openapi.ts, as if the contract had changed. */
export type ContractChange = (types: string) => string;

/** Adds a line after the first line of a schema: `addTo('ProductFields', 'color?: string')`. */
export const addTo =
  (schema: string, member: string): ContractChange =>
  (types) =>
    insertBehind(types, new RegExp(`^ {8}${schema}: (?:.*& )?\\{$`, 'm'), member);

/** Adds a parameter to the query of an operation. */
export const addQuery =
  (operation: string, parameter: string): ContractChange =>
  (types) =>
    insertBehind(
      types,
      new RegExp(`^ {4}${operation}: \\{\\n {8}parameters: \\{\\n {12}query\\?: \\{$`, 'm'),
      parameter,
    );

function insertBehind(types: string, line: RegExp, member: string): string {
  if (!line.test(types)) throw new Error(`generated/openapi.ts has no line like ${line}.`);
  return types.replace(line, (found) => `${found}\n            ${member};`);
}

/** Parses unchanged files only once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles the server with a changed contract. Returns the errors of some files, as `server/trade/catalogue/products/store.ts: Property
 * 'color' …`. To check the types of every file takes twice as long.
 */
export function compileServer(changes: readonly ContractChange[], files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const types = changes.reduce((text, change) => change(text), readFileSync(GENERATED, 'utf8'));
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) => {
    if (path.resolve(file) === GENERATED) return ts.createSourceFile(file, types, ts.ScriptTarget.ES2023);
    if (!parsed.has(file)) parsed.set(file, parse(file, ...rest));
    return parsed.get(file);
  };
  const program = ts.createProgram(
    [path.join(root, 'server/api/operations/operations.ts')],
    { ...options, noEmit: true },
    host,
  );
  return files.flatMap((name) => {
    const source = program.getSourceFile(path.join(root, name));
    if (source === undefined) throw new Error(`The operations don't import ${name}.`);
    const found = program.getSemanticDiagnostics(source);
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}
