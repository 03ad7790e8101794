import { join } from 'node:path';
import ts from 'typescript';

const ENTRIES = [
  '',
  '/cursors/file',
  '/cursors/postgres',
  '/cursors/redis',
  '/testing',
  '/webhooks',
  '/webhooks/node',
  '/webhooks/express',
  '/webhooks/fetch',
  '/webhooks/postgres',
  '/webhooks/redis',
  '/webhooks/testing',
];

/** Every export of every entry with its declared type, without comments and in a fixed order. */
export function publicSurface(project: string): string {
  return ENTRIES.map((entry) => surfaceOf(project, `@tradepost/sdk${entry}`)).join('\n');
}

function surfaceOf(project: string, name: string): string {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
  };
  const from = join(project, 'surface.mts');
  const host = ts.createCompilerHost(options);
  const { resolvedModule } = ts.resolveModuleName(
    name,
    from,
    options,
    host,
    undefined,
    undefined,
    ts.ModuleKind.ESNext,
  );
  const program = ts.createProgram([resolvedModule!.resolvedFileName], options, host);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(resolvedModule!.resolvedFileName)!)!;
  const exports = checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [`## ${name}`, ...exports.map((symbol) => described(checker, symbol)), ''].join('\n');
}

function described(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declarations = (target.declarations ?? []).map((declaration) => withoutComments(declaration));
  return [`${symbol.name}:`, ...declarations.map((text) => text.replace(/^/gm, '  '))].join('\n');
}

function withoutComments(declaration: ts.Declaration): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile());
}
