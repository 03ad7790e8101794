/** Of all tenants together, unless `--products` says otherwise. */
export const PRODUCTS = 100_000;

/** A tenant's products as seed-products.ts inserts them: their ids and the numbers in their names are consecutive. */
export interface Shop {
  readonly products: number;
  readonly firstProductId: number;
  /** The API key, if a request should have its own. */
  readonly key?: string;
}

/** Every twentieth product is inactive, and can't be sold. */
const ACTIVE_OF_20 = 19;
/** A prime, so that consecutive picks are spread over all active products. */
const STEP = 39_119;

/** The number of an active product, from 1: a different one for each `n` below 95 % of the products. */
export function pickNumber({ products }: Shop, n: number): number {
  const ordinal = (n * STEP) % ((products / 20) * ACTIVE_OF_20);
  return Math.floor(ordinal / ACTIVE_OF_20) * 20 + (ordinal % ACTIVE_OF_20) + 1;
}

export const pickId = (shop: Shop, n: number): number => shop.firstProductId - 1 + pickNumber(shop, n);

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
