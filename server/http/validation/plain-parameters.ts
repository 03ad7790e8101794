import type { Request } from 'express';
import type { Operation, Parameter } from '../../contract.ts';

/** Undefined if the value isn't plainly valid. It has a character at least, and that of an integer is one in decimal digits. */
type Convert = (text: string) => unknown;

interface Plain {
  readonly name: string;
  readonly required: boolean;
  readonly default: unknown;
  readonly convert: Convert;
}

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/**
 * Takes the parameters of a GET if they are plainly valid, as the validator would: converted, with defaults. For anything else it returns
 * false, and the validator decides. raw-parameters.ts must have found nothing in them: what is given is known, not empty and given once.
 * Undefined for other operations.
 */
export function takePlainParameters(operation: Operation): ((req: Request) => boolean) | undefined {
  const { method, hasBody, parameters } = operation;
  if (method !== 'get' || hasBody || parameters.length === 0) return undefined;
  const of = (where: Parameter['in']): Parameter[] => parameters.filter((each) => each.in === where);
  const [path, query] = [of('path').map(plain), of('query').map(plain)];
  const headers = of('header').map(({ name }) => name);
  return (req) => {
    if (headers.some((name) => req.get(name) !== undefined)) return false;
    const [params, values] = [take(path, req.params), take(query, req.query)];
    if (!params || !values) return false;
    req.params = params as Request['params'];
    // Express has a getter for it, which parses the query each time.
    Object.defineProperty(req, 'query', { writable: true, value: values });
    return true;
  };
}

function take(parameters: readonly Plain[], given: object): object | undefined {
  const taken: Record<string, unknown> = Object.create(null);
  const texts = given as Readonly<Record<string, unknown>>;
  for (const { name, required, convert, default: byDefault } of parameters) {
    const text = texts[name];
    if (text === undefined && required) return undefined;
    const value = text === undefined ? byDefault : typeof text === 'string' ? convert(text) : undefined;
    if (value !== undefined) taken[name] = value;
    else if (text !== undefined) return undefined;
  }
  return taken;
}

const plain = ({ name, required = false, schema }: Parameter): Plain => ({
  name,
  required,
  default: (schema as Schema).default,
  convert: conversionOf(schema),
});

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  integer: ['type', 'minimum', 'maximum', 'default'],
  boolean: ['type', 'default'],
  string: ['type', 'minLength', 'maxLength', 'enum', 'default'],
};
const CONVERSIONS: Readonly<Record<string, (schema: Schema) => Convert>> = {
  integer: ({ minimum = -Infinity, maximum = Infinity }) => {
    return (text) => (Number(text) >= minimum && Number(text) <= maximum ? Number(text) : undefined);
  },
  boolean: () => (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  // The contract counts characters, of which a text never has more than units of UTF-16.
  string: ({ minLength = 0, maxLength = Infinity, enum: values }) => {
    if (minLength > 1) return () => undefined;
    return (text) => (text.length <= maxLength && (!values || values.includes(text)) ? text : undefined);
  },
};

/** A schema that says more than this, such as a format, is left to the validator. */
function conversionOf(schema: Parameter['schema']): Convert {
  const type = String(schema.type);
  const isPlain = Object.keys(schema).every((keyword) => KEYWORDS[type]?.includes(keyword));
  return isPlain ? CONVERSIONS[type]!(schema as Schema) : () => undefined;
}
