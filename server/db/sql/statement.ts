import { type Querier, register, type Statement } from '../querier.ts';

/**
 * A statement with named parameters, prepared once per connection:
 *
 *     const rename = statement('rename product', 'UPDATE products SET name = :name WHERE id = :id RETURNING version');
 *     const [row] = await rename<{ version: number }>(tx, { id, name });
 *
 * Its type infers the parameters from the text, so a missing or surplus value does not compile. A text composed of pieces
 * keeps its type if every piece does: write `as const` after a template literal with substitutions. When a piece is only a
 * `string`, the names are checked when the statement runs.
 */
export interface NamedStatement<Text extends string> extends Statement {
  /** The names of $1, $2, … */
  readonly parameters: readonly string[];
  <Row extends object>(db: Querier, values: ParametersOf<Text>): Promise<Row[]>;
}

export type ParametersOf<Text extends string> =
  HasUnknownPiece<Code<Text>> extends true ? Readonly<Record<string, unknown>> : Values<Names<Code<Text>>>;

/** With no names at all TypeScript would let any object pass. */
type Values<Name extends string> = [Name] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [N in Name]: unknown };

interface Options {
  /** False to have PostgreSQL plan it for the values of each execution. */
  readonly prepared?: boolean;
  readonly isLookUp?: boolean;
  readonly byteColumns?: readonly string[];
}

/** Names and compiles a statement; `text` has `:name` where PostgreSQL gets `$1`, `$2`, … */
export function statement<const Text extends string>(
  name: string,
  text: Text,
  { prepared = true, ...options }: Options = {},
): NamedStatement<Text> {
  const compiled = compile(text);
  const run = <Row extends object>(db: Querier, values: ParametersOf<Text>): Promise<Row[]> =>
    db.query<Row>(named, inOrder(name, compiled.parameters, values));
  const named: NamedStatement<Text> = Object.assign(run, { ...compiled, prepared, ...options });
  Object.defineProperty(named, 'name', { value: name });
  return register(named);
}

/** Strings and comments, which may contain colons; then casts; then parameters. */
const TOKENS = /'[^']*'|--[^\n]*|::|:([A-Za-z_]\w*)/g;
/** These would need a real SQL scanner, here and in the types below. No statement has needed them yet. */
const UNSUPPORTED = /\/\*|\$\w*\$|\b[eE]'/;
const QUOTED_NAME = /"[^"]*"/g;
const POSITIONAL = /\$\d/;

/** Replaces each `:name` by the name's number. Strings, comments and casts stay as they are. */
export function compile(text: string): { readonly text: string; readonly parameters: readonly string[] } {
  const parameters: string[] = [];
  const numberOf = (name: string): number => {
    if (!parameters.includes(name)) parameters.push(name);
    return parameters.indexOf(name) + 1;
  };
  const code = text.replace(/'[^']*'|--[^\n]*/g, "''");
  const unreadable = UNSUPPORTED.test(code) || code.match(QUOTED_NAME)?.some((name) => /[:']/.test(name));
  if (unreadable)
    throw new Error(`A statement cannot hold block comments, dollar quotes, E'' strings or "a:b": ${text}`);
  if (POSITIONAL.test(code)) throw new Error(`A statement takes :name parameters, not $1: ${text}`);
  const compiled = text.replace(TOKENS, (token, name?: string) => (name ? `$${numberOf(name)}` : token));
  return { text: compiled, parameters };
}

function inOrder(statementName: string, parameters: readonly string[], values: object): unknown[] {
  const byName = values as Readonly<Record<string, unknown>>;
  const names = Object.keys(values);
  const ordered = new Array<unknown>(parameters.length);
  for (let i = 0; i < parameters.length; i += 1) {
    const name = parameters[i]!;
    if (!(name in byName))
      throw new Error(`The statement "${statementName}" was given no value for :${name}.`);
    ordered[i] = byName[name];
  }
  if (names.length === parameters.length) return ordered;
  const surplus = names.find((name) => !parameters.includes(name));
  throw new Error(`The statement "${statementName}" has no parameter :${surplus}.`);
}

/** The text without strings and comments, which may contain colons and quotes. */
type Code<Text extends string, Done extends string = ''> = Text extends `${infer Before}'${infer After}`
  ? Before extends `${infer Kept}--${string}`
    ? Code<AfterLine<Text>, `${Done}${Kept} `>
    : Code<AfterString<After>, `${Done}${Before} `>
  : Text extends `${infer Kept}--${string}`
    ? Code<AfterLine<Text>, `${Done}${Kept} `>
    : `${Done}${Text}`;
type AfterLine<Text extends string> = Text extends `${string}--${infer Comment}`
  ? Comment extends `${string}\n${infer Rest}`
    ? Rest
    : ''
  : never;
type AfterString<Text extends string> = Text extends `${string}'${infer Rest}` ? Rest : '';

type Names<Sql extends string, Found extends string = never> = Sql extends `${string}:${infer After}`
  ? After extends `:${infer Rest}`
    ? Names<Rest, Found>
    : Names<After, Found | NameAt<Word<After>>>
  : Found;
/** Cut first at what follows most names, because the letters are then read one by one. */
type Word<Text extends string> = Cut<Cut<Cut<Cut<Text, '\n'>, ' '>, ','>, ')'>;
type Cut<Text extends string, At extends string> = Text extends `${infer Before}${At}${string}`
  ? Before
  : Text;
type NameAt<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Letter
    ? Identifier<Rest, First>
    : never
  : never;
type Identifier<Text extends string, Name extends string> = Text extends `${infer Next}${infer Rest}`
  ? Next extends Letter | Digit
    ? Identifier<Rest, `${Name}${Next}`>
    : Name
  : Name;
type Lower =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r';
type Letter = Lower | Uppercase<Lower> | '_' | MoreLower | Uppercase<MoreLower>;
type MoreLower = 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** A template type with a hole, like `a ${string}`, is an index signature, so such a record may be empty. */
type HasUnknownPiece<Text extends string> = Record<never, never> extends Record<Text, true> ? true : false;
