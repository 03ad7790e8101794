import { report } from './references.js';

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const PASCAL_CASE = /^([A-Z][a-z0-9]*)+$/;
const CAMEL_CASE = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/;

/** Generated clients take these names as they are. */
export const naming = () => ({
  SchemaProperties: (fields, ctx) => checkKeys('field', fields, SNAKE_CASE, 'snake_case', ctx),
  NamedSchemas: (schemas, ctx) => checkKeys('schema', schemas, PASCAL_CASE, 'PascalCase', ctx),
  Parameter({ in: place, name }, ctx) {
    // Header names are case-insensitive, and written like those of HTTP.
    if (place !== 'header' && !SNAKE_CASE.test(name))
      reportName('parameter', name, 'snake_case', ctx, 'name');
  },
  Operation({ operationId }, ctx) {
    if (!CAMEL_CASE.test(operationId))
      reportName('operationId', operationId, 'camelCase', ctx, 'operationId');
  },
});

function checkKeys(kind, node, pattern, casing, ctx) {
  for (const name of Object.keys(node).filter((key) => !pattern.test(key)))
    reportName(kind, name, casing, ctx, name);
}

function reportName(kind, name, casing, ctx, key) {
  const right = casing === 'snake_case' ? ` to ${snakeCase(name)}` : '';
  report(ctx, `The ${kind} ${name} isn't in ${casing}. Rename it${right}.`, key);
}

function snakeCase(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return words.toLowerCase();
}
