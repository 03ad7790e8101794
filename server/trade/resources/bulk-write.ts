import type { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import type { WriteGuard } from '../../db/sql/write-guard.ts';
import type { RowChange, RowCreation } from '../../db/sql/write-rows.ts';
import { type Batch, problemOf, type Result, writeBatchRow } from './batch-row.ts';
import { pointAsSent } from './named-references.ts';
import type { ChangeableName, PlannedRow, RowWriterOf } from './resource.ts';
import { columnsToWrite, referredId } from './row-writer.ts';

type Pending<Name extends ChangeableName> = PlannedRow<Name> & Item;

interface Item {
  readonly position: number;
  /** As it was sent. */
  readonly item: unknown;
}
type Write = Item & (RowCreation | RowChange);

const isCreation = (row: Write): row is Item & RowCreation => 'columns' in row;
const isChange = (row: Write): row is Item & RowChange => !isCreation(row);

/** Collects rows that don't depend on each other, and writes them together. */
export class BulkWrite<Name extends ChangeableName> {
  /** By position. */
  readonly results: Result[] = [];
  readonly #batch: Batch<Name>;
  readonly #writer: RowWriterOf<Name>;
  /** What forbids to refer to each row that was asked for. They are locked until the transaction ends. */
  readonly #refusals = new Map<number, ApiProblem | undefined>();
  #pending: Pending<Name>[] = [];

  constructor(batch: Batch<Name>, writer: RowWriterOf<Name>) {
    this.#batch = batch;
    this.#writer = writer;
  }

  add(row: Pending<Name>): void {
    this.#pending.push(row);
  }

  /** Writes what was added since the last time. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await this.#lockReferences(pending);
    const writes = pending.flatMap((row) => this.#prepare(row) ?? []);
    await this.#write(writes);
    await this.#readUnchanged(this.#batch.tx, pending);
  }

  /**
   * Writes what was added with one statement, which locks and checks what flush() needs to be locked already. False if something has
   * changed since it was read, or breaks a constraint: then nothing was written.
   */
  async writeGuarded(reads: Querier, names: readonly string[]): Promise<boolean> {
    const { final } = this.#batch.tx;
    const pending = this.#pending;
    const references = [...new Set(pending.flatMap((row) => this.#referredId(row) ?? []))];
    const writes = pending.flatMap((row) => this.#prepare(row) ?? []);
    // With replicas, what commits tells a position from which on they show what the response does.
    if (writes.length === 0 && (references.length > 0 || final?.cause?.onCommit)) return false;
    const written = new Set(writes.map(({ position }) => position));
    const unchanged = pending.filter(({ position }) => !written.has(position));
    await this.#readUnchanged(reads, unchanged);
    if (writes.length === 0) return true;
    const rows = pending.flatMap((each) => ('row' in each && written.has(each.position) ? [each.row] : []));
    const guard = { cause: final?.cause, rows, names, references };
    if (!final) return this.#writeTogether(writes, guard);
    const isWritten = await this.#writeRows(final, writes, guard).catch(falseIfViolation);
    if (!isWritten) final.wroteNothing();
    return isWritten;
  }

  async #lockReferences(rows: readonly Pending<Name>[]): Promise<void> {
    const { reference } = this.#writer;
    const ids = rows.flatMap((row) => this.#referredId(row) ?? []).filter((id) => !this.#refusals.has(id));
    if (!reference || ids.length === 0) return;
    const { tx, caller } = this.#batch;
    const refusal = await reference.lock(tx, caller.tenantId, [...new Set(ids)]);
    for (const id of ids) this.#refusals.set(id, refusal(id));
  }

  #referredId(row: Pending<Name>): number | undefined {
    return referredId(this.#writer.reference, row);
  }

  /** Undefined if there is nothing to write. */
  #prepare(row: Pending<Name>): Write | undefined {
    const { position, item } = row;
    try {
      const refusal = this.#refusals.get(this.#referredId(row) ?? 0);
      if (refusal) throw refusal;
      const columns = columnsToWrite(this.#writer, row, this.#batch.caller);
      return columns && { position, item, ...columns };
    } catch (error) {
      this.results[position] = problemOf(pointAsSent(this.#writer.reference?.field, item, error));
    }
    return undefined;
  }

  /** If the rows break a constraint, each half of them is tried again, down to the row that gets the problem. */
  async #write(rows: readonly Write[]): Promise<void> {
    if (rows.length < 2) return this.#writeAlone(rows[0]);
    if (await this.#writeTogether(rows)) return;
    const half = Math.ceil(rows.length / 2);
    await this.#write(rows.slice(0, half));
    await this.#write(rows.slice(half));
  }

  async #writeAlone(row: Write | undefined): Promise<void> {
    if (row) this.results[row.position] = await writeBatchRow(this.#batch, row.item);
  }

  /** False if the rows break a constraint, and nothing was written. */
  async #writeTogether(rows: readonly Write[], guard?: WriteGuard): Promise<boolean> {
    const { tx } = this.#batch;
    await tx.query('SAVEPOINT batch_rows', []);
    const isWritten = await this.#writeRows(tx, rows, guard).catch(falseIfViolation);
    if (!isWritten) await tx.query('ROLLBACK TO SAVEPOINT batch_rows', []);
    await tx.query('RELEASE SAVEPOINT batch_rows', []);
    return isWritten;
  }

  async #writeRows(db: Querier, rows: readonly Write[], guard: WriteGuard | undefined): Promise<boolean> {
    const { caller } = this.#batch;
    const creations = rows.filter(isCreation);
    const changes = rows.filter(isChange);
    const written = await this.#writer.write(db, { caller, creations, changes, guard });
    const created = new Set(creations.map(({ position }) => position));
    for (const { position, document } of written)
      this.results[position] = { status: created.has(position) ? 201 : 200, document };
    return written.length > 0;
  }

  async #readUnchanged(db: Querier, rows: readonly Pending<Name>[]): Promise<void> {
    const unchanged = rows.flatMap((each) =>
      'row' in each && this.results[each.position] === undefined ? [each] : [],
    );
    if (unchanged.length === 0) return;
    const { caller } = this.#batch;
    const ids = unchanged.map(({ row }) => row.id);
    const shown = await this.#writer.findShown?.(db, caller.tenantId, ids);
    for (const { position, row } of unchanged)
      this.results[position] = { status: 200, document: (shown?.get(row.id) ?? row).document };
  }
}

function falseIfViolation(error: unknown): false {
  if (!problemOfViolation(error)) throw error;
  return false;
}
