import { exactOracle } from './exact-oracle.ts';
import { ledgerOracle } from './ledger-oracle.ts';
import type { Oracle } from './shop.ts';

/** Independent computations of an order's totals. Each has to agree with the service on every cart. */
export const ORACLES: readonly (readonly [name: string, oracle: Oracle])[] = [
  ['exact fractions', exactOracle],
  ['ledger', ledgerOracle],
];
