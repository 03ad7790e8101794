import { bundle, type Operation, pathItem } from '../../base/contract.ts';
import { textFormat } from '../../base/formats/contract-formats.ts';
import { emptyIfBlank, isBlank } from '../../base/formats/visible-text.ts';

/** Writes what people type in the form in which it's stored: a value, or what is in it. */
type Normalize = (value: unknown) => unknown;
type Fields = Record<string, unknown>;

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly allOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** By reference. Most schemas have nothing to normalize. */
const byRef = new Map<string, Normalize | undefined>();

/** What an operation's body, or a row, needs before it's validated, compiled once; undefined if it needs nothing. */
export function bodyNormalizer({ path, method }: Operation): Normalize | undefined {
  const schema = pathItem(path)[method]!.requestBody?.content['application/json']?.schema as Node | undefined;
  return schema?.$ref === undefined ? schema && normalizerOf(schema) : behind(schema.$ref);
}

/** The same of the filters of a list. An empty one isn't sent. */
export function queryNormalizer({ parameters }: Operation): Normalize | undefined {
  const inQuery = parameters.filter((each) => each.in === 'query' && (each.schema as Node).format);
  return ofFields(Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema as Node])));
}

function normalizerOf(node: Node): Normalize | undefined {
  const { $ref, properties = {}, items, allOf = [], oneOf = [] } = node;
  return inSequence([
    $ref === undefined ? undefined : behind($ref),
    ofText(node),
    ofFields(properties),
    items && ofElements(normalizerOf(items)),
    ...[...allOf, ...oneOf].map(normalizerOf),
  ]);
}

function behind(ref: string): Normalize | undefined {
  if (!byRef.has(ref))
    byRef.set(ref, normalizerOf(bundle.components.schemas[ref.split('/').at(-1)!] as Node));
  return byRef.get(ref);
}

function inSequence(all: readonly (Normalize | undefined)[]): Normalize | undefined {
  const [first, ...rest] = all.filter((each) => each !== undefined);
  if (!first || rest.length === 0) return first;
  return (value) => rest.reduce((normalized, normalize) => normalize(normalized), first(value));
}

/** Ten times what the longest field takes, for blanks around it. To normalize 100 kB of them took 100 times as long as to parse them. */
const MOST_CHARACTERS = 20_000;

/** What has no value is an empty text in forms and CSV files. */
function ofText(node: Node): Normalize | undefined {
  const { type = [], format } = node;
  const { normalize, keepsEmpty } = textFormat(format) ?? { normalize: ofFreeText(node), keepsEmpty: true };
  const emptyIsNull = !keepsEmpty && type.includes('null');
  if (!normalize && !emptyIsNull) return undefined;
  return (value) => {
    if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return value;
    if (emptyIsNull && isBlank(value)) return null;
    return normalize ? normalize(value) : value;
  };
}

/** A text without rules of its own. */
const ofFreeText = ({ type = [], format, pattern, enum: values }: Node) =>
  type.includes('string') && !(format || pattern || values) ? emptyIfBlank : undefined;

function ofElements(normalize: Normalize | undefined): Normalize | undefined {
  if (!normalize) return undefined;
  return (value) => {
    if (Array.isArray(value))
      // entries() would make an array for each: 13 MB for 100 kB of them.
      for (let index = 0; index < value.length; index += 1) value[index] = normalize(value[index]);
    return value;
  };
}

/** In place, as the validator fills in defaults. By the members that are there: most are left out, and hostile bodies have many empty objects. */
function ofFields(properties: Readonly<Record<string, Node>>): Normalize | undefined {
  const fields = new Map(
    Object.entries(properties).flatMap(([name, node]) => {
      const normalize = normalizerOf(node);
      return normalize ? [[name, normalize] as const] : [];
    }),
  );
  if (fields.size === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    for (const name in value) {
      const normalize = fields.get(name);
      const member = (value as Fields)[name];
      if (normalize && member != null) (value as Fields)[name] = normalize(member);
    }
    return value;
  };
}
