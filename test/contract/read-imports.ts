import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** The path from the root, without its extension: `server/orders/totals`. */
  readonly from: string;
  /** The same for a file of this repository, or the specifier of a package: `express`, `node:fs`. */
  readonly to: string;
  /** Whether the import is removed with the types. */
  readonly typeOnly: boolean;
}

/** Every import of the TypeScript and JavaScript files below the folders. */
export function importsBelow(...folders: string[]): Import[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[jt]sx?$/.test(file))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .flatMap((file) => importsOf(file, readFileSync(path.join(root, file), 'utf8'))),
  );
}

/** A file's imports: static, dynamic, re-exports and types by `import('…')`. It also lists itself, so no file is missed. */
export function importsOf(file: string, text: string): Import[] {
  const from = withoutEnding(file);
  const found: Import[] = [{ from, to: from, typeOnly: true }];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined)
      found.push({ from, to: resolve(file, specifier), typeOnly: isTypeOnly(node) });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return textOf(node.argument.literal);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(node.arguments[0]);
  return undefined;
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

/** `import { type A }` isn't type-only: with verbatimModuleSyntax it still runs the other file. */
function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.isTypeOnly === true;
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node);
}

const withoutEnding = (file: string): string => file.replace(/\.[jt]sx?$/, '');

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return withoutEnding(path.posix.join(path.posix.dirname(file), specifier));
}
