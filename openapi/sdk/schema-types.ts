import { type Document, nameOf, type Schema } from '../document.ts';
import { docComment, joinSentences } from './doc-comment.ts';

/** `Page` is a page of any rows. */
const RENAMED: Readonly<Record<string, string>> = { Page: 'PageInfo' };
/** They have a type with another name: see event-types.ts. */
const EVENTS: Readonly<Record<string, string>> = { Event: 'WebhookEvent', EventKind: 'WebhookEventType' };
/** The SDK has generic types for them: `Page<Product>`, `BatchResult<Product>`. */
const GENERIC = /^(?!Event|Feed).+Page$|(Batch|BatchRow|BatchResult)$/;

const typeName = (schema: string): string => RENAMED[schema] ?? schema;

/** Whether the schema gets a type of its own. A number or a text is written where it is used. */
export function isNamed(name: string, schema: Schema): boolean {
  if (GENERIC.test(name) || name in EVENTS) return false;
  return Boolean(schema.properties ?? schema.oneOf ?? schema.enum ?? schema['x-extensible-enum']);
}

/**
 * Writes types. What Tradepost returns is open: later versions may add values, so a `switch` needs a default branch.
 * What it accepts is closed: a typo doesn't compile.
 */
export class SchemaTypes {
  readonly #schemas: Document['components']['schemas'];
  readonly #inputs: ReadonlySet<string>;
  /** Interfaces for objects inside of others, found while writing those. */
  readonly #nested: string[] = [];

  constructor({ components }: Document, inputs: ReadonlySet<string>) {
    this.#schemas = components.schemas;
    this.#inputs = inputs;
  }

  /** A schema of the contract as an interface or an alias, with those of the objects inside. */
  declare(name: string): string {
    const schema = this.#schemas[name]!;
    const open = !this.#inputs.has(name) || schema.type === 'string';
    const own = schema.properties
      ? this.interface(typeName(name), schema, open)
      : `${docComment(schema.description ?? '')}export type ${typeName(name)} = ${this.typeOf(schema, typeName(name), open)};\n`;
    return [own, ...this.#nested.splice(0)].join('\n');
  }

  interface(name: string, schema: Schema, open: boolean): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, type]) => {
      const isRequired = schema.required?.includes(field);
      // The client leaves out what is undefined, so the type admits it also with exactOptionalPropertyTypes.
      const absent = isRequired || open ? '' : ' | undefined';
      const comment = docComment(this.#describe(type, schema['x-defaults']?.[field]), '  ');
      return `${comment}  ${field}${isRequired ? '' : '?'}: ${this.typeOf(type, name + pascal(field), open)}${absent};\n`;
    });
    return `${docComment(schema.description ?? '')}export interface ${name} {\n${fields.join('')}}\n`;
  }

  /** `name` is for the interface of an object that has none. */
  typeOf(schema: Schema, name: string, open: boolean): string {
    const row = schema['x-row'];
    if (row) return this.typeOf(row, name, open);
    if (schema.$ref) return this.#refType(nameOf(schema.$ref), name, open);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return this.#enumType(schema.enum, open);
    if (schema['x-extensible-enum']) return this.#enumType(schema['x-extensible-enum'], open);
    if (schema.oneOf && !schema.properties)
      return schema.oneOf.map((each) => this.typeOf(each, name, open)).join(' | ');
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    return types.map((type: string) => this.#plainType(type, schema, name, open)).join(' | ');
  }

  #refType(ref: string, name: string, open: boolean): string {
    const target = this.#schemas[ref]!;
    if (ref in EVENTS) return EVENTS[ref]!;
    // The named type of an enum is open.
    const isClosedEnum = !open && target.enum !== undefined;
    if (!isNamed(ref, target) || isClosedEnum) return this.typeOf(target, name, open);
    // The interface has the object's fields; where it's used, there may be null.
    return target.properties && target.type?.includes('null') ? `${typeName(ref)} | null` : typeName(ref);
  }

  #enumType(values: readonly (string | null)[], open: boolean): string {
    const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
    const rest = [...(open ? ['(string & {})'] : []), ...(values.includes(null) ? ['null'] : [])];
    return [...texts, ...rest].join(' | ');
  }

  #plainType(type: string, schema: Schema, name: string, open: boolean): string {
    if (type === 'integer') return 'number';
    if (type === 'array') {
      const item = this.typeOf(schema.items ?? {}, `${name}Item`, open);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    if (type !== 'object') return type;
    if (typeof schema.additionalProperties === 'object')
      return `{ [name: string]: ${this.typeOf(schema.additionalProperties, name, open)} }`;
    this.#nested.push(this.interface(name, schema, open));
    return name;
  }

  /** Its own description, and that of what it refers to: "at most 2 decimals". */
  #describe(schema: Schema, byDefault: unknown): string {
    const target = schema.$ref ? this.#schemas[nameOf(schema.$ref)] : undefined;
    const isPlain = target !== undefined && !target.properties && !target.oneOf;
    const shared = schema.description === undefined || isPlain ? target?.description : undefined;
    const defaults = byDefault === undefined ? undefined : `Defaults to \`${JSON.stringify(byDefault)}\`.`;
    return joinSentences(schema.description, shared, defaults);
  }
}

const pascal = (field: string): string =>
  field.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
