import type { Document, Schema } from '../document.ts';
import { isExport, listOf, type Operation, operationsOf, ownRowOf, resultOf } from '../operations.ts';
import { docComment, joinSentences } from './doc-comment.ts';
import type { SchemaTypes } from './schema-types.ts';

const REPORT = /Report$/;
/** Whether the operation is a report, which is JSON in the SDK: rows of it need no parser. */
export const isReport = (operation: Operation): boolean => REPORT.test(resultOf(operation) ?? '');

/**
 * The name of a list's or a report's query. An export is typed by the list of its path: /exports/products has that of
 * /products.
 */
export function queryName(operation: Operation, operations: readonly Operation[]): string | undefined {
  if (operation.method !== 'get') return undefined;
  const row = ownRowOf(operation);
  if (row) return `${row}ExportQuery`;
  if (isExport(operation)) {
    const list = listOf(operation, operations);
    return list && queryName(list, operations)?.replace(/Query$/, 'ExportQuery');
  }
  const page = resultOf(operation);
  if (isReport(operation)) return `${page}Query`;
  return page?.endsWith('Page') ? page.replace(/Page$/, 'Query') : undefined;
}

/** An interface per list, report and export. */
export function queryTypes(document: Document, types: SchemaTypes): string[] {
  const operations = operationsOf(document);
  const queries = operations.flatMap((operation) => {
    const name = queryName(operation, operations);
    return name ? [queryType(name, operation, types)] : [];
  });
  return [exportFormat(operations), ...queries];
}

/** One value may stand for a list of one. */
function queryValueType(schema: Schema, name: string, types: SchemaTypes): string {
  if (schema.type !== 'array') return types.typeOf(schema, name, false);
  const item = types.typeOf(schema.items!, name, false);
  return `${item} | readonly (${item})[]`;
}

/** The query of an export has its format as a type parameter, which decides what the rows are. */
const FORMAT = 'format';
const FORMAT_PARAMETER = '<Format extends ExportFormat = ExportFormat>';

/** Parameters whose values have a type of their own. */
const NAMED: Readonly<Record<string, string>> = { event_type: 'WebhookEventType' };

function exportFormat(operations: readonly Operation[]): string {
  const parameters = operations.filter(isExport).flatMap((operation) => operation.parameters);
  const values = parameters.filter(({ name }) => name === FORMAT).flatMap(({ schema }) => schema.enum ?? []);
  const names = [...new Set(values)].map((value) => JSON.stringify(value));
  return `${docComment('The formats of exports.')}export type ExportFormat = ${names.join(' | ')};\n`;
}

function queryType(name: string, operation: Operation, types: SchemaTypes): string {
  const { parameters, summary } = operation;
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .filter(({ name: field }) => field !== FORMAT || !isReport(operation))
    .map(({ name: field, required, description, schema }) => {
      const defaults = schema.default === undefined ? undefined : `Defaults to \`${schema.default}\`.`;
      const comment = docComment(joinSentences(description, defaults), '  ');
      const known = isExport(operation) ? { ...NAMED, [FORMAT]: 'Format' } : NAMED;
      const type = known[field] ?? queryValueType(schema, name, types);
      // Undefined counts as absent, also with exactOptionalPropertyTypes.
      return required ? `${comment}  ${field}: ${type};\n` : `${comment}  ${field}?: ${type} | undefined;\n`;
    });
  const typeParameter = isExport(operation) ? FORMAT_PARAMETER : '';
  return `${docComment(`What "${summary}" takes.`)}export interface ${name}${typeParameter} {\n${fields.join('')}}\n`;
}
