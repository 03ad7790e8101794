import type { Document, Parameter } from '../../document.ts';
import { type Operation, operationsOf } from '../../operations.ts';
import { type ExampleOverride, exampleOverrides, overridden } from './example-overrides.ts';

/** A placeholder, which the service replaces each time the page is opened. */
const UNIQUE = '{unique}';

const NOTE =
  'Press Authorize and paste an API key. The examples work with the demo key, which `npm start` prints. Fields and errors are in the [reference](/docs/reference).';

type Json = { [key: string]: unknown };

/**
 * The document of each tag for Swagger UI, by its path: what it needs for sending a request. With the schemas of all bodies and
 * responses, which the reference has, it kept the browser busy for a second. It sends the examples as they are, so all of them must
 * work with the demo data.
 */
export function tryOutDocuments(document: Document): Record<string, string> {
  const operations = operationsOf(document);
  return Object.fromEntries(
    [...new Set(operations.map(({ tags }) => tags[0]!))].map((tag) => [
      `/docs/try/${tag.replaceAll(' ', '-')}.json`,
      JSON.stringify(partOf(document, tag, operations)),
    ]),
  );
}

function partOf(document: Document, tag: string, operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations.filter(({ tags }) => tags[0] === tag)) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method] = tried(operation);
  }
  const { openapi, info, servers, security, components } = document as unknown as Record<string, Json>;
  return {
    openapi,
    info: { ...info, description: NOTE },
    servers,
    security,
    paths,
    components: { securitySchemes: components!.securitySchemes },
  };
}

function tried(operation: Operation): Json {
  const { operationId, tags, summary, security, parameters, responses } = operation;
  const override = exampleOverrides[operationId] ?? {};
  const body = operation.requestBody && { content: { 'application/json': bodyOf(operation, override) } };
  return {
    operationId,
    tags,
    summary,
    ...(security && { security }),
    parameters: parameters.map((parameter) => field(parameter, override.path ?? {})),
    ...(body && { requestBody: { required: true, ...body } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [
        status,
        { description: (each as Json).description, content: contentOf(each.content) },
      ]),
    ),
  };
}

/** Swagger UI asks for the first of these types. */
const contentOf = (content: object = {}): Json =>
  Object.fromEntries(Object.keys(content).map((type) => [type, {}]));

/** Swagger UI sends every example it has: with those of optional parameters a list would find nothing. */
function field(parameter: Parameter, path: Readonly<Record<string, unknown>>): Json {
  const { name, in: place, required = false, description, schema } = parameter;
  const { type, enum: values, default: value, items } = schema;
  const { example } = parameter as { readonly example?: unknown };
  return {
    name,
    in: place,
    required,
    description,
    schema: { type, enum: values, default: value, items: items && { type: items.type, enum: items.enum } },
    ...(required && { example: path[name] ?? example }),
  };
}

let uniqueValues = 0;

function bodyOf({ requestBody }: Operation, override: ExampleOverride): Json {
  const { examples = {} } = requestBody!.content['application/json']!;
  const changed = Object.entries(examples).map(([name, example]) => [
    name,
    { ...example, value: overridden(example.value, override, () => `-${UNIQUE}${uniqueValues++}`) },
  ]);
  return { schema: { type: 'object' }, examples: Object.fromEntries(changed) };
}
