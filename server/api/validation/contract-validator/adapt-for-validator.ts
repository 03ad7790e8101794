import { TIME_OF_FILTER } from '../../../base/formats/contract-formats.ts';

interface Ref {
  readonly $ref: string;
}

interface Node {
  readonly in?: string;
  readonly schema?: { readonly format?: string };
  /** Another object where fields have these names. */
  readonly type?: string | readonly string[] | object;
  readonly format?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly 'x-defaults'?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, object>>;
  readonly not?: object;
  readonly oneOf?: readonly (Ref | { readonly type?: string })[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

/** A reviver for JSON.parse that rewrites what express-openapi-validator or its messages don't do well. */
export function adaptForValidator(_name: string, node: Node | null): unknown {
  if (node === null || typeof node !== 'object') return node;
  // RFC 3986 allows `:`, `/` and `,` unencoded in a query; without allowReserved the validator refuses them.
  if (node.in === 'query') return { ...node, schema: ofParameter(node), allowReserved: true };
  if (typeof node.in === 'string') return { ...node, schema: ofParameter(node) };
  if (isFreeText(node)) return { ...node, format: PROSE };
  if (node.discriminator) return chosenByTag(node.discriminator);
  if (isOrNull(node)) return unlessNull(node);
  const whole = node.oneOf && node.properties ? withAlternatives(node) : node;
  return node['x-defaults'] ? withDefaults(whole, node['x-defaults']) : whole;
}

const PROSE = 'prose';
const isFreeText = ({ type, format, enum: values, const: value }: Node): boolean =>
  (type === 'string' || (Array.isArray(type) && type.includes('string'))) && !(format || values || value);

/** Finds what is there already, and from whichever time on. */
function ofParameter({ schema: { format, ...schema } = {} }: Node): object {
  if (format === PROSE || format === undefined) return schema;
  return { ...schema, format: format === 'date-time' ? TIME_OF_FILTER : format };
}

/**
 * Exactly one of several fields, without what each branch says of the fields that are missing in it. A value that isn't an object
 * has that issue alone.
 */
function withAlternatives({ oneOf = [], not, ...node }: Node): object {
  const alternatives = oneOf.map((branch) => ({ required: (branch as { required?: string[] }).required }));
  const one = { type: 'object', not: { oneOf: alternatives } };
  // Beside what else the fields exclude.
  return { ...node, not: one, ...(not && { allOf: [{ not }] }) };
}

/**
 * A discriminated union as one condition per tag. As a `oneOf` it would be validated against every branch, and a mistake
 * reported once for each of them.
 */
function chosenByTag({ propertyName, mapping }: NonNullable<Node['discriminator']>): object {
  const tags = Object.entries(mapping);
  return {
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: { enum: tags.map(([tag]) => tag) } },
    allOf: tags.map(([tag, $ref]) => ({
      if: { required: [propertyName], properties: { [propertyName]: { const: tag } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref },
    })),
  };
}

const isNull = (branch: object): boolean => 'type' in branch && branch.type === 'null';
const isOrNull = ({ oneOf }: Node): boolean => oneOf?.length === 2 && oneOf.some(isNull);

/** `X or null` without the branch for null, which would add "must be null" to every mistake in X. */
const unlessNull = ({ oneOf = [] }: Node): object => ({
  if: { not: { type: 'null' } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: oneOf.find((branch) => !isNull(branch)),
});

/**
 * The validator fills in defaults from the keyword that the contract avoids (docs/decisions/request-defaults.md). In allOf,
 * because a $ref may hide what stands beside it.
 */
function withDefaults(schema: Node, defaults: Readonly<Record<string, unknown>>): Node {
  const { 'x-defaults': _, ...rest } = schema;
  const filled = Object.entries(defaults).map(([name, value]) => {
    const property = schema.properties?.[name];
    return [name, { ...(property && { allOf: [property] }), default: value }];
  });
  return { ...rest, properties: { ...schema.properties, ...Object.fromEntries(filled) } };
}
