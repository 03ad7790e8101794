import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Document } from '../document.ts';
import { bodyOf, operationsOf } from '../operations.ts';
import { root } from '../run.ts';
import { eventExamples } from './event-examples.ts';
import { eventTypes } from './event-types.ts';
import { FakeContract } from './fake-contract.ts';
import { fakeRules } from './fake-rules.ts';
import { HEADER } from './imports.ts';
import { OF_THE_CLIENT, RESOURCES } from './methods.ts';
import { OperationTypes } from './operation-types.ts';
import { queryTypes } from './query-types.ts';
import { ResourceSource } from './resource-source.ts';
import { isNamed, SchemaTypes } from './schema-types.ts';

/** The files of the SDK that are derived from the contract, by their place in the project. */
export function sdkFiles(document: Document): Record<string, string> {
  const sources = {
    ...resources(document),
    'sdk/src/testing/operations.ts': new OperationTypes(document).write(),
  };
  return {
    'generated/sdk-types.ts': sdkTypes(document),
    ...Object.fromEntries(Object.entries(sources).map(([file, text]) => [file, formatted(file, text)])),
    'sdk/src/cli/event-examples.json': eventExamples(document),
    'sdk/src/testing/contract-data.js': new FakeContract(document).write(),
    'sdk/src/testing/service-rules.js': fakeRules(),
  };
}

/** Every schema, query and event under a name of its own, with the contract's descriptions. */
function sdkTypes(document: Document): string {
  const { schemas } = document.components;
  const types = new SchemaTypes(document, inputSchemas(document));
  const named = Object.keys(schemas).filter((name) => isNamed(name, schemas[name]!));
  const declared = named.map((name) => types.declare(name));
  return [HEADER, ...declared, eventTypes(document), ...queryTypes(document, types)].join('\n');
}

/** What a request's body can contain. */
function inputSchemas(document: Document): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const text = JSON.stringify(document.components.schemas[name]);
    for (const [, inside] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(inside!);
  };
  for (const body of operationsOf(document).flatMap((operation) => bodyOf(operation) ?? [])) visit(body);
  return found;
}

function resources(document: Document): Record<string, string> {
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

/** As `npm run format` would write it, so that the linter has nothing to say. */
function formatted(file: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
