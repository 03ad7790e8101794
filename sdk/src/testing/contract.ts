import type { ProblemCode } from '../../../generated/sdk-types.ts';
import data from './contract.json' with { type: 'json' };
import type { OperationId } from './fake-types.ts';

export interface OperationExample {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: readonly string[];
  /** By media type, the examples' positions in `bodies`. */
  readonly bodies: Readonly<Record<string, readonly number[]>>;
  /** Of a batch: the position of what each row returns. */
  readonly row?: number;
}

export interface ProblemExample {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
}

interface ContractData {
  readonly operations: Readonly<Record<OperationId, OperationExample>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<ProblemCode, ProblemExample>>;
  readonly integers: readonly string[];
  readonly booleans: readonly string[];
  readonly bodies: readonly unknown[];
}

/** The contract's examples. */
export const contract = data as unknown as ContractData;

export const PREFIX = '/api/v1';

/** A copy, so that a test that changes it doesn't change it for the next. */
export const exampleBody = (position: number): unknown => structuredClone(contract.bodies[position]);
