import { bodyOf, type Document, nameOf, operationsOf, type PlacedOperation, resultOf } from './document.ts';
import { queryName } from './query-types.ts';

const HEADER = '// Generated from the contract by `npm run generate`. Do not edit.\n';

/** What the fake of `@tradepost/sdk/testing` takes and returns, by `operationId`. */
export class OperationTypes {
  readonly #document: Document;
  readonly #operations: readonly PlacedOperation[];
  readonly #imported = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
    this.#operations = operationsOf(document);
  }

  write(): string {
    const members = this.#operations.map((operation) => this.#member(operation));
    return `${HEADER}import type { ${[...this.#imported].join(', ')} } from '../../../generated/sdk-types.ts';
import type { BatchItem, BatchResult } from '../resources/batch.ts';
import type { Page } from '../lists/pagination.ts';

/** Of an operation that has none. */
export type NoParameters = Record<string, never>;

/** Every operation of the contract: what a request has and what a response with 2xx has. */
export interface FakeOperations {
${members.join('')}}
`;
  }

  #member(operation: PlacedOperation): string {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const query = queryName(operation, this.#operations);
    const params = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`);
    return `  /** ${operation.method.toUpperCase()} ${operation.path} */
  ${operation.operationId}: {
    params: ${params.length > 0 ? `{ ${params.join('; ')} }` : 'NoParameters'};
    query: ${query ? this.#type(query) : 'NoParameters'};
    body: ${this.#body(operation)};
    status: ${statuses.join(' | ')};
    result: ${this.#result(operation)};
  };
`;
  }

  #body(operation: PlacedOperation): string {
    const body = bodyOf(operation);
    if (!body) return 'undefined';
    if (!operation.path.endsWith('/batch')) return this.#type(body);
    const items = this.#refIn(body, 'items');
    const resource = /^(.+)(Update|Upsert)$/.exec(items)?.[1];
    const item = resource
      ? `BatchItem<${this.#type(`${resource}Create`)}, ${this.#type(items)}>`
      : this.#type(items);
    return `{ items: ${item}[] }`;
  }

  #result(operation: PlacedOperation): string {
    if (operation.path.startsWith('/exports/')) return 'string';
    const result = resultOf(operation);
    if (!result) return 'undefined';
    if (result === 'EventPage') return this.#type(result);
    if (operation.path.endsWith('/batch'))
      return `{ results: BatchResult<${this.#type(this.#refIn(result.replace(/Result$/, 'Row'), 'data'))}>[] }`;
    return result.endsWith('Page') ? `Page<${this.#type(this.#refIn(result, 'data'))}>` : this.#type(result);
  }

  /** The schema of a property, or of the items of a list. */
  #refIn(schema: string, property: string): string {
    const { $ref, items, oneOf } = this.#document.components.schemas[schema]?.properties?.[property] ?? {};
    return nameOf($ref ?? items?.$ref ?? oneOf?.find((each) => each.$ref)?.$ref ?? '');
  }

  #type(name: string): string {
    this.#imported.add(name);
    return name;
  }
}
