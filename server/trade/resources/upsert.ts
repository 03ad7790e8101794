import type { Caller } from '../../accounts/api-keys/caller.ts';
import { requireRoom } from '../../accounts/tenants/storage.ts';
import type { OperationId } from '../../base/contract.ts';
import { type Preconditions, requireNoVersion, requireVersion } from '../../base/preconditions.ts';
import type { Transaction } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { RequestBody } from './handler.ts';
import { nameOfRow, nameOfTable } from './lock-names.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  createOperation,
  type Resource,
  type ResourceRow,
} from './resource.ts';
import type { ValidationBudget } from './validation-budget.ts';
import { changeRow, createRow } from './write-row.ts';

/**
 * Validates a body against an operation's schema and returns it with defaults filled in. The rows of a batch share a
 * budget.
 */
export type CheckBody = <K extends OperationId>(
  operation: K,
  body: unknown,
  budget?: ValidationBudget,
) => Promise<RequestBody<K>>;

export interface UpsertResult<Name extends ChangeableName> {
  readonly created: boolean;
  readonly row: ResourceRow<Name>;
}

export interface UpsertRequest<Name extends ChangeableName> extends Preconditions {
  readonly caller: Caller;
  readonly externalId: string;
  readonly body: ChangeBody<Name>;
}

/** In one statement, and in this order, like the names of a batch. */
const lockName = statement(
  'lock external id',
  `SELECT pg_advisory_xact_lock_shared(hashtextextended(:all, :tenant_id)),
     pg_advisory_xact_lock(hashtextextended(:name, :tenant_id))`,
);

/** Changes the resource with this external id, or creates it. */
export async function upsert<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  { caller, externalId, body, ...preconditions }: UpsertRequest<Name>,
  checkBody: CheckBody,
): Promise<UpsertResult<Name>> {
  const { table } = resource;
  const tenant_id = caller.tenantId;
  await resource.lockFirst?.(tx, caller.tenantId);
  const find = async () =>
    (await table.lockByExternalId<ResourceRow<Name>>(tx, { tenant_id, external_id: externalId }))[0];
  let row = await find();
  if (!row) {
    // If two requests upsert an id that doesn't exist yet, the second waits and then finds the row that the first created.
    const all = nameOfTable(table.name);
    await lockName(tx, { all, name: nameOfRow(table.name, externalId), tenant_id });
    row = await find();
  }
  if (row) {
    requireVersion(preconditions, row.version);
    return { created: false, row: await changeRow(tx, resource, caller, { row, body }) };
  }
  requireNoVersion(preconditions, resource.noun);
  requireRoom(caller);
  const complete: CreateBody<Name> = await checkBody(createOperation(resource.name), {
    external_id: externalId,
    ...(body as object),
  });
  return { created: true, row: await createRow(tx, resource, caller, complete) };
}
