import { productOf } from './cart.ts';
import { done, type Expected, refused } from './expected.ts';
import { PRODUCTS, STOCK } from './rows.ts';
import type { StepOf } from './steps.ts';

/** The stock of each product, in half units. */
export class ModelStock {
  readonly onHand = PRODUCTS.map(() => STOCK);
  readonly reserved = PRODUCTS.map(() => 0);
  readonly deleted = PRODUCTS.map(() => false);

  /** Whether more can't be reserved, by product. What isn't more is always there. */
  isShort(more: readonly number[]): boolean {
    return PRODUCTS.some(
      ({ backorder }, i) => more[i]! > 0 && !backorder && this.onHand[i]! - this.reserved[i]! < more[i]!,
    );
  }

  reserve(more: readonly number[]): void {
    for (const [i, halves] of more.entries()) this.reserved[i]! += halves;
  }

  receive(more: readonly number[]): void {
    for (const [i, halves] of more.entries()) this.onHand[i]! += halves;
  }

  adjust({ product, mode, halves }: Omit<StepOf<'adjust'>, 'kind'>): Expected {
    const i = productOf({ product });
    if (mode === 'set' && halves < 0) return refused('invalid_request');
    if (this.deleted[i]) return refused('not_found');
    const target = mode === 'set' ? halves : this.onHand[i]! + halves;
    if (target < 0) return refused('insufficient_stock');
    this.onHand[i] = target;
    return done();
  }

  /** Each row on its own, except that no two valid ones may be of one product. */
  count({ rows }: StepOf<'count'>): Expected {
    const valid = rows.filter((row) => row.mode === 'delta' || row.halves >= 0);
    const isRepeated = (row: (typeof rows)[number]): boolean =>
      valid.some((other) => other !== row && productOf(other) === productOf(row));
    const statuses = rows.map((row): number => {
      if (!valid.includes(row)) return 400;
      if (this.deleted[productOf(row)]) return 422;
      if (isRepeated(row)) return 400;
      const before = this.onHand[productOf(row)];
      if (this.adjust(row).refusal) return 409;
      return this.onHand[productOf(row)] === before ? 200 : 201;
    });
    return { events: [], rows: statuses };
  }

  delete(i: number): Expected {
    if (this.deleted[i]) return refused('not_found');
    if (this.reserved[i]! > 0) return refused('in_use');
    this.deleted[i] = true;
    return done();
  }
}
