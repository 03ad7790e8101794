import { parseArgs } from 'node:util';
import { ROW_KINDS } from './rows/index.ts';
import type { RowKind } from './rows/row.ts';
import { PRODUCTS } from './rows/shop.ts';
import { LENGTH_OPTIONS, lengthOf } from './run-workload.ts';

/** Enough that a short burst of other load doesn't change the median; about 25 minutes for all rows. */
const FULL = { rounds: 5, seconds: 4 };

const { values, positionals } = parseArgs({
  options: {
    ...LENGTH_OPTIONS,
    against: { type: 'string' },
    'no-peers': { type: 'boolean' },
    products: { type: 'string' },
    svg: { type: 'string' },
  },
  allowPositionals: true,
});
export const length = lengthOf(values, FULL);
/** `svg` is the file of a chart. */
export const { against, svg } = values;
export const noPeers = values['no-peers'] === true;
/** Of all tenants together. */
export const products = Number(values.products ?? PRODUCTS);
const NAMES = ROW_KINDS.map(({ name }) => name);

export function chosenRows(): readonly RowKind[] {
  const unknown = positionals.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`There is no row "${unknown}", only ${NAMES.join(', ')}.`);
  return ROW_KINDS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
}
