import type { Schemas } from '../../../base/contract.ts';

export type OrderStatus = Schemas['OrderStatus'];

/** The statuses that may follow each status. */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  Pending: ['In_Transit', 'Canceled'],
  In_Transit: ['Delivered', 'Canceled'],
  Delivered: [],
  Canceled: [],
};

export const allowedTransitions = (status: OrderStatus): readonly OrderStatus[] => TRANSITIONS[status];
export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[from].includes(to);

/** What a transition does to the order's stock: it leaves, its reservation is released, or it comes back. */
export type StockEffect = 'shipment' | 'release' | 'return' | undefined;

export function stockEffectOf(from: OrderStatus, to: OrderStatus, restock: boolean): StockEffect {
  if (from === 'Pending') return to === 'In_Transit' ? 'shipment' : 'release';
  return to === 'Canceled' && restock ? 'return' : undefined;
}
