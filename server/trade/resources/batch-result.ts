import { ApiProblem } from '../../base/problems/api-problem.ts';
import { MAX_PROBLEM_BYTES } from '../../base/problems/problem-size.ts';

/** A row that was written, or didn't have to be. `document` is the JSON text of its `data`. */
export interface RowResult {
  readonly status: number;
  readonly document: string;
}

/** A problem with one issue has about 350 bytes. */
export const PROBLEM_BYTES_PER_ROW = 512;

/**
 * The JSON text of a batch's response. All problems together get the bytes of one large problem, or enough for a small
 * one per row: each refused row gets an equal share of what is left. `membersOf` has the JSON text of what else a row shows, each
 * member with a comma behind it.
 */
export function batchResultText<Row extends RowResult>(
  results: readonly (Row | ApiProblem)[],
  requestId: string,
  membersOf: (row: Row | undefined) => string = () => '',
): string {
  let refusedLeft = results.filter((result) => result instanceof ApiProblem).length;
  let bytesLeft = Math.max(MAX_PROBLEM_BYTES, refusedLeft * PROBLEM_BYTES_PER_ROW);
  const texts = results.map((result, index) => {
    if (!(result instanceof ApiProblem))
      return `{"index":${index},"status":${result.status},"data":${result.document},${membersOf(result)}"problem":null}`;
    const problem = JSON.stringify(result.body(requestId, Math.floor(bytesLeft / refusedLeft)));
    bytesLeft -= Buffer.byteLength(problem);
    refusedLeft -= 1;
    return `{"index":${index},"status":${result.status},"data":null,${membersOf(undefined)}"problem":${problem}}`;
  });
  return `{"results":[${texts.join(',')}]}`;
}
