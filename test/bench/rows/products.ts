/** As many as seed-products.ts inserts; their ids count from 1. */
export const PRODUCTS = 100_000;

/** Every twentieth product is inactive, and can't be sold. */
const ACTIVE_OF_20 = 19;
/** Coprime to the number of active products, so that ids of consecutive numbers are spread over all of them. */
const STEP = 39_119;

/** The id of an active product, a different one for each number below 95 000. */
export function pick(n: number): number {
  const ordinal = (n * STEP) % ((PRODUCTS / 20) * ACTIVE_OF_20);
  return Math.floor(ordinal / ACTIVE_OF_20) * 20 + (ordinal % ACTIVE_OF_20) + 1;
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
