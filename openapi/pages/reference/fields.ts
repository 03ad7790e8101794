import { type Components, nameOf, type Schema } from '../../document.ts';
import type { Language } from '../layout/languages.ts';
import { FORMATS } from './formats.ts';
import { type ReferenceWords, words as texts } from './words.ts';

/** A field of a body or an object, as the reference shows it. */
export interface Field {
  readonly name: string;
  /** Where it is: `body.items.quantity`. The anchor of its link. */
  readonly path: string;
  /** In words: `list of OrderItem`. */
  readonly type: string;
  /** The object that it is, or that its list is of. */
  readonly object: string | undefined;
  readonly required: boolean;
  readonly limits: readonly string[];
  readonly values: readonly string[];
  readonly description: string;
  readonly example: unknown;
  /** The version that added it, if that wasn't the first. */
  readonly since: string | undefined;
  /** What it has inside, by the name of each variant if it is one of several. */
  readonly inside: readonly FieldGroup[];
}

export interface FieldGroup {
  /** Empty if there is only one. */
  readonly variant: string;
  readonly fields: readonly Field[];
}

/** What a schema says that the pages show, beyond what the generators read. */
interface Limits extends Schema {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** A longer one says less than the description does. */
const LONGEST_PATTERN = 40;
/** Of more, such as the events of all kinds, each has a page of its own. */
const MOST_VARIANTS = 8;
/** Objects within objects within objects are shown on the page of their own. */
const DEEPEST = 4;

export class FieldReader {
  readonly #schemas: Components['schemas'];
  readonly #language: Language;
  readonly #words: ReferenceWords;
  readonly #translate: (text: string) => string;
  readonly #since: Readonly<Record<string, string>>;

  constructor(
    schemas: Components['schemas'],
    language: Language,
    translate: (text: string) => string,
    since: Readonly<Record<string, string>>,
  ) {
    this.#schemas = schemas;
    this.#language = language;
    this.#words = texts[language];
    this.#translate = translate;
    this.#since = since;
  }

  /** What a schema has inside, as far as the objects above it don't have it already. */
  groups(schema: Schema, path: string, above: readonly string[] = []): FieldGroup[] {
    const { target, name } = this.#resolve(schema);
    const within = name === undefined ? above : [...above, name];
    const variants = variantsOf(target);
    if (variants.length > 0)
      return variants.map((each) => ({
        variant: each.$ref ? nameOf(each.$ref) : '',
        fields:
          variants.length > MOST_VARIANTS
            ? []
            : this.groups(each, each.$ref ? `${path}.${nameOf(each.$ref)}` : path, within).flatMap(
                ({ fields }) => fields,
              ),
      }));
    if (!target.properties) return [];
    const fields = Object.entries(target.properties).map(([field, each]) =>
      this.field(each, { name: field, path: `${path}.${field}`, owner: name }, within, target),
    );
    return [{ variant: '', fields }];
  }

  field(
    schema: Schema,
    place: { readonly name: string; readonly path: string; readonly owner?: string | undefined },
    above: readonly string[] = [],
    { required = [], 'x-defaults': defaults = {} }: Schema = {},
  ): Field {
    const { target, name } = this.#resolve(schema);
    const inner = target.items ? this.#resolve(target.items) : { target, name };
    const isKnown = inner.name !== undefined && above.includes(inner.name);
    return {
      name: place.name,
      path: place.path,
      type: this.#typeOf(target, name) + (isNullable(schema, target) ? ` ${this.#words.or} null` : ''),
      object: isObject(inner.target) ? inner.name : undefined,
      required: required.includes(place.name),
      limits: limitsOf({ default: defaults[place.name], ...target } as Limits, this.#language),
      values: [...(target.enum ?? []), ...(target['x-extensible-enum'] ?? [])].map(String),
      description: this.#translate(schema.description ?? target.description ?? ''),
      example: (target as Limits).examples?.[0],
      since: this.#since[`${place.owner}.${place.name}`],
      inside: isKnown || above.length >= DEEPEST ? [] : this.#inside(target, place.path, above),
    };
  }

  #inside(target: Schema, path: string, above: readonly string[]): FieldGroup[] {
    const inner = target.items ?? target;
    const { name } = this.#resolve(inner);
    if (name !== undefined && above.includes(name)) return [];
    return this.groups(inner, path, above);
  }

  /** The schema itself: what a reference leads to, also in a union with null. */
  #resolve(schema: Schema): { readonly target: Schema; readonly name: string | undefined } {
    const row = schema['x-row'];
    if (row) return this.#resolve(row);
    if (schema.$ref === undefined) {
      const options = (schema.oneOf ?? []).filter((each) => each.type !== 'null');
      if (schema.properties || options.length !== 1) return { target: schema, name: undefined };
      return this.#resolve(options[0]!);
    }
    const name = nameOf(schema.$ref);
    const { target, name: inner } = this.#resolve(this.#schemas[name]!);
    return { target, name: inner ?? name };
  }

  #typeOf(target: Schema, name: string | undefined): string {
    const { listOf, or } = this.#words;
    if (target.items) {
      const item = this.#resolve(target.items);
      return `${listOf} ${this.#typeOf(item.target, item.name)}`;
    }
    if (name !== undefined && isObject(target)) return name;
    if (target.const !== undefined) return JSON.stringify(target.const);
    return [target.type ?? (isObject(target) ? 'object' : 'any')].flat().join(` ${or} `);
  }
}

/** Of an object, whose name says nothing of null. Another type names null itself. */
const isNullable = ({ oneOf = [] }: Schema, target: Schema): boolean =>
  oneOf.some(({ type }) => type === 'null') || (isObject(target) && [target.type].flat().includes('null'));

const isObject = (schema: Schema): boolean =>
  schema.properties !== undefined || variantsOf(schema).length > 0;

/** The alternatives that are objects of their own. Others only say which fields belong together. */
const variantsOf = ({ properties, oneOf = [], anyOf = [] }: Schema): readonly Schema[] =>
  properties ? [] : [...oneOf, ...anyOf].filter(({ $ref, properties: own }) => $ref || own);

function limitsOf(schema: Limits, language: Language): string[] {
  const { format, pattern, exclusiveMinimum, uniqueItems, default: value } = schema;
  const words = texts[language];
  const isOneOf = schema.enum ?? schema['x-extensible-enum'];
  return [
    format === undefined ? undefined : FORMATS[format]?.[language],
    format === undefined && pattern && pattern.length <= LONGEST_PATTERN ? pattern : undefined,
    range(schema.minimum, schema.maximum, undefined, words),
    exclusiveMinimum === undefined ? undefined : `${words.moreThan} ${exclusiveMinimum}`,
    isOneOf ? undefined : range(schema.minLength, schema.maxLength, words.characters, words),
    range(schema.minItems, schema.maxItems, words.entries, words),
    uniqueItems ? words.noneTwice : undefined,
    value === undefined ? undefined : `${words.defaultIs} ${JSON.stringify(value)}`,
  ].filter((limit) => limit !== undefined);
}

function range(
  least: number | undefined,
  most: number | undefined,
  [one, several]: ReferenceWords['characters'] = ['', ''],
  { atMost, atLeast, to }: ReferenceWords,
): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const unit = (most ?? least) === 1 ? one : several;
  if (most === undefined) return `${atLeast} ${least}${unit}`;
  if (least === undefined) return `${atMost} ${most}${unit}`;
  return least === most ? `${least}${unit}` : `${least} ${to} ${most}${unit}`;
}
