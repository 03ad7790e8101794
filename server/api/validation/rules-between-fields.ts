import { bundle, type Operation, pathItem } from '../../base/contract.ts';

/** A schema of the contract, as far as it says what the fields of an object have to do with each other. */
interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  readonly not?: Node;
  readonly if?: Node;
  readonly then?: Node;
  readonly else?: Node;
}

type Fields = Readonly<Record<string, unknown>>;

/** The schema of a value in an operation's body: `['items', '0']` is that of the first item. */
export function schemaAt({ path, method }: Operation, names: readonly string[], body: unknown): Node {
  const { schema } = pathItem(path)[method]!.requestBody!.content['application/json']!;
  let [node, value] = [ofValue(schema, body), body];
  for (const name of names) {
    const inside = Array.isArray(value) ? node.items : node.properties?.[name];
    value = (value as Fields | null | undefined)?.[name];
    node = ofValue(inside, value);
  }
  return node;
}

/** Behind references, and in a union the branch that the value has chosen. */
function ofValue(node: Node = {}, value: unknown): Node {
  if (node.$ref !== undefined)
    return ofValue(bundle.components.schemas[node.$ref.split('/').at(-1)!] as Node, value);
  const { discriminator, oneOf, properties } = node;
  if (discriminator) {
    const tag = String((value as Fields | null)?.[discriminator.propertyName]);
    return ofValue({ $ref: discriminator.mapping[tag] ?? Object.values(discriminator.mapping)[0]! }, value);
  }
  const other = properties ? undefined : oneOf?.find(({ type }) => type !== 'null');
  return other ? ofValue(other, value) : node;
}

/** Says which fields stand for each other. Of those that exclude each other in pairs, only the ones with a pair in the object. */
export function alternativesIn({ oneOf = [], not }: Node, object: unknown): string {
  const has = (name: string) => Object.hasOwn((object ?? {}) as Fields, name);
  const excludes = not?.anyOf ?? (not ? [not] : []);
  const pairs = excludes.filter(({ required }) => required?.every(has));
  const excluded = excludes.filter(({ required }) =>
    pairs.some((pair) => pair.required!.some((name) => required?.includes(name))),
  );
  const names = new Set((pairs.length > 0 ? excluded : oneOf).flatMap(({ required = [] }) => required));
  const list = [...names].join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `must have ${pairs.length > 0 ? 'at most' : 'exactly'} one of ${list}`;
}

const WITHOUT = ' without ';

/** Why a field is refused, if the reason is another field: ` with mode set`. Empty if it isn't. */
export function reasonIn(holder: Node, name: string, keyword: string, object: unknown): string {
  const { if: condition, then: whenTrue = {}, else: whenFalse = {} } = holder;
  if (!condition) return '';
  const [[field, { const: value, not }]] = Object.entries(condition.properties!) as [[string, Node]];
  const expected = value ?? null;
  const equals = ((object as Fields | undefined)?.[field] ?? null) === expected;
  const branch = equals === (not === undefined) ? whenTrue : whenFalse;
  const isOfBranch =
    keyword === 'required' ? branch.required?.includes(name) : keyword in (branch.properties?.[name] ?? {});
  if (!isOfBranch) {
    const inner = reasonIn(branch, name, keyword, object);
    const isLast = expected !== null || !equals || !inner.startsWith(WITHOUT) || inner.includes(field);
    return isLast ? inner : `${WITHOUT}${field} or ${inner.slice(WITHOUT.length)}`;
  }
  if (expected === null) return equals ? `${WITHOUT}${field}` : ` with ${field}`;
  return equals ? ` with ${field} ${expected}` : ` unless ${field} is ${expected}`;
}
