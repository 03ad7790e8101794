import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type FuzzOperation, operationById } from './operations.ts';
import { describeWrites, type Write } from './write-log.ts';

/** Compares the writes of a request with its response. */
export function writeViolations(
  request: FuzzRequest,
  response: ReceivedResponse | undefined,
  writes: readonly Write[],
): string[] {
  const operation = operationById.get(request.operationId)!;
  if (mayWrite(operation, response))
    return request.protocolForm ? [] : successViolations(operation, response!, writes);
  return writes.length > 0 ? [`wrote, but must not: ${describeWrites(writes)}`] : [];
}

function mayWrite({ writes }: FuzzOperation, response: ReceivedResponse | undefined): boolean {
  if (response === undefined || response.status >= 300) return false;
  return writes && response.headers.get('Idempotency-Replayed') === null;
}

interface Shown {
  readonly id: number;
}
interface RowResult {
  readonly status: number;
  readonly data: Shown | null;
}

function successViolations(
  operation: FuzzOperation,
  { status, body }: ReceivedResponse,
  writes: readonly Write[],
): string[] {
  const own = writes.filter(({ relation }) => relation === operation.table);
  const inserted = own.filter((write) => write.operation === 'INSERT');
  if (operation.table === 'stock') return movementViolations(operation, { status, body }, writes);
  if (operation.isBatch) return batchViolations((JSON.parse(body) as { results: RowResult[] }).results, own);
  const isCreation = status === 201 && /^(create|upsert)/.test(operation.id);
  if (!isCreation)
    return inserted.length > 0 ? [`inserted, but created nothing: ${describeWrites(own)}`] : [];
  const { id } = JSON.parse(body) as Shown;
  return inserted.length === 1 && inserted[0]!.rowId === String(id)
    ? []
    : [`created ${id}, but wrote: ${describeWrites(own)}`];
}

/** Each adjustment with status 201 writes a movement, and nothing else does. */
function movementViolations(
  { isBatch }: FuzzOperation,
  { status, body }: Pick<ReceivedResponse, 'status' | 'body'>,
  writes: readonly Write[],
): string[] {
  const rows = isBatch ? (JSON.parse(body) as { results: RowResult[] }).results : [{ status }];
  const adjusted = rows.filter((row) => row.status === 201).length;
  const movements = writes.filter(
    ({ relation, operation }) => relation === 'stock_movements' && operation === 'INSERT',
  );
  return movements.length === adjusted ? [] : [`adjusted ${adjusted}, but wrote ${describeWrites(writes)}`];
}

/** The inserted rows must be the rows with status 201. The only other changed rows must be those with status 200. */
function batchViolations(results: readonly RowResult[], own: readonly Write[]): string[] {
  const idsOf = (...statuses: number[]): string[] =>
    results.filter(({ status }) => statuses.includes(status)).map(({ data }) => String(data?.id));
  const created = idsOf(201);
  const accepted = new Set(idsOf(200, 201));
  const inserted = own.filter(({ operation }) => operation === 'INSERT').map(({ rowId }) => rowId!);
  const strays = own.filter(({ rowId }) => !accepted.has(rowId!));
  return [
    ...(created.toSorted().join() === inserted.toSorted().join()
      ? []
      : [`batch created ${created}, but inserted ${inserted}`]),
    ...(strays.length === 0 ? [] : [`batch accepted ${[...accepted]}, but wrote ${describeWrites(strays)}`]),
  ];
}
