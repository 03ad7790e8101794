import type { ContestantName } from '../contestants.ts';
import type { FilledTenant } from '../fill-tenants.ts';
import { type Shop, times } from './shop.ts';

export interface PreparedRequest {
  readonly method: string;
  readonly path: string;
  /** An @ becomes a number that no other request has. */
  readonly body?: string;
  readonly key?: string | undefined;
}

/**
 * - closed loop: each connection sends its next request when the last one has its response
 * - download: the same with one connection, whose large responses are counted whole
 * - fixed rate: requests are due at a rate, whether or not those before have their responses
 * - burst: a number of requests of one tenant as fast as they are served, then silence
 */
export type LoadKind = 'closed loop' | 'download' | 'fixed rate' | 'burst';

/** What a table of results has lines for: one kind of request. */
export interface Row {
  /** What is requested, for the reader of the table. */
  readonly title: string;
  readonly load: LoadKind;
  readonly connections: number;
  readonly contestants: readonly ContestantName[];
  /** Sent in turn. The first is also what the contestants' responses are compared for. */
  readonly requests: readonly PreparedRequest[];
  /** Each burst's requests, sent in turn; every burst has another tenant, and none of those in `requests`. */
  readonly bursts?: readonly (readonly PreparedRequest[])[];
  /** Makes responses comparable. `text` has 0 instead of the number of an @; `index` counts the contestants before it. */
  readonly comparable: (text: string, index: number) => unknown;
  /** Of how many products from a tenant's first on pgbench chooses. Undefined if pgbench is no contestant. */
  readonly pgbenchSpread?: number | undefined;
}

export interface RowKind {
  readonly name: string;
  readonly tenants: 'many' | 'one';
  of(tenants: readonly FilledTenant[]): Row;
}

/** `turns` requests of each shop, all shops in turn. */
export const inTurn = (
  shops: readonly Shop[],
  turns: number,
  request: (shop: Shop, turn: number) => PreparedRequest,
): PreparedRequest[] =>
  times(turns, (turn) => shops.map((shop) => ({ ...request(shop, turn), key: shop.key }))).flat();

/** How many products the shops have together. */
export const productsOf = (shops: readonly Shop[]): number =>
  shops.reduce((sum, { products }) => sum + products, 0);
