import { type Components, type Document, schemaIn } from '../document.ts';
import {
  bodyOf,
  isBatch,
  isExport,
  matchFieldsOf,
  type Operation,
  operationsOf,
  resultOf,
  rowOfBatch,
} from '../operations.ts';
import { HEADER, Imports } from './imports.ts';
import { queryName } from './query-types.ts';

/** What the fake of `@tradepost/sdk/testing` takes and returns, by `operationId`. */
export class OperationTypes {
  readonly #schemas: Components['schemas'];
  readonly #operations: readonly Operation[];
  readonly #imports = new Imports('../resources/batch.ts');

  constructor(document: Document) {
    this.#schemas = document.components.schemas;
    this.#operations = operationsOf(document);
  }

  write(): string {
    const members = this.#operations.map((operation) => this.#member(operation));
    return `${HEADER}${this.#imports.lines()}
/** Of an operation that has none. */
export type NoParameters = Record<string, never>;

/** Every operation of the contract: what a request has and what a response with 2xx has. */
export interface FakeOperations {
${members.join('')}}
`;
  }

  #member(operation: Operation): string {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const query = queryName(operation, this.#operations);
    const params = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`);
    return `  /** ${operation.method.toUpperCase()} ${operation.path} */
  ${operation.operationId}: {
    params: ${params.length > 0 ? `{ ${params.join('; ')} }` : 'NoParameters'};
    query: ${query ? this.#imports.generated(query) : 'NoParameters'};
    body: ${this.#body(operation)};
    status: ${statuses.join(' | ')};
    result: ${this.#result(operation)};
  };
`;
  }

  #body(operation: Operation): string {
    const body = bodyOf(operation);
    if (!body) return 'undefined';
    if (!isBatch(operation)) return this.#imports.generated(body);
    const by = matchFieldsOf(this.#schemas[body]!);
    const items = `items: ${this.#imports.batchItem(schemaIn(this.#schemas[body]!, 'items'), by)}[]`;
    return by ? `{ match_by?: ${by}; ${items} }` : `{ ${items} }`;
  }

  #result(operation: Operation): string {
    if (isExport(operation)) return 'string';
    const result = resultOf(operation);
    if (!result) return 'undefined';
    if (isBatch(operation))
      return `{ results: ${this.#imports.ofBatches('BatchResult')}<${this.#dataOf(rowOfBatch(operation))}>[] }`;
    if (result === 'EventPage' || !result.endsWith('Page')) return this.#imports.generated(result);
    return `${this.#imports.from('../lists/pagination.ts', 'Page')}<${this.#dataOf(result)}>`;
  }

  #dataOf(schema: string): string {
    return this.#imports.generated(schemaIn(this.#schemas[schema]!, 'data'));
  }
}
