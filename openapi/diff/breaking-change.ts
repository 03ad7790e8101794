import type { Contract } from './contract.ts';

export interface BreakingChange {
  /** What the changelog calls it: `Product.price` or `GET /products sort`. */
  readonly place: string;
  readonly operations: readonly string[];
  readonly ruleId: string;
  readonly message: string;
  /** What is there now. */
  readonly content: unknown;
  /** A guess at what was meant. */
  readonly hint?: string | undefined;
}

export type Contracts = Readonly<Record<'base' | 'revision', Contract>>;
