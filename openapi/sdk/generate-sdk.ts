import { type Document, nameOf, type Schema } from '../document.ts';
import { bodyOf, operationsOf } from '../operations.ts';
import { eventTypes } from './event-types.ts';
import { HEADER } from './imports.ts';
import { OF_THE_CLIENT, RESOURCES } from './methods.ts';
import { queryTypes } from './query-types.ts';
import { ResourceSource } from './resource-source.ts';
import { isNamed, SchemaTypes } from './schema-types.ts';

/** The types of the SDK: every schema, query and event under a name of its own, with the contract's descriptions. */
export function sdkTypes(document: Document): string {
  const { schemas } = document.components;
  const types = new SchemaTypes(document, inputSchemas(document));
  const named = Object.keys(schemas).filter((name) => isNamed(name, schemas[name]!));
  const declared = named.map((name) => types.declare(name));
  return [HEADER, ...declared, eventTypes(document), ...queryTypes(document, types)].join('\n');
}

/** The SDK's classes, by file. */
export function sdkResources(document: Document): Record<string, string> {
  const operations = operationsOf(document);
  checkComplete(operations.map(({ operationId }) => operationId));
  const sources = RESOURCES.map((each) => [
    `sdk/src/resources/${kebab(each.name)}.ts`,
    new ResourceSource(each, operations, document.components).write(),
  ]);
  return Object.fromEntries(sources);
}

function checkComplete(operationIds: readonly string[]): void {
  const placed = new Set([...OF_THE_CLIENT, ...RESOURCES.flatMap(({ methods }) => Object.values(methods))]);
  const missing = operationIds.filter((id) => !placed.has(id));
  if (missing.length > 0) throw new Error(`openapi/sdk/methods.ts has no method for ${missing.join(', ')}.`);
}

/** What a request's body can contain. */
function inputSchemas(document: Document): Set<string> {
  const { schemas } = document.components;
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if ($ref?.startsWith('#/components/schemas/')) visitSchema(nameOf($ref));
    Object.values(value).forEach(visit);
  };
  const visitSchema = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    visit(schemas[name]);
  };
  for (const operation of operationsOf(document)) {
    const body = bodyOf(operation);
    if (body) visitSchema(body);
  }
  return found;
}

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
