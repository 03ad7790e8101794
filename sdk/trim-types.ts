// Removes from the built types what no export can reach. The package exposes the contract's schemas and the queries of
// its lists; the rest is two thirds of the bytes. Runs after tsup.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const KEPT_COMPONENTS = ['schemas', 'parameters'];

const dist = new URL('dist/', import.meta.url);
const isContract = (text: string): boolean => /^interface operations \{/m.test(text);

const nameOf = (member: ts.TypeElement): string => (member.name as ts.Identifier | ts.StringLiteral).text;

function membersOf(member: ts.TypeElement | undefined): readonly ts.TypeElement[] {
  const type = member && (member as ts.PropertySignature).type;
  return type && ts.isTypeLiteralNode(type) ? type.members : [];
}

const without = (members: readonly ts.TypeElement[], kept: readonly string[]): ts.TypeElement[] =>
  members.filter((member) => !kept.includes(nameOf(member)));

/** An export's query is typed by its list's. */
const isExport = (operation: ts.TypeElement): boolean => /^export[A-Z]/.test(nameOf(operation));

/** A webhook keeps its body, another operation its query. */
function unreachableOf(operation: ts.TypeElement, webhooks: string): ts.TypeElement[] {
  const members = membersOf(operation);
  if (webhooks.includes(`operations["${nameOf(operation)}"]`)) return without(members, ['requestBody']);
  const parameters = membersOf(members.find((member) => nameOf(member) === 'parameters'));
  const query = parameters.find((member) => nameOf(member) === 'query');
  if (membersOf(query).length === 0 || isExport(operation)) return [operation];
  return [...without(members, ['parameters']), ...without(parameters, ['query'])];
}

function unreachableIn(declaration: ts.InterfaceDeclaration, webhooks: string): ts.TypeElement[] {
  if (declaration.name.text === 'components') return without(declaration.members, KEPT_COMPONENTS);
  if (declaration.name.text !== 'operations') return [];
  return declaration.members.flatMap((operation) => unreachableOf(operation, webhooks));
}

function trim(text: string): string {
  const source = ts.createSourceFile('contract.d.cts', text, ts.ScriptTarget.Latest);
  const declarations = source.statements.filter(ts.isInterfaceDeclaration);
  const webhooks = declarations.find(({ name }) => name.text === 'webhooks')?.getText(source) ?? '';
  return declarations
    .flatMap((declaration) => unreachableIn(declaration, webhooks))
    .sort((one, other) => other.pos - one.pos)
    .reduce((left, { pos, end }) => left.slice(0, pos) + left.slice(end), text)
    .replaceAll(/( \*|\/\*\*) @description /g, '$1 ') // editors show the same without it
    .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)); // a quarter of the bytes
}

const files = readdirSync(dist).filter((name) => name.endsWith('.d.cts'));
const contracts = files.filter((name) => isContract(readFileSync(new URL(name, dist), 'utf8')));
if (contracts.length !== 1)
  throw new Error(`The contract's types are in ${contracts.length} files instead of one.`);
for (const name of contracts) {
  const file = new URL(name, dist);
  writeFileSync(file, trim(readFileSync(file, 'utf8')));
}
