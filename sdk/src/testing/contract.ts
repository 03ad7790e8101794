import type { ProblemCode } from '../../../generated/sdk-types.ts';
import data from './contract-data.js';
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
  /** Their positions in `parameters`. */
  readonly parameters: readonly number[];
  /** The schema of its body. */
  readonly body?: string;
  /** The columns of an export. */
  readonly columns?: readonly string[] | Readonly<Record<string, readonly string[]>>;
}

/** JSON Schema, as far as the contract has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly 'x-row'?: Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly 'x-defaults'?: Readonly<Record<string, unknown>>;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
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
  readonly parameters: readonly Parameter[];
  /** Those of bodies. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** The contract's examples, and what it says of requests. */
export const contract = data as unknown as ContractData;

export const PREFIX = '/api/v1';

/** A copy, so that a test that changes it doesn't change it for the next. */
export const exampleBody = (position: number): unknown => structuredClone(contract.bodies[position]);
