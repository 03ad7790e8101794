import { exactOracle } from './exact-oracle.ts';
import { ledgerOracle } from './ledger-oracle.ts';
import type { Oracle } from './shop.ts';

/** Whoever computes the sums a second time. Each has to agree with the service on every cart. */
export const ORACLES: readonly (readonly [name: string, oracle: Oracle])[] = [
  ['exact fractions', exactOracle],
  ['ledger', ledgerOracle],
];
