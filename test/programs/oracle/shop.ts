// The input and result of an oracle, in the contract's words and numbers. Independent of the server's code: an oracle can
// be written from the guide "How a total is computed" alone.
import type { components } from '../../../generated/openapi.ts';

type Schemas = components['schemas'];
type Validity = 'status' | 'starts_at' | 'ends_at' | 'deleted_at';
type Usage = 'usage_limit' | 'usage_limit_per_customer' | 'times_used';

/** Products are named by id, as the API shows them. */
type PromotionTarget =
  | Exclude<Schemas['PromotionTargetInput'], { readonly type: 'products' }>
  | { readonly type: 'products'; readonly product_ids: number[] };

/** How many of the customer's orders count as uses. */
interface UsedByCustomer {
  readonly used_by_customer: number;
}

export type ShopPriceTable = Pick<
  Schemas['PriceTable'],
  'id' | 'kind' | 'percentage' | 'priority' | 'is_default' | Validity
> & {
  readonly entries: readonly Pick<Schemas['PriceTableEntry'], 'product_id' | 'min_quantity' | 'price'>[];
};
export type ShopPromotion = UsedByCustomer &
  Pick<
    Schemas['Promotion'],
    'id' | 'priority' | 'stackable' | 'requires_coupon' | 'conditions' | Validity | Usage
  > & { readonly discount: Schemas['DiscountInput']; readonly target: PromotionTarget };
export type ShopCoupon = UsedByCustomer &
  Pick<Schemas['Coupon'], 'id' | 'code' | 'promotion_id' | Validity | Usage> & {
    readonly discount: Schemas['DiscountInput'] | null;
  };

/** Everything that a cart's total depends on. Rows are as in the API, including those that don't apply. */
export interface Shop {
  /** The time at which the cart is priced. */
  readonly now: string;
  readonly categories: readonly Pick<Schemas['Category'], 'id' | 'parent_id'>[];
  readonly products: readonly Pick<Schemas['Product'], 'id' | 'price' | 'category_id'>[];
  readonly price_tables: readonly ShopPriceTable[];
  readonly promotions: readonly ShopPromotion[];
  readonly coupons: readonly ShopCoupon[];
  readonly customer: {
    readonly tags: readonly string[];
    readonly price_table_id: number | null;
    /** The number of the customer's orders that aren't canceled. */
    readonly orders: number;
  };
}

/** A line of the customer's order. With `unit_price` its price is agreed. */
export interface CartItem {
  readonly product_id: number;
  readonly quantity: number;
  readonly unit_price?: number;
  readonly discount?: number;
}

/** The customer's order. */
export interface Cart {
  readonly items: readonly CartItem[];
  readonly price_table_id: number | null;
  readonly coupon_code: string | null;
  readonly agreed_discount: number;
  readonly shipping_amount: number;
  readonly charges: readonly Schemas['ChargeInput'][];
}

/** What changes of a placed order. */
export type CartChange = Partial<Cart>;

/** The cart's amounts, named like the members of an order. */
export interface Amounts {
  readonly items: readonly Required<
    Pick<
      Schemas['OrderItem'],
      'unit_price' | 'price_source' | 'subtotal' | 'discount' | 'order_discount' | 'total'
    >
  >[];
  readonly discounts: readonly Pick<
    Schemas['OrderDiscount'],
    'type' | 'promotion_id' | 'coupon_id' | 'amount'
  >[];
  readonly subtotal: number;
  readonly discount_total: number;
  readonly agreed_discount: number;
  readonly shipping_amount: number;
  readonly charges: readonly Schemas['Charge'][];
  readonly charges_total: number;
  readonly total: number;
}

/** The problem code if the cart is refused. */
export interface Refused {
  readonly refused: Schemas['ProblemCode'];
}

export type Expected = Amounts | Refused;
export type Oracle = (shop: Shop, cart: Cart) => Expected;
