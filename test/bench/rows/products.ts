/** Unless `--products` says otherwise. */
export const PRODUCTS = 100_000;

/** Products as seed-products.ts inserts them; their ids count from 1. */
export interface Catalogue {
  readonly size: number;
  /** The id of an active product, a different one for each number below 95 % of the size. */
  pick(n: number): number;
}

/** Every twentieth product is inactive, and can't be sold. */
const ACTIVE_OF_20 = 19;
/** A prime, so that ids of consecutive numbers are spread over all active products. */
const STEP = 39_119;

export const catalogueOf = (size: number): Catalogue => ({
  size,
  pick: (n) => {
    const ordinal = (n * STEP) % ((size / 20) * ACTIVE_OF_20);
    return Math.floor(ordinal / ACTIVE_OF_20) * 20 + (ordinal % ACTIVE_OF_20) + 1;
  },
});

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
