import { type Components, nameOf, type Schema } from '../../document.ts';
import type { Language } from '../layout/languages.ts';
import { type Limits, limitsOf } from './limits.ts';
import { rulesOf } from './rules.ts';
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
  /** Which of the fields go together. */
  readonly rules: readonly string[];
  readonly fields: readonly Field[];
}

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
      return variants.map((each) => {
        const place = each.$ref ? `${path}.${nameOf(each.$ref)}` : path;
        const inner = variants.length > MOST_VARIANTS ? [] : this.groups(each, place, within);
        return {
          variant: each.$ref ? nameOf(each.$ref) : '',
          rules: inner.flatMap(({ rules }) => rules),
          fields: inner.flatMap(({ fields }) => fields),
        };
      });
    if (!target.properties) return [];
    const fields = Object.entries(target.properties).map(([field, each]) =>
      this.field(each, { name: field, path: `${path}.${field}`, owner: name }, within, target),
    );
    return [{ variant: '', rules: rulesOf(target, this.#words), fields }];
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
      type: this.#typeOf(schema),
      object: isObject(inner.target) ? inner.name : undefined,
      required: required.includes(place.name),
      limits: limitsOf({ default: defaults[place.name], ...target } as Limits, this.#language),
      values: valuesOf(target.items ? inner.target : target),
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

  #typeOf(schema: Schema): string {
    const { target, name } = this.#resolve(schema);
    const type = this.#typeWithoutNull(target, name);
    return isNullable(schema, target) ? `${type} ${this.#words.or} null` : type;
  }

  #typeWithoutNull(target: Schema, name: string | undefined): string {
    const { listOf, or } = this.#words;
    if (target.items) return `${listOf} ${this.#typeOf(target.items)}`;
    if (name !== undefined && isObject(target)) return name;
    if (target.const !== undefined) return JSON.stringify(target.const);
    const types = [target.type ?? (isObject(target) ? 'object' : 'any')].flat();
    return types.filter((type) => type !== 'null').join(` ${or} `);
  }
}

const isNullable = ({ oneOf = [] }: Schema, target: Schema): boolean =>
  oneOf.some(({ type }) => type === 'null') || [target.type].flat().includes('null');

/** Of a list, those of its entries. */
const valuesOf = ({ enum: values = [], 'x-extensible-enum': extensible = [] }: Schema): string[] =>
  [...values, ...extensible].map(String);

const isObject = (schema: Schema): boolean =>
  schema.properties !== undefined || variantsOf(schema).length > 0;

/** The alternatives that are objects of their own. Others only say which fields belong together. */
const variantsOf = ({ properties, oneOf = [], anyOf = [] }: Schema): readonly Schema[] =>
  properties ? [] : [...oneOf, ...anyOf].filter(({ $ref, properties: own }) => $ref || own);
