import fc from 'fast-check';
import type { OrderStatus } from '../trade.ts';
import type { ModelLine } from './cart.ts';

interface CountedProduct {
  product: number;
  mode: 'set' | 'delta';
  halves: number;
}

/** Indexes wrap around the number of rows, so that any sequence of steps can run. */
export type Step =
  | { kind: 'order'; customer: number; lines: ModelLine[]; coupon: number | null }
  | { kind: 'change'; order: number; customer?: number; lines?: ModelLine[]; coupon?: number | null }
  | { kind: 'move'; order: number; to: OrderStatus; restock: boolean }
  | { kind: 'pay'; order: number; cents: number | 'all'; reference: string | null }
  | { kind: 'void'; order: number; payment: number }
  | { kind: 'refund'; order: number; cents: number | 'all'; reference: string | null; payment: number | null }
  | {
      kind: 'return';
      order: number;
      items: { line: number; halves: number }[];
      restock: boolean;
      cents: number | 'all' | null;
    }
  | { kind: 'attempt'; order: number; outcome: 'delivered' | 'failed' }
  | ({ kind: 'adjust' } & CountedProduct)
  | { kind: 'count'; rows: CountedProduct[] }
  | { kind: 'delete'; product: number };
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
export type AboutOrder = Extract<Step, { order: number }>;

const index = fc.nat(5);
const halves = fc.constantFrom(2, 3, 4, 8);
const status = fc.constantFrom<OrderStatus>('Pending', 'In_Transit', 'In_Transit', 'Delivered', 'Canceled');
/** Half of 9.99 rounds. Five times in six no more is taken off than the line costs. */
const agreed = fc.record({
  unit: fc.constantFrom(0, 999, 1500),
  off: fc.constantFrom(0, 0, 250, 5000),
});
const lines = fc.array(fc.record({ product: index, halves, agreed: fc.option(agreed, { freq: 3 }) }), {
  minLength: 1,
  maxLength: 3,
});
const counted = {
  product: index,
  mode: fc.constantFrom('set' as const, 'delta' as const),
  halves: fc.integer({ min: -6, max: 40 }),
};

const reference = fc.constantFrom('A', 'a', null);
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: kind('order'), customer: index, lines, coupon: fc.option(index, { freq: 3 }) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      { kind: kind('change'), order: index, customer: index, lines, coupon: fc.option(index) },
      { requiredKeys: ['kind', 'order'] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('move'), order: index, to: status, restock: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: kind('pay'), order: index, cents: fc.constantFrom(1, 900, 'all' as const) },
      reference,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('void'), order: index, payment: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: kind('refund'), order: index, cents: fc.constantFrom(1, 900, 'all' as const) },
      ...{ reference, payment: fc.option(fc.nat(2)) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('attempt'),
      order: index,
      outcome: fc.constantFrom('delivered', 'failed'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: kind('return'), order: index, restock: fc.boolean() },
      items: fc.uniqueArray(fc.record({ line: fc.nat(2), halves: fc.constantFrom(1, 2, 3) }), {
        ...{ minLength: 1, maxLength: 2, selector: ({ line }: { line: number }) => line },
      }),
      cents: fc.option(fc.constantFrom(1, 900, 'all' as const)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('adjust'), ...counted }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('count'),
      rows: fc.array(fc.record(counted), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), product: index }) },
);
export const steps = fc.array(step, { minLength: 15, maxLength: 40, size: 'max' });
