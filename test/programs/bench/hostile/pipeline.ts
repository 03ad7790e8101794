import { Readable } from 'node:stream';
import express, { type RequestHandler, type Response } from 'express';
import { compileValidators, validate, validateBody } from '../../../../server/api/validation/validate.ts';
import { contractOperations, type Operation, operationById } from '../../../../server/base/contract.ts';
import { ApiProblem } from '../../../../server/base/problems/api-problem.ts';
import type { Transaction } from '../../../../server/db/querier.ts';
import type { ResourceTable, StoredRow } from '../../../../server/db/sql/resource-table.ts';
import { readBody } from '../../../../server/http/body/read-body.ts';
import { setRequestContext } from '../../../../server/http/request-context.ts';
import { runAdjustmentBatch } from '../../../../server/trade/catalogue/stock/run-batch.ts';
import { runBatch } from '../../../../server/trade/resources/batch.ts';
import {
  type ChangeableName,
  createOperation,
  upsertOperation,
} from '../../../../server/trade/resources/resource.ts';
import type { RowWriter } from '../../../../server/trade/resources/row-writer.ts';
import type { CheckBody } from '../../../../server/trade/resources/upsert.ts';

const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';

/** Writes rows nowhere. */
const NO_TABLE: RowWriter<StoredRow<never>, object, object> = {
  findRows: async () => [],
  lockRows: async () => [],
  uniqueFields: [],
  columnsOf: (body) => body,
  changesOf: (_row, body) => body,
  write: async (_db, { creations }) =>
    creations.map(({ position }) => ({ position, id: position, version: 1, document: '{}' as never })),
};

/** Processes a body (and each row of a batch) like the server, from its last byte to its handler or rejection. */
export class BodyPipeline {
  readonly #app = express();
  readonly #operation: Operation;
  readonly #steps: readonly RequestHandler[];
  /** For a batch, the resource of its rows. */
  readonly #rowName: ChangeableName | undefined;

  constructor(operation: Operation) {
    this.#app.enable('case sensitive routing').enable('strict routing');
    this.#operation = operation;
    this.#steps = [...readBody(operation), validate(operation, Date.now)];
    this.#rowName = rowName(operation);
  }

  /** Compiles the schemas of both sets, so that no measurement contains it. */
  async warmUp(): Promise<void> {
    const name = this.#rowName;
    const ids: readonly string[] = name ? [createOperation(name), upsertOperation(name)] : [];
    // Adjustments are only created.
    for (const operation of [this.#operation, ...contractOperations.filter(({ id }) => ids.includes(id))]) {
      validate(operation, Date.now);
      for (const set of ['allIssues', 'firstIssue'] as const)
        await compileValidators(this.#app, operation, set);
    }
  }

  /** The text of the response, as far as the body determines it. */
  async run(bytes: Buffer): Promise<string> {
    try {
      const body = await this.#read(bytes);
      return this.#rowName ? await this.#runRows(this.#rowName, body) : 'accepted';
    } catch (error) {
      if (error instanceof ApiProblem) return JSON.stringify(error.body(REQUEST_ID));
      throw error;
    }
  }

  async #read(bytes: Buffer): Promise<unknown> {
    const res = {} as Response;
    setRequestContext(res, { requestId: REQUEST_ID, startedAt: 0 });
    const { method, route } = this.#operation;
    const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
    const path = route.replaceAll(/:\w+/g, '1');
    const params = Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));
    const req = Object.assign(Readable.from([bytes]), {
      ...{ app: this.#app, method: method.toUpperCase(), url: path, path, originalUrl: path, baseUrl: '' },
      ...{ headers, query: {}, params, body: undefined as unknown },
      get: (name: string) => (headers as Record<string, string>)[name.toLowerCase()],
    });
    for (const step of this.#steps)
      await new Promise<void>((resolve, reject) => {
        const next = (error?: unknown): void => (error ? reject(error) : resolve());
        Promise.resolve(step(req as never, res, next)).catch(reject);
      });
    return req.body;
  }

  #runRows(name: ChangeableName, body: unknown): Promise<string> {
    const table: Pick<ResourceTable, 'name' | 'lockByExternalId'> = {
      name: 'rows',
      lockByExternalId: async () => [],
    };
    const resource = { name, table, writer: NO_TABLE };
    const nothing = { query: async () => [] } as unknown as Transaction;
    const request = {
      caller: { tenantId: 1 },
      requestId: REQUEST_ID,
      items: (body as { items: unknown[] }).items,
    };
    const check: CheckBody = (id, item, ...more) =>
      validateBody({ app: this.#app, nowMs: Date.now }, operationById(id), item, ...more);
    if (this.#operation.id === 'batchStockAdjustments')
      return runAdjustmentBatch(nothing, request as never, check);
    return runBatch(nothing, resource as never, request as never, check);
  }
}

function rowName({ id, path }: Operation): ChangeableName | undefined {
  if (!id.startsWith('batch')) return undefined;
  const collection = path.replace('/batch', '');
  const create = contractOperations.find((other) => other.method === 'post' && other.path === collection);
  return create!.id.slice('create'.length) as ChangeableName;
}
