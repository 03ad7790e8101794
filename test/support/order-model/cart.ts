import { COUPONS, PRODUCTS, PROMOTION } from './rows.ts';

export interface ModelLine {
  readonly product: number;
  readonly halves: number;
  /** The price of a unit, and what is taken off the line; null if the price is computed. */
  readonly agreed: { readonly unit: number; readonly off: number } | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
export const productOf = ({ product }: Pick<ModelLine, 'product'>): number => product % PRODUCTS.length;

/** Lines with the indexes of their products. */
export const wrapped = (lines: readonly ModelLine[]): ModelLine[] =>
  lines.map(({ halves, agreed, ...line }) => ({ product: productOf(line), halves, agreed }));

/** Rounded half up. */
const subtotalOf = (line: ModelLine): number =>
  Math.floor(((line.agreed?.unit ?? PRODUCTS[productOf(line)]!.price) * line.halves + 1) / 2);

export const isOverDiscounted = (line: ModelLine): boolean => (line.agreed?.off ?? 0) > subtotalOf(line);

/** The quantity of each product, over all lines. */
export const quantitiesOf = (lines: readonly ModelLine[]): number[] =>
  PRODUCTS.map((_, i) => sum(lines.filter((line) => productOf(line) === i).map(({ halves }) => halves)));

export interface CartPrice {
  readonly total: number;
  readonly promoted: boolean;
  /** Null if the coupon takes nothing off. */
  readonly redeemed: number | null;
}

/** No discount touches what was agreed. */
export function priceOf(lines: readonly ModelLine[], promotes: boolean, coupon: number | null): CartPrice {
  const computed = sum(lines.filter(({ agreed }) => !agreed).map(subtotalOf));
  const agreed = sum(lines.flatMap((line) => (line.agreed ? [subtotalOf(line) - line.agreed.off] : [])));
  const promotion = promotes ? Math.min(PROMOTION.cents, computed) : 0;
  const off = coupon === null ? 0 : Math.min(COUPONS[coupon]!.cents, computed - promotion);
  return {
    total: computed - promotion - off + agreed,
    promoted: promotion > 0,
    redeemed: off > 0 ? coupon : null,
  };
}
