import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { Transaction } from '../../db/querier.ts';
import { pointAsSent, readNamed } from './named-references.ts';
import type {
  ChangeableName,
  ChangeBody,
  CreateBody,
  PlannedRow,
  Resource,
  ResourceRow,
  RowWriterOf,
} from './resource.ts';
import { columnsToWrite, type Reference, referredId } from './row-writer.ts';

/** Creates a row from a valid body with defaults. */
export async function createRow<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  caller: Caller,
  create: CreateBody<Name>,
): Promise<ResourceRow<Name>> {
  const writer = await writerFor(resource, tx, caller, [create as ChangeBody<Name>]);
  return asSent(writer, create, async () => {
    const withOurIds = await readNamed(writer.reference, tx, caller.tenantId, [create]);
    return writeRow({ tx, caller, writer }, { create: withOurIds(create) });
  });
}

/** Writes the fields of the body that differ from the locked row, and returns the row, changed or not. */
export async function changeRow<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  caller: Caller,
  { row, body }: { readonly row: ResourceRow<Name>; readonly body: ChangeBody<Name> },
): Promise<ResourceRow<Name>> {
  const writer = await writerFor(resource, tx, caller, [body]);
  return asSent(writer, body, async () => {
    const withOurIds = await readNamed(writer.reference, tx, caller.tenantId, [body]);
    return writeRow({ tx, caller, writer }, { row, changes: writer.changesOf(row, withOurIds(body)) });
  });
}

async function asSent<Result>(
  { reference }: { readonly reference?: Reference },
  body: unknown,
  write: () => Promise<Result>,
): Promise<Result> {
  return write().catch((error: unknown) => {
    throw pointAsSent(reference?.field, body, error);
  });
}

/** A resource's writer, which has read what these bodies refer to. */
export const writerFor = async <Name extends ChangeableName>(
  { writer }: Resource<Name>,
  tx: Transaction,
  { tenantId }: Caller,
  bodies: readonly ChangeBody<Name>[],
): Promise<RowWriterOf<Name>> => (typeof writer === 'function' ? writer(tx, tenantId, bodies) : writer);

interface Writing<Name extends ChangeableName> {
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly writer: RowWriterOf<Name>;
}

async function writeRow<Name extends ChangeableName>(
  { tx, caller, writer }: Writing<Name>,
  planned: PlannedRow<Name>,
): Promise<ResourceRow<Name>> {
  const { tenantId } = caller;
  await requireReferred({ tx, caller, writer }, planned);
  const dependent = writer.dependent?.includes(planned) ? writer.dependent : undefined;
  const made = await dependent?.prepare?.(tx, tenantId, planned);
  const columns = columnsToWrite(writer, planned, caller);
  if (columns === undefined) return shown({ tx, caller, writer }, planned);
  const [row] = await writer.write(tx, {
    caller,
    creations: 'columns' in columns ? [{ position: 0, columns: { ...columns.columns, ...made } }] : [],
    changes: 'columns' in columns ? [] : [{ position: 0, ...columns }],
  });
  await dependent?.verify?.(tx, tenantId, row!.id);
  return row!;
}

async function requireReferred<Name extends ChangeableName>(
  { tx, caller, writer: { reference } }: Writing<Name>,
  planned: PlannedRow<Name>,
): Promise<void> {
  const id = referredId(reference, planned);
  if (id === undefined) return;
  const refusal = (await reference!.lock(tx, caller.tenantId, [id]))(id);
  if (refusal) throw refusal;
}

async function shown<Name extends ChangeableName>(
  { tx, caller, writer }: Writing<Name>,
  planned: PlannedRow<Name>,
): Promise<ResourceRow<Name>> {
  const { row } = planned as { readonly row: ResourceRow<Name> };
  return (await writer.findShown?.(tx, caller.tenantId, [row.id]))?.get(row.id) ?? row;
}
