import { batch, stockBatch } from './batches.ts';
import { atFixedRate, inBursts } from './loads.ts';
import { order, orderHot, quote } from './orders.ts';
import { csv, feed, getOne, list } from './reads.ts';
import type { RowKind } from './row.ts';

const many = (name: string, of: RowKind['of']): RowKind => ({ name, tenants: 'many', of });
const one = (name: string, of: RowKind['of']): RowKind => ({ name, tenants: 'one', of });

/** In this order: those that write make the tables larger for those after them. */
export const ROW_KINDS: readonly RowKind[] = [
  many('list', list),
  many('get', getOne),
  many('feed', feed),
  many('quote', quote),
  many('list-rate', atFixedRate(list)),
  many('get-rate', atFixedRate(getOne)),
  many('get-burst', inBursts(getOne)),
  many('order', order),
  many('order-rate', atFixedRate(order)),
  many('order-burst', inBursts(order)),
  many('batch', batch),
  many('stock-batch', stockBatch),
  one('csv', csv),
  one('order-hot', orderHot),
];
