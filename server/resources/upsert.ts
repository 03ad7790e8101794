import type { OperationId } from '../contract.ts';
import { type Statement, statement, type Transaction } from '../db/querier.ts';
import { firstRow, type StoredRow } from '../db/resource-table.ts';
import { problemAt } from '../errors.ts';
import type { Caller } from '../handler.ts';
import { type Preconditions, requireNoVersion, requireVersion } from '../preconditions.ts';
import type { ValidationBudget } from '../validation-budget.ts';
import type { Resource } from './resource.ts';

/**
 * Checks a body as the contract wants it for an operation, and answers it with the defaults put in. The rows of a batch
 * share a budget.
 */
export type CheckBody = (operation: OperationId, body: unknown, budget?: ValidationBudget) => Promise<object>;

export interface UpsertResult<T> {
  readonly created: boolean;
  readonly row: StoredRow<T>;
}

export interface UpsertRequest extends Preconditions {
  readonly caller: Caller;
  readonly externalId: string;
  readonly body: object;
}

const locks = new Map<string, Statement>();

/** The row with this id of the client's, locked. */
function lockStatement(table: string): Statement {
  const known = locks.get(table);
  if (known) return known;
  const made = statement(
    `lock ${table} external`,
    `SELECT id, version, document FROM ${table}
     WHERE tenant_id = $1 AND external_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  locks.set(table, made);
  return made;
}

// Two requests for one id that is not there yet: the second waits, and then finds what the first has made.
const lockName = statement('lock external id', 'SELECT pg_advisory_xact_lock(hashtextextended($1, $2))');

/** Changes the resource with this external id, or creates it. */
export async function upsert<T>(
  tx: Transaction,
  resource: Resource<T>,
  { caller, externalId, body, ...preconditions }: UpsertRequest,
  checkBody: CheckBody,
): Promise<UpsertResult<T>> {
  requireSameId(externalId, body);
  const { name } = resource.table;
  await resource.lockFirst?.(tx, caller.tenantId);
  await tx.query(lockName, [`${name} ${externalId}`, caller.tenantId]);
  const row = await firstRow<StoredRow<T>>(tx, lockStatement(name), [caller.tenantId, externalId]);
  if (row) {
    requireVersion(preconditions, row.version);
    return { created: false, row: await resource.change(tx, caller, row, body) };
  }
  requireNoVersion(preconditions, resource.noun);
  const whole = await checkBody(resource.createOperation, { ...body, external_id: externalId });
  return { created: true, row: await resource.create(tx, caller, whole) };
}

function requireSameId(externalId: string, body: { readonly external_id?: unknown }): void {
  if (body.external_id === undefined || body.external_id === externalId) return;
  const detail = 'The external_id of the body is not that of the path.';
  throw problemAt('invalid_request', '/external_id', 'must be left out or equal that of the path', detail);
}
