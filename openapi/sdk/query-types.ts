import { docComment, joinSentences } from './doc-comment.ts';
import { type Document, operationsOf, type PlacedOperation, resultOf } from './document.ts';
import type { SchemaTypes } from './schema-types.ts';

/** The name of a list's query. An export is typed by the list of its path: /exports/products has that of /products. */
export function queryName(
  operation: PlacedOperation,
  operations: readonly PlacedOperation[],
): string | undefined {
  const { method, path } = operation;
  if (method !== 'get') return undefined;
  if (path.startsWith('/exports/')) {
    const list = operations.find((each) => each.method === 'get' && `/exports${each.path}` === path);
    return list && queryName(list, operations)?.replace(/Query$/, 'ExportQuery');
  }
  const page = resultOf(operation);
  return page?.endsWith('Page') ? page.replace(/Page$/, 'Query') : undefined;
}

/** An interface per list and export. */
export function queryTypes(document: Document, types: SchemaTypes): string[] {
  const operations = operationsOf(document);
  const queries = operations.flatMap((operation) => {
    const name = queryName(operation, operations);
    return name ? [queryType(name, operation, types)] : [];
  });
  return [exportFormat(operations), ...queries];
}

/** The query of an export has its format as a type parameter, which decides what the rows are. */
const FORMAT = 'format';
const FORMAT_PARAMETER = '<Format extends ExportFormat = ExportFormat>';

/** Parameters whose values have a type of their own. */
const NAMED: Readonly<Record<string, string>> = { event_type: 'WebhookEventType' };

function exportFormat(operations: readonly PlacedOperation[]): string {
  const values = operations.flatMap(({ path, parameters }) =>
    path.startsWith('/exports/')
      ? parameters.filter(({ name }) => name === FORMAT).flatMap(({ schema }) => schema.enum ?? [])
      : [],
  );
  const names = [...new Set(values)].map((value) => JSON.stringify(value));
  return `${docComment('The formats of exports.')}export type ExportFormat = ${names.join(' | ')};\n`;
}

function queryType(name: string, { path, parameters, summary }: PlacedOperation, types: SchemaTypes): string {
  const isExport = path.startsWith('/exports/');
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name: field, required, description, schema }) => {
      const defaults = schema.default === undefined ? undefined : `Defaults to \`${schema.default}\`.`;
      const comment = docComment(joinSentences(description, defaults), '  ');
      const known = isExport ? { ...NAMED, [FORMAT]: 'Format' } : NAMED;
      const type = known[field] ?? types.typeOf(schema, name, false);
      // Undefined counts as absent, also with exactOptionalPropertyTypes.
      return required ? `${comment}  ${field}: ${type};\n` : `${comment}  ${field}?: ${type} | undefined;\n`;
    });
  return `${docComment(`What "${summary}" takes.`)}export interface ${name}${isExport ? FORMAT_PARAMETER : ''} {\n${fields.join('')}}\n`;
}
