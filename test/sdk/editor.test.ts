import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

/** What an editor shows without scrolling. */
const MAX_HOVER = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = path.join(root, 'test/sdk/editor-program.ts');
const TYPES = path.join(root, 'generated/sdk-types.ts');
const INDEX = path.join(root, 'sdk/src/index.ts');
const WEBHOOKS = path.join(root, 'sdk/src/webhooks/index.ts');
/** The classes with a method per operation. */
const resources = readdirSync(path.join(root, 'sdk/src/resources'))
  .map((name) => path.join(root, 'sdk/src/resources', name))
  .filter((file) => readFileSync(file, 'utf8').startsWith('// Generated from the contract'));

/** What an integrator writes, with a name to hover over before each `/*`. */
const USES: readonly (readonly [code: string, hover: string])[] = [
  ['const product/**/ = await tp.products.get(1);', 'const product: Product'],
  ['tp.products.get/**/', '(method) Products.get(id: number, options?: RequestOptions): Reply<Product>'],
  [
    'tp.orders.list/**/',
    '(method) Orders.list(query?: OrderQuery, options?: ListOptions): List<ListedOrder>',
  ],
  ['const page/**/ = await tp.orders.list();', 'const page: Page<ListedOrder>'],
  ['for await (const row/**/ of tp.coupons.list()) {}', 'const row: Coupon'],
  [
    "tp.orders.export/**/({ format: 'ndjson' });",
    '(method) Orders.export<"ndjson">(query: OrderExportQuery<"ndjson">, options?: RequestOptions): Export<ListedOrder, "ndjson">',
  ],
  ["for await (const row/**/ of tp.orders.export({ format: 'ndjson' })) {}", 'const row: ListedOrder'],
  ["for await (const row/**/ of tp.orders.export({ format: 'csv' })) {}", 'const row: CsvRow'],
  [
    'const draft: OrderCreate = { customer_id/**/: 1, items: [] };',
    '(property) OrderCreate.customer_id?: number | undefined',
  ],
  ['(await tp.products.get(1)).price/**/', '(property) Product.price: number'],
  ['(await tp.orders.get(1)).status/**/', '(property) Order.status: OrderStatus'],
  ['(await tp.orders.get(1)).items[0]!.price_source/**/', '(property) OrderItem.price_source: PriceSource'],
  [
    'try {} catch (e) { if (e instanceof ApiError) e.code/**/ }',
    '(property) ApiError.code: ProblemCode | undefined',
  ],
];

let service: ts.LanguageService;

beforeAll(() => {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const uses = USES.map(([code], index) => `async function use${index}() {\n${code}\n}`);
  const text = `import { ApiError, type OrderCreate, type Tradepost } from '@tradepost/sdk';
declare const tp: Tradepost;
${uses.join('\n')}`;
  const read = (file: string) => (file === PROGRAM ? text : ts.sys.readFile(file));
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [PROGRAM, TYPES, INDEX, WEBHOOKS, ...resources],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(read(file) ?? ''),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === PROGRAM || ts.sys.fileExists(file),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  });
}, 600_000);

interface Hover {
  readonly where: string;
  readonly text: string;
  readonly documentation: string;
}

function hoverAt(file: string, position: number, where: string): Hover {
  const info = service.getQuickInfoAtPosition(file, position);
  return {
    where,
    text: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
  };
}

/** Every member of the declaration that a program can name. */
function membersOf(declaration: ts.Node): Hover[] {
  const file = declaration.getSourceFile();
  const found: Hover[] = [];
  const isHidden = (node: ts.Node) =>
    ts.isPrivateIdentifier((node as ts.PropertyDeclaration).name) ||
    ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal') ||
    (ts.getCombinedModifierFlags(node as ts.Declaration) & ts.ModifierFlags.Private) !== 0;
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.PropertyDeclaration;
    const isMember = ts.isClassElement(node) || ts.isTypeElement(node);
    if (isMember && name && ts.isIdentifier(name) && !isHidden(node))
      found.push(hoverAt(file.fileName, name.getStart(file), `${nameOf(declaration)}.${name.text}`));
    if (node === declaration || ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

const nameOf = (node: ts.Node): string => (node as ts.InterfaceDeclaration).name.text;

/** The interfaces, classes and types that a file declares or exports, wherever they are declared. */
function exportsOf(file: string): ts.Node[] {
  const program = service.getProgram()!;
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .flatMap(({ declarations = [] }) => declarations)
    .filter((node) => !node.getSourceFile().fileName.includes('node_modules'))
    .filter((node) => !node.getSourceFile().fileName.endsWith('generated/openapi.ts'));
}

const undocumented = (hovers: readonly Hover[]) =>
  hovers.filter(({ documentation }) => documentation.trim() === '').map(({ where }) => where);
const tooLong = (hovers: readonly Hover[]) =>
  hovers.filter(({ text }) => text.length > MAX_HOVER).map(({ where, text }) => `${where}: ${text}`);

describe('what an editor shows', () => {
  it.each(USES)('at %s', (code, hover) => {
    const text = service.getProgram()!.getSourceFile(PROGRAM)!.text;
    const marked = text.indexOf('/**/', text.indexOf(`\n${code}\n`));
    expect(hoverAt(PROGRAM, marked - 1, code).text).toBe(hover);
  });

  it('of every method of every resource has a comment and is short', () => {
    const methods = resources.flatMap((file) => exportsOf(file).flatMap(membersOf));
    expect(methods.length).toBeGreaterThan(57);
    expect(undocumented(methods)).toEqual([]);
    expect(tooLong(methods)).toEqual([]);
  });

  it('of every field of the contract has a comment and is short', () => {
    const fields = exportsOf(TYPES).flatMap(membersOf);
    expect(fields.length).toBeGreaterThan(600);
    expect(undocumented(fields)).toEqual([]);
    expect(tooLong(fields)).toEqual([]);
  });

  it('of every other member of an export has a comment and is short', () => {
    const members = [...exportsOf(INDEX), ...exportsOf(WEBHOOKS)].flatMap(membersOf);
    expect(undocumented(members)).toEqual([]);
    expect(tooLong(members)).toEqual([]);
  });

  it('of a field that refers to another schema has the comments of both', () => {
    const { documentation } = exportsOf(TYPES)
      .flatMap(membersOf)
      .find(({ where }) => where === 'Product.price')!;
    expect(documentation).toContain('at most 10 decimals');
  });

  it('of each operation of the contract is a method', () => {
    const bundle = readFileSync(path.join(root, 'generated/openapi.json'), 'utf8');
    const { paths } = JSON.parse(bundle) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const operations = Object.values(paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId !== undefined && operationId !== 'getMe'),
    );
    const methods = resources.flatMap((file) => exportsOf(file).flatMap(membersOf));
    // batchAll sends any number of batches.
    const ofOne = methods.filter(({ where }) => !where.endsWith('.batchAll'));
    expect(ofOne.length).toBe(operations.length);
  });
});
