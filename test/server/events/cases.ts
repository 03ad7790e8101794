import type { EventKind, OperationId } from '../../../server/base/contract.ts';
import type { EventShop } from './event-shop.ts';

/** Something that happens in a shop, and the kinds of all events that it sends. */
export interface Case {
  readonly sends: readonly EventKind[];
  /** Prepares the shop, and returns what then happens. */
  readonly prepare: (shop: EventShop) => Promise<() => Promise<unknown>>;
}

/** The proofs of what the contract says about a kind of event, by the keys of its sentences. */
export interface KindCases {
  /** One for each operation that causes it. */
  readonly fires: Readonly<Record<string, Partial<Record<OperationId, Case>>>>;
  readonly doesNotFire: Readonly<Record<string, Case>>;
  readonly notes: Readonly<Record<string, (shop: EventShop) => Promise<void>>>;
}

export const sends = (kinds: readonly EventKind[], prepare: Case['prepare']): Case => ({
  sends: kinds,
  prepare,
});
export const sendsNothing = (prepare: Case['prepare']): Case => sends([], prepare);
