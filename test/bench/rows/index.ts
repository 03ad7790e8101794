import { csv, feed, getOne, list } from './reads.ts';
import type { Row } from './row.ts';
import { batch, orderHot, orderSpread, quote, stockBatch } from './writes.ts';

/** In this order: those that write make the tables larger for those after them. */
export const rows: readonly Row[] = [
  list,
  getOne,
  feed,
  csv,
  quote,
  orderSpread,
  orderHot,
  batch,
  stockBatch,
];
