import type { Catalogue } from './products.ts';
import { csv, feed, getOne, list } from './reads.ts';
import type { Row } from './row.ts';
import { batch, orderHot, orderSpread, quote, stockBatch } from './writes.ts';

/** In this order: those that write make the tables larger for those after them. */
export const rowsOf = (catalogue: Catalogue): readonly Row[] => [
  list(catalogue),
  getOne(catalogue),
  feed,
  csv(catalogue),
  quote(catalogue),
  orderSpread(catalogue),
  orderHot,
  batch(catalogue),
  stockBatch(catalogue),
];
