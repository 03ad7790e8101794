import { bodyOf, isBatch, isExport, type Operation } from '../../operations.ts';
import { OF_THE_CLIENT, RESOURCES } from '../../sdk/methods.ts';
import { type ExampleOverride, exampleOverrides, overridden } from './example-overrides.ts';

/** What an example of an operation sends, chosen so that it works with the data of the demo. */
export interface ExampleRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export function exampleOf(operation: Operation): ExampleRequest {
  const override = exampleOverrides[operation.operationId] ?? {};
  const valuesIn = (place: string) =>
    operation.parameters
      .filter((each) => each.in === place && (place === 'path' || each.required))
      .map((each) => [each.name, (each as { readonly example?: unknown }).example] as const);
  return {
    path: { ...Object.fromEntries(valuesIn('path')), ...override.path },
    query: Object.fromEntries(valuesIn('query')),
    body: bodyExample(operation, override),
  };
}

/** The demo has a row with the value of the contract's example. */
const SUFFIX = '-2';

function bodyExample({ requestBody }: Operation, override: ExampleOverride): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example && overridden(example.value, override, () => SUFFIX);
}

/** A command for a shell with the two variables of the start. */
export function curlExample(operation: Operation): string {
  const { path, query, body } = exampleOf(operation);
  const filled = operation.route
    .slice(operation.method.length + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const method = operation.method === 'get' ? '' : ` -X ${operation.method.toUpperCase()}`;
  const words = [
    `curl${method} "$TRADEPOST_URL${filled}${parameters && `?${parameters}`}"`,
    '-H "Authorization: Bearer $TRADEPOST_API_KEY"',
  ];
  if (body === undefined) return words.join(' \\\n  ');
  words.push("-H 'Content-Type: application/json'", "--data-binary @- <<'JSON'");
  return `${words.join(' \\\n  ')}\n${JSON.stringify(body, null, 2)}\nJSON`;
}

/** The same with the SDK, whose client is `tp`. */
export function sdkExample(operation: Operation): string | undefined {
  const { operationId } = operation;
  if (OF_THE_CLIENT.includes(operationId)) return 'const me = await tp.me();';
  for (const { name, methods } of RESOURCES)
    for (const [method, id] of Object.entries(methods))
      if (id === operationId)
        return callOf(operation, `tp.${name[0]!.toLowerCase()}${name.slice(1)}.${method}`);
  return undefined;
}

function callOf(operation: Operation, method: string): string {
  const { path, query, body } = exampleOf(operation);
  const input = isBatch(operation) ? (body as { readonly items: unknown }).items : body;
  const values = [...Object.values(path), ...(bodyOf(operation) ? [input] : [])];
  const isRows = isExport(operation) || isList(operation);
  if (isRows || Object.keys(query).length > 0) values.push(...(Object.keys(query).length > 0 ? [query] : []));
  const call = `${method}(${values.map(literal).join(', ')})`;
  if (isRows) return `for await (const row of ${call}) {\n  console.log(row);\n}`;
  return operation.responses['204'] ? `await ${call};` : `const result = await ${call};`;
}

const isList = ({ method, parameters }: Operation): boolean =>
  method === 'get' && parameters.some(({ name }) => name === 'cursor');

/** A value as TypeScript writes it. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");
