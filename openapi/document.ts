// The bundled contract, as far as the generators read it.

export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | null)[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-defaults'?: Readonly<Record<string, unknown>>;
  /** What a row of a batch is meant to be: bundle/open-rows.js. */
  readonly 'x-row'?: Schema;
  readonly contentSchema?: Schema;
  readonly 'x-problems'?: Readonly<Record<string, ProblemRule>>;
  readonly 'x-issues'?: Readonly<Record<string, IssueRule>>;
}

export interface IssueRule {
  readonly title: string;
  readonly advice: string;
}

export interface ProblemRule extends IssueRule {
  readonly status: number;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema & { readonly default?: unknown };
}

export interface Media {
  readonly schema?: Schema & { readonly contentMediaType?: string };
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly description?: string };
  readonly responses: Readonly<Record<string, Response>>;
  readonly deprecated?: boolean;
  readonly 'x-deprecated-at'?: string;
  readonly 'x-sunset-at'?: string;
  readonly 'x-problem-codes'?: readonly string[];
  /** Of an export whose rows aren't those of a list: the list that selects them. */
  readonly 'x-rows-of'?: string;
  /** The columns of an export, or of each group of a report. */
  readonly 'x-columns'?: readonly string[] | Readonly<Record<string, readonly string[]>>;
}

export interface Sentence {
  readonly en: string;
  readonly pt: string;
}

/** The lint rule tradepost/event-catalogue makes sure of the form of `x-event`. */
export interface Webhook extends OperationObject {
  readonly requestBody: { readonly content: Content };
  readonly 'x-event': {
    readonly scope: string;
    readonly fires: Readonly<Record<string, Sentence & { readonly by: readonly string[] }>>;
    readonly does_not_fire: Readonly<Record<string, Sentence>>;
    readonly notes?: Readonly<Record<string, Sentence>>;
  };
}

type PathItem = Readonly<Record<string, OperationObject>> & { readonly parameters?: readonly Parameter[] };

export interface Document {
  readonly info: { readonly description: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export type Components = Document['components'];

/** The name at the end of a reference. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** A part of the document, or the component that it refers to. */
export const resolve = <Part extends { readonly $ref?: string }>(
  part: Part,
  components: Readonly<Record<string, Part>>,
): Part => (part.$ref === undefined ? part : components[nameOf(part.$ref)]!);

/** The name of the schema that a property has, alone, in a list or in a union with null. */
export function schemaIn({ properties }: Schema, property: string): string {
  const { $ref, items, oneOf } = properties?.[property] ?? {};
  return nameOf(
    $ref ?? items?.$ref ?? items?.['x-row']?.$ref ?? oneOf?.find((each) => each.$ref)?.$ref ?? '',
  );
}

/** The body of a problem. */
export interface ProblemExample {
  readonly code: string;
  readonly type: string;
  readonly detail: string;
  readonly request_id: string;
}

/** Those of the shared responses, in which every code has one that operations show. */
export const problemExamples = ({ responses }: Components): ProblemExample[] =>
  Object.values(responses)
    .flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}))
    .map(({ value }) => value as ProblemExample);
