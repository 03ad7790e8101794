import type { Schemas } from '../contract.ts';

export type OrderStatus = Schemas['OrderStatus'];

/** Where an order may be moved to from each status. */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  Pending: ['In_Transit', 'Canceled'],
  In_Transit: ['Delivered', 'Canceled'],
  Delivered: [],
  Canceled: [],
};

export const allowedTransitions = (status: OrderStatus): readonly OrderStatus[] => TRANSITIONS[status];
export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[from].includes(to);

/** What a move does to the order's stock: what was reserved leaves, is released, or comes back. */
export type StockEffect = 'shipment' | 'release' | 'return' | undefined;

export function stockEffectOf(from: OrderStatus, to: OrderStatus, restock: boolean): StockEffect {
  if (from === 'Pending') return to === 'In_Transit' ? 'shipment' : 'release';
  return to === 'Canceled' && restock ? 'return' : undefined;
}
