import type { OperationId } from '../../base/contract.ts';
import type { ProblemCode, ValidationIssue } from '../../base/problems/api-problem.ts';

/** Where in a request an issue is, its code, and whose stock it is about. Names and ids only, no values. */
export type RefusedPlace = Pick<ValidationIssue, 'pointer' | 'parameter' | 'header' | 'product_id'> & {
  readonly code: string;
};

/** What is kept of a request that was answered with a problem. It has no values that the client sent: see client-text.ts. */
export interface RefusedRequest {
  readonly tenantId: number;
  readonly requestId: string;
  readonly apiKeyId: number;
  readonly keyPrefix: string;
  readonly method: string;
  readonly path: string;
  /** Null when no operation of the contract has this path and method. */
  readonly operation: OperationId | null;
  readonly status: number;
  readonly code: ProblemCode;
  readonly places: readonly RefusedPlace[];
  /** There may be more issues than `places`. */
  readonly issueCount: number;
  readonly durationMs: number;
}
