/** What the SDK's generator reads of a JSON Schema. The bundle has no others. */
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
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema & { readonly default?: unknown };
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

export interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
  /** With those of the path, and without references. */
  readonly parameters: readonly Parameter[];
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** The name at the end of a reference. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export function operationsOf({ paths, components }: Document): PlacedOperation[] {
  const resolve = (parameter: Parameter): Parameter =>
    parameter.$ref ? components.parameters[nameOf(parameter.$ref)]! : parameter;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method]!;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      return { ...operation, method, path, parameters };
    }),
  );
}

const jsonSchema = (content: Content | undefined): string | undefined => {
  const ref = content?.['application/json']?.schema?.$ref;
  return ref && nameOf(ref);
};

/** The name of the schema of its body. */
export const bodyOf = ({ requestBody }: Operation): string | undefined => jsonSchema(requestBody?.content);

/** The name of the schema of its first response with status 2xx. */
export function resultOf({ responses }: Operation): string | undefined {
  const success = Object.keys(responses).find((status) => status.startsWith('2'));
  return success && jsonSchema(responses[success]?.content);
}
