import { adjustmentRefusal } from '../service-rules.js';
import { COMMON, equals, type Listing } from './pages.ts';
import type { Clock, Fields, Row } from './table.ts';

interface Balance {
  readonly product_id: number;
  readonly product_external_id: string | null;
  readonly sku: string;
  readonly on_hand: number;
  readonly reserved: number;
  readonly available: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

export interface Level {
  readonly on_hand: number;
  readonly reserved: number;
  readonly available: number;
}

const NOTHING: Level = { on_hand: 0, reserved: 0, available: 0 };

export interface Quantity {
  readonly productId: number;
  readonly quantity: number;
}

/** Who made a change, as rows show it. */
export const ACTOR = 'api_key:tp_fake';

const MOST = 999_999_999_999.999;
/** Quantities have at most 4 decimals. */
const exact = (quantity: number): number => Math.round(quantity * 10_000) / 10_000;

/** Balances by product, and the movements of adjustments. */
export class Stock {
  readonly #balances = new Map<number, Balance>();
  readonly #movements: Fields[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  levelOf(productId: number): Level {
    const { on_hand, reserved, available } = this.#balances.get(productId) ?? NOTHING;
    return { on_hand, reserved, available };
  }

  /** A product was created, changed or deleted. */
  follow({ id, external_id, sku, deleted_at }: Row, initial = 0): void {
    const balance = this.#balances.get(id);
    const named = { product_id: id, product_external_id: external_id, sku: sku as string };
    if (!balance) this.#set({ ...named, ...NOTHING, updated_at: this.#clock.next(), deleted_at: null });
    else if (deleted_at) this.#set({ ...balance, updated_at: this.#clock.next(), deleted_at });
    else this.#balances.set(id, { ...balance, ...named });
    if (!balance && initial > 0) this.#move(id, initial, { reason: 'initial', reference: null });
  }

  /** What an adjustment returns. Throws what refuses it. */
  adjust(productId: number, body: Fields): { movement: Fields; balance: Balance } {
    const { reason, reference = null } = body as { reason: string; reference?: string | null };
    const movement = this.#move(productId, this.#difference(productId, body), { reason, reference });
    return { movement, balance: this.#balances.get(productId)! };
  }

  /** The same of a batch's row, which writes nothing if the quantity was on hand already. */
  count(productId: number, body: Fields): { changed: boolean; balance: Balance } {
    const changed = this.#difference(productId, body) !== 0;
    return {
      changed,
      balance: changed ? this.adjust(productId, body).balance : this.#balances.get(productId)!,
    };
  }

  movement(id: unknown): Fields | undefined {
    const movement = this.#movements.find((each) => each.id === id);
    return movement && this.#named(movement);
  }

  #difference(productId: number, body: Fields): number {
    const { mode, quantity, expected_on_hand } = body as {
      mode: string;
      quantity: number;
      expected_on_hand?: number;
    };
    const { on_hand } = this.levelOf(productId);
    const target = exact(mode === 'set' ? quantity : on_hand + quantity);
    const isStale = expected_on_hand !== undefined && expected_on_hand !== on_hand;
    if (isStale || target < 0 || target > MOST) throw adjustmentRefusal(productId, body, on_hand);
    return exact(target - on_hand);
  }

  /** Adds to what is on hand and to what is reserved. */
  add(quantities: readonly Quantity[], onHand: number, reserved: number): void {
    for (const { productId, quantity } of quantities) {
      const balance = this.#balances.get(productId)!;
      const next = {
        on_hand: exact(balance.on_hand + onHand * quantity),
        reserved: exact(balance.reserved + reserved * quantity),
      };
      this.#set({ ...balance, ...next, updated_at: this.#clock.next() });
    }
  }

  get listing(): Listing {
    return {
      operation: 'listStock',
      rows: [...this.#balances.values()] as unknown as Fields[],
      filters: { updated_since: COMMON.updated_since!, product_id: equals('product_id'), sku: equals('sku') },
      id: 'product_id',
      sorts: ['product_id', 'updated_at'],
    };
  }

  #set(balance: Balance): void {
    this.#balances.set(balance.product_id, {
      ...balance,
      available: exact(balance.on_hand - balance.reserved),
    });
  }

  #move(productId: number, quantity: number, cause: { reason: string; reference: string | null }): Fields {
    this.add([{ productId, quantity }], 1, 0);
    const { on_hand, reserved, updated_at } = this.#balances.get(productId)!;
    const movement = {
      ...{ id: this.#movements.length + 1, product_id: productId, type: 'adjustment', quantity },
      ...{ on_hand_after: on_hand, reserved_after: reserved, ...cause },
      ...{ order_id: null, order_external_id: null, actor: ACTOR, created_at: updated_at },
    };
    this.#movements.push(movement);
    return this.#named(movement);
  }

  /** With the names that the product has now. */
  #named(movement: Fields): Fields {
    const { product_external_id, sku } = this.#balances.get(movement.product_id as number)!;
    return { ...movement, product_external_id, sku };
  }
}
