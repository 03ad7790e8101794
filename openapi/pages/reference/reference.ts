import { type Document, type Header, nameOf, resolve, type Schema } from '../../document.ts';
import type { Operation } from '../../operations.ts';
import type { Translate } from '../../translations.ts';
import type { Contract } from '../contract/contract.ts';
import type { DocumentedProblem } from '../contract/problems.ts';
import { textRenderer } from '../guides/markdown.ts';
import type { Html } from '../layout/html.ts';
import type { Language } from '../layout/languages.ts';
import { curlExample, sdkExample } from './examples.ts';
import { type Field, type FieldGroup, FieldReader } from './fields.ts';
import { type ReferenceWords, words } from './words.ts';

/** Translates into Portuguese, and has the version of what wasn't in the first: `addOrderRefund`, `Order.charges`. */
export interface ReferenceSources {
  readonly translate: Translate;
  readonly since: Readonly<Record<string, string>>;
}

export interface Section {
  readonly title: string;
  readonly description?: string;
  readonly groups: readonly FieldGroup[];
}

/** All that the reference says about an operation. */
export interface OperationView {
  readonly operation: Operation;
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly string[];
  readonly since: string | undefined;
  /** What a request has: parameters by their place, and the body. */
  readonly sections: readonly Section[];
  /** Those of a success. */
  readonly responses: readonly ResponseView[];
  readonly problems: readonly DocumentedProblem[];
  readonly events: readonly string[];
  readonly curl: string;
  readonly sdk: string | undefined;
}

export interface ResponseView {
  readonly status: string;
  readonly description: string;
  readonly object: string | undefined;
  readonly example: unknown;
  readonly headers: readonly Field[];
}

/** An object of requests and responses. */
export interface ObjectView {
  readonly name: string;
  readonly description: string;
  readonly groups: readonly FieldGroup[];
  readonly usedBy: readonly Operation[];
  /** Of a request or response that is this object. */
  readonly example: unknown;
}

const PLACES = ['path', 'query', 'header'] as const;

/** The contract as the pages of the reference show it, in one language. */
export class Reference {
  readonly language: Language;
  readonly words: ReferenceWords;
  readonly contract: Contract;
  /** Renders a text that is in the language already. */
  readonly html: (markdown: string) => Html;
  readonly #document: Document;
  readonly #sources: ReferenceSources;
  readonly #fields: FieldReader;

  constructor(language: Language, document: Document, contract: Contract, sources: ReferenceSources) {
    this.language = language;
    this.words = words[language];
    this.contract = contract;
    const render = textRenderer(contract, language);
    // So that no number is in two lines: 25 000.
    this.html = (markdown) => render(markdown.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0'));
    this.#document = document;
    this.#sources = sources;
    this.#fields = new FieldReader(
      document.components.schemas,
      language,
      (text) => this.text(text),
      sources.since,
    );
  }

  /** A text of the contract in the language. */
  text(english: string): string {
    return this.language === 'en' ? english : this.#sources.translate(english);
  }

  operation(operation: Operation): OperationView {
    const { operationId, summary, description, security = [] } = operation;
    return {
      operation,
      title: this.text(summary),
      description: this.text(description),
      scopes: security.flatMap((each) => Object.values(each).flat()),
      since: this.#sources.since[operationId],
      sections: [...PLACES.flatMap((place) => this.#parameters(operation, place)), ...this.#body(operation)],
      responses: Object.keys(operation.responses)
        .filter((status) => status.startsWith('2'))
        .map((status) => this.#response(operation, status)),
      problems: this.#problems(operation),
      events: this.contract.events
        .filter(({ fires }) => fires.some(({ by }) => by.includes(operationId)))
        .map(({ kind }) => kind),
      curl: curlExample(operation),
      sdk: sdkExample(operation),
    };
  }

  /** Objects with fields. What is a single value is explained where it is used. */
  objects(): ObjectView[] {
    const { schemas } = this.#document.components;
    return Object.entries(schemas).flatMap(([name, schema]) => {
      const groups = this.#fields.groups({ $ref: `#/${name}` } as Schema, name);
      if (groups.length === 0) return [];
      const description = this.text(schema.description ?? '');
      return [{ name, description, groups, usedBy: this.#usedBy(name), example: this.#exampleOf(name) }];
    });
  }

  #parameters({ parameters }: Operation, place: (typeof PLACES)[number]): Section[] {
    const found = parameters.filter((each) => each.in === place);
    if (found.length === 0) return [];
    const fields = found.map(
      ({ name, schema, description, required }): Field =>
        this.#fields.field(
          { ...schema, ...(description !== undefined && { description }) },
          { name, path: `${place}.${name}` },
          [],
          required ? { required: [name] } : {},
        ),
    );
    return [{ title: this.words[place], groups: [{ variant: '', rules: [], fields }] }];
  }

  #body({ requestBody }: Operation): Section[] {
    const schema = requestBody?.content['application/json']?.schema;
    if (!schema) return [];
    const description = this.text(requestBody?.description ?? '');
    return [{ title: this.words.body, description, groups: this.#fields.groups(schema, 'body') }];
  }

  #response(operation: Operation, status: string): ResponseView {
    const { content = {}, description = '', headers = {} } = operation.responses[status]!;
    const media = Object.values(content)[0];
    const schemas = Object.values(content).map(({ schema = {} }) => schema);
    return {
      status,
      description: [description, ...schemas.map((schema) => this.#textOfRows(schema))]
        .map((text) => this.text(text))
        .join('\n\n'),
      object: schemas.filter((schema) => this.#isObject(schema)).map(({ $ref }) => nameOf($ref!))[0],
      example: Object.values(media?.examples ?? {})[0]?.value,
      headers: Object.entries(headers).map(([name, header]) => this.#header(name, header, status)),
    };
  }

  #isObject = (schema: Schema): boolean =>
    schema.$ref !== undefined && this.#fields.groups(schema, '').length > 0;

  /** Of an export, whose schemas are texts. */
  #textOfRows(schema: Schema): string {
    if (this.#isObject(schema)) return '';
    return resolve(schema, this.#document.components.schemas).description ?? '';
  }

  #header(name: string, header: Header, status: string): Field {
    const { schema = {}, description = '' } = resolve(header, this.#document.components.headers);
    return this.#fields.field({ ...schema, description }, { name, path: `${status}.${name}` });
  }

  #problems(operation: Operation): DocumentedProblem[] {
    const all = this.contract.operations.length;
    return [...this.contract.problems.values()].filter(
      ({ code, operations }) =>
        code !== 'invalid_request' &&
        operations.length < all &&
        operations.some((each) => each.operationId === operation.operationId),
    );
  }

  /** The fullest of them. */
  #exampleOf(name: string): unknown {
    const contents = this.contract.operations.flatMap(({ requestBody, responses }) => [
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
      ...Object.values(requestBody?.content ?? {}),
    ]);
    const own = contents.filter(({ schema }) => schema?.$ref?.endsWith(`/${name}`));
    const values = own.flatMap(({ examples = {} }) => Object.values(examples).map(({ value }) => value));
    return values.sort((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
  }

  #usedBy(name: string): Operation[] {
    const reference = `"#/components/schemas/${name}"`;
    return this.contract.operations.filter(({ requestBody, responses }) =>
      JSON.stringify([requestBody, responses]).includes(reference),
    );
  }
}
