// Generated from the contract by `npm run generate`. Do not edit.

/** What an API key may do. A write scope doesn't include the read scope. Later versions may add scopes. */
export type Scope = "orders.read" | "orders.write" | "products.read" | "products.write" | "customers.read" | "customers.write" | "categories.read" | "categories.write" | "coupons.read" | "coupons.write" | "promotions.read" | "promotions.write" | "price_tables.read" | "price_tables.write" | (string & {});

/** An API key, its tenant, its rate limit, and the history that the data belongs to. */
export interface Me {
  /** The tenant the key belongs to. */
  tenant: MeTenant;
  /** The API key. */
  api_key: MeApiKey;
  /** The limit of the tenant's plan, shared by all its keys. */
  rate_limit: MeRateLimit;
  /**
   * What the tenant's data have of what its plan includes: rows, documents, events, deliveries and stored
   * responses. Once that is full, what creates rows is refused with `storage_full`. Estimated with each
   * request, and counted every 6 hours.
   */
  storage: MeStorage;
  /**
   * Names the history of the data, the same for all tenants. It's another one after the service was restored
   * to an earlier point, so that changes you have read may be lost. It also changes when the database moved
   * to another server and nothing was lost. Opaque: compare it with the one you kept.
   */
  data_epoch: string;
}

/** The tenant the key belongs to. */
export interface MeTenant {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /** The tenant's name. */
  name: string;
  /** The tenant's plan: Basic, Pro or Enterprise. */
  plan: string;
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
}

/** The API key. */
export interface MeApiKey {
  /** The visible part of the key: its first 11 characters. */
  prefix: string;
  /** The key's label. */
  name: string;
  /** What the key may do. */
  scopes: Scope[];
  /** When the key expires; null if it doesn't. */
  expires_at: string | null;
}

/** The limit of the tenant's plan, shared by all its keys. */
export interface MeRateLimit {
  /** Requests allowed in any period of `window_seconds`. */
  limit: number;
  /** Length of the period in seconds. */
  window_seconds: number;
}

/**
 * What the tenant's data have of what its plan includes: rows, documents, events, deliveries and stored
 * responses. Once that is full, what creates rows is refused with `storage_full`. Estimated with each
 * request, and counted every 6 hours.
 */
export interface MeStorage {
  /** What is stored. */
  used_bytes: number;
  /** What may be stored. */
  limit_bytes: number;
}

/** What went wrong, for programs. `/docs/problems/{code}` explains each code. */
export type ProblemCode = "invalid_request" | "malformed_body" | "malformed_request" | "invalid_cursor" | "feed_rewound" | "api_key_missing" | "api_key_unknown" | "api_key_inactive" | "api_key_expired" | "insufficient_scope" | "tenant_suspended" | "plan_feature_disabled" | "storage_full" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "already_exists" | "in_use" | "insufficient_stock" | "stale_stock" | "total_mismatch" | "overlap" | "invalid_status_transition" | "order_not_editable" | "order_differs" | "payment_exceeds_total" | "payment_not_allowed" | "payment_refunded" | "payment_voided" | "refund_exceeds_paid" | "return_not_allowed" | "return_exceeds_sold" | "limit_reached" | "coupon_exhausted" | "idempotency_in_progress" | "version_mismatch" | "payload_too_large" | "unsupported_media_type" | "expectation_failed" | "invalid_reference" | "invalid_tax_id" | "coupon_invalid" | "category_cycle" | "category_too_deep" | "amount_out_of_range" | "idempotency_key_reused" | "rate_limit_exceeded" | "too_many_concurrent_requests" | "too_many_failed_authentications" | "headers_too_large" | "internal_error" | "service_unavailable" | "outcome_unknown" | (string & {});

/**
 * Which rule is broken, for programs. `/docs/problems/{code}` explains each code. Those of schemas are the
 * keywords of JSON Schema in snake_case. Later versions may have more.
 */
export type IssueCode = "type" | "required" | "additional_properties" | "unknown_parameter" | "one_of" | "const" | "enum" | "format" | "pattern" | "minimum" | "exclusive_minimum" | "maximum" | "min_length" | "max_length" | "min_items" | "max_items" | "unique_items" | "min_properties" | "max_properties" | "text" | "encoding" | "precision" | "repeated" | "repeated_member" | "validity" | "percentage" | "kind" | "discount" | "initial_only" | "access_key" | "postal_code" | "city_code" | "unsupported_media_type" | "not_acceptable" | "expectation_failed" | "malformed_request" | "insufficient_scope" | "invalid_cursor" | "feed_rewound" | "idempotency_in_progress" | "idempotency_key_reused" | "version_mismatch" | "not_found" | "invalid_reference" | "invalid_tax_id" | "already_exists" | "in_use" | "insufficient_stock" | "stale_stock" | "overlap" | "category_cycle" | "category_too_deep" | "order_not_editable" | "order_differs" | "invalid_status_transition" | "payment_exceeds_total" | "payment_not_allowed" | "payment_refunded" | "payment_voided" | "refund_exceeds_paid" | "return_not_allowed" | "return_exceeds_sold" | "limit_reached" | "coupon_invalid" | "coupon_exhausted" | "amount_out_of_range" | "total_mismatch" | (string & {});

/** One issue. It has one of `pointer`, `parameter` and `header`. */
export interface ProblemError {
  /** Where in the body, as a JSON Pointer in a URI fragment (RFC 6901): `#/items/0/quantity`. */
  pointer?: string;
  /** The path or query parameter. */
  parameter?: string;
  /** The request header. */
  header?: string;
  /**
   * Which rule is broken, for programs. `/docs/problems/{code}` explains each code. Those of schemas are the
   * keywords of JSON Schema in snake_case. Later versions may have more.
   */
  code: IssueCode;
  /** The rule in words. */
  detail: string;
  /** With `insufficient_stock` and `stale_stock`: the product. */
  product_id?: number;
  /** With `insufficient_stock` of an order: how much of the product the order asks for, over all its lines. */
  requested?: number;
  /** With `insufficient_stock` of a new order: how much of the product is available. */
  available?: number;
  /**
   * With `insufficient_stock` of a status change or an adjustment, and with `stale_stock`: how much of the
   * product is on hand.
   */
  on_hand?: number;
  /** With `return_exceeds_sold`: how much of the line was sold. */
  sold?: number;
  /** With `return_exceeds_sold`: how much of the line came back before. */
  returned?: number;
  /** With `overlap`: the other price table. */
  price_table_id?: number;
}

/** The order's status. Later versions may add values. */
export type OrderStatus = "Pending" | "In_Transit" | "Delivered" | "Canceled" | (string & {});

/** What went wrong, as defined by RFC 9457. */
export interface Problem {
  /** The page that explains this code. */
  type: string;
  /** The code in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What was asked, what was found and what to do. */
  detail: string;
  /** What went wrong, for programs. `/docs/problems/{code}` explains each code. */
  code: ProblemCode;
  /**
   * The id of the request. Staff find the request by it in the panel under Requests (Requisições) for 7
   * days.
   */
  request_id: string;
  /**
   * Each issue with its place, at most 100. Empty if the problem has no place in the request. Long pointers,
   * names and quoted values are cut and end with `…`.
   */
  errors: ProblemError[];
  /** With `feed_rewound`: the cursor to go on with, behind the last event that both you and the feed have. */
  resume_cursor?: string;
  /** With `insufficient_scope`: the scopes the operation needs. */
  required_scopes?: string[];
  /** With `insufficient_scope`: the scopes the key has. */
  granted_scopes?: string[];
  /** With `invalid_status_transition`: the statuses the order can move to. */
  allowed?: OrderStatus[];
  /** With `in_use`: what refers to the row. */
  in_use_by?: ("orders" | "customers" | "coupons" | "products" | "categories" | (string & {}))[];
  /**
   * With `already_exists`: the id of the row that has the value. It's missing if that row is gone since.
   * With `order_differs`: the order's.
   */
  existing_id?: number;
  /** With `existing_id`: the external id of that row; null if it has none. */
  existing_external_id?: string | null;
  /** With `in_use` of a product: how much of it orders have reserved. */
  reserved?: number;
  /** With `total_mismatch` and `payment_exceeds_total`: the total of the order. */
  total?: number;
  /** With `total_mismatch`: the expected total, or the sum of the payment terms. */
  expected_total?: number;
  /** With `payment_exceeds_total`, `refund_exceeds_paid` and `payment_refunded`: what has been paid so far. */
  paid_total?: number;
  /** With `payment_exceeds_total`: the largest payment the order accepts. */
  remaining?: number;
  /** With `refund_exceeds_paid` and `payment_refunded`: what has been refunded so far. */
  refunded_total?: number;
  /** With `refund_exceeds_paid`: the largest refund the order accepts, or the payment if one is named. */
  refundable?: number;
  /** With `amount_out_of_range`: the largest possible amount. */
  maximum?: number;
  /** With `version_mismatch`: the current version; absent if there is no such row. */
  version?: number;
  /** With `coupon_exhausted`: which limit was reached, of the coupon or of the promotion it unlocks. */
  limited_by?: "usage_limit" | "usage_limit_per_customer" | (string & {});
  /**
   * With `coupon_exhausted`: how many uses are allowed. With `limit_reached`: how many entries the order can
   * have.
   */
  limit?: number;
  /** With `coupon_exhausted`: how many uses there have been. */
  used?: number;
}

/** A product without its stock, as events show it. */
export interface ProductRecord {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The product's name. */
  name: string;
  /** Stock keeping unit, unique in the tenant among products that aren't deleted. */
  sku: string;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price: number;
  /** A description for buyers; null for none. */
  description: string | null;
  /** The product's category; null for none. */
  category_id: number | null;
  /** The product's brand; null for none. */
  brand: string | null;
  /** Only active products can be ordered. */
  status: "active" | "inactive" | (string & {});
  /** The unit in which the product is sold. */
  unit: string;
  /**
   * What the product costs the merchant, with at most 10 decimals and 15 significant digits; null if it
   * isn't known.
   */
  cost_price: number | null;
  /** GTIN-8, -12, -13 or -14 with its check digit; null for none. `SEM GTIN` is null, too. */
  gtin: string | null;
  /**
   * Mercosur product classification code (NCM), 8 digits, with or without dots, and it's returned without;
   * null if it isn't known. `00`, which an NF-e has for a service, is null, too.
   */
  ncm: string | null;
  /** Tax substitution code (CEST), 7 digits, with or without dots, and it's returned without; null for none. */
  cest: string | null;
  /**
   * Where the goods come from, as in `orig` of an NF-e: 0 national, 1 and 6 imported directly, 2 and 7
   * bought in Brazil but imported, 3, 4, 5 and 8 national with imported content or by basic processes. Null
   * if it isn't known.
   */
  origin: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | (string & {}) | null;
  /** The unit in which the product is taxed; null if it's `unit`. */
  tax_unit: string | null;
  /** Weight in kilograms; null if it isn't known. */
  weight_kg: number | null;
  /** The size of the package; null if it isn't known. */
  dimensions: ProductRecordDimensions | null;
  /** Whether orders reserve stock of this product. */
  track_stock: boolean;
  /** Whether orders may reserve more than is available. */
  allow_backorder: boolean;
  /** The stock level at which to reorder. */
  min_stock: number;
  /** URLs of images, main image first. */
  image_urls: string[];
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/** The size of the package; null if it isn't known. */
export interface ProductRecordDimensions {
  /** Length in centimetres. */
  length_cm: number;
  /** Width in centimetres. */
  width_cm: number;
  /** Height in centimetres. */
  height_cm: number;
}

/** A product's stock. */
export interface StockLevel {
  /** The quantity on hand. */
  on_hand: number;
  /** The quantity that orders have reserved. */
  reserved: number;
  /**
   * `on_hand` minus `reserved`. Negative if orders have reserved more than is on hand, after backorders or a
   * count.
   */
  available: number;
}

/** Something the tenant sells, with its stock. */
export interface Product {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The product's name. */
  name: string;
  /** Stock keeping unit, unique in the tenant among products that aren't deleted. */
  sku: string;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price: number;
  /** A description for buyers; null for none. */
  description: string | null;
  /** The product's category; null for none. */
  category_id: number | null;
  /** The product's brand; null for none. */
  brand: string | null;
  /** Only active products can be ordered. */
  status: "active" | "inactive" | (string & {});
  /** The unit in which the product is sold. */
  unit: string;
  /**
   * What the product costs the merchant, with at most 10 decimals and 15 significant digits; null if it
   * isn't known.
   */
  cost_price: number | null;
  /** GTIN-8, -12, -13 or -14 with its check digit; null for none. `SEM GTIN` is null, too. */
  gtin: string | null;
  /**
   * Mercosur product classification code (NCM), 8 digits, with or without dots, and it's returned without;
   * null if it isn't known. `00`, which an NF-e has for a service, is null, too.
   */
  ncm: string | null;
  /** Tax substitution code (CEST), 7 digits, with or without dots, and it's returned without; null for none. */
  cest: string | null;
  /**
   * Where the goods come from, as in `orig` of an NF-e: 0 national, 1 and 6 imported directly, 2 and 7
   * bought in Brazil but imported, 3, 4, 5 and 8 national with imported content or by basic processes. Null
   * if it isn't known.
   */
  origin: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | (string & {}) | null;
  /** The unit in which the product is taxed; null if it's `unit`. */
  tax_unit: string | null;
  /** Weight in kilograms; null if it isn't known. */
  weight_kg: number | null;
  /** The size of the package; null if it isn't known. */
  dimensions: ProductDimensions | null;
  /** Whether orders reserve stock of this product. */
  track_stock: boolean;
  /** Whether orders may reserve more than is available. */
  allow_backorder: boolean;
  /** The stock level at which to reorder. */
  min_stock: number;
  /** URLs of images, main image first. */
  image_urls: string[];
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
  /** The product's stock now. It changes without a change of `updated_at` and `version`. */
  stock: StockLevel;
}

/** The size of the package; null if it isn't known. */
export interface ProductDimensions {
  /** Length in centimetres. */
  length_cm: number;
  /** Width in centimetres. */
  width_cm: number;
  /** Height in centimetres. */
  height_cm: number;
}

/** How to get the rest of a list. */
export interface PageInfo {
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
  /** Whether there is a next page. */
  has_more: boolean;
}

/**
 * The count with which a new product starts, 0 if it's left out. Only a product that this request creates
 * takes it. For one that exists it's refused, because orders may have changed the stock since: send counts
 * to `POST /stock-adjustments/batch`.
 */
export interface InitialStock {
  /** The quantity on hand. It becomes a movement with the reason `initial`. */
  on_hand: number;
}

/**
 * A product to create. Without them, `status` is `active`, `unit` is `un`, `track_stock` is true,
 * `allow_backorder` is false, `min_stock` is 0, and `image_urls` and `metadata` are empty.
 */
export interface ProductCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The product's name. */
  name: string;
  /** Stock keeping unit, unique in the tenant among products that aren't deleted. */
  sku: string;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price: number;
  /** A description for buyers; null for none. */
  description?: string | null | undefined;
  /** The product's category; null for none. */
  category_id?: number | null | undefined;
  /** The product's brand; null for none. */
  brand?: string | null | undefined;
  /** Only active products can be ordered. Defaults to `"active"`. */
  status?: "active" | "inactive" | undefined;
  /** The unit in which the product is sold. Defaults to `"un"`. */
  unit?: string | undefined;
  /**
   * What the product costs the merchant, with at most 10 decimals and 15 significant digits; null if it
   * isn't known.
   */
  cost_price?: number | null | undefined;
  /** GTIN-8, -12, -13 or -14 with its check digit; null for none. `SEM GTIN` is null, too. */
  gtin?: string | null | undefined;
  /**
   * Mercosur product classification code (NCM), 8 digits, with or without dots, and it's returned without;
   * null if it isn't known. `00`, which an NF-e has for a service, is null, too.
   */
  ncm?: string | null | undefined;
  /** Tax substitution code (CEST), 7 digits, with or without dots, and it's returned without; null for none. */
  cest?: string | null | undefined;
  /**
   * Where the goods come from, as in `orig` of an NF-e: 0 national, 1 and 6 imported directly, 2 and 7
   * bought in Brazil but imported, 3, 4, 5 and 8 national with imported content or by basic processes. Null
   * if it isn't known.
   */
  origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null | undefined;
  /** The unit in which the product is taxed; null if it's `unit`. */
  tax_unit?: string | null | undefined;
  /** Weight in kilograms; null if it isn't known. */
  weight_kg?: number | null | undefined;
  /** The size of the package; null if it isn't known. */
  dimensions?: ProductCreateDimensions | null | undefined;
  /** Whether orders reserve stock of this product. Defaults to `true`. */
  track_stock?: boolean | undefined;
  /** Whether orders may reserve more than is available. Defaults to `false`. */
  allow_backorder?: boolean | undefined;
  /** The stock level at which to reorder. Defaults to `0`. */
  min_stock?: number | undefined;
  /** URLs of images, main image first. Defaults to `[]`. */
  image_urls?: string[] | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  category_external_id?: string | null | undefined;
  /**
   * The count with which a new product starts, 0 if it's left out. Only a product that this request creates
   * takes it. For one that exists it's refused, because orders may have changed the stock since: send counts
   * to `POST /stock-adjustments/batch`.
   */
  stock?: InitialStock | undefined;
}

/** The size of the package; null if it isn't known. */
export interface ProductCreateDimensions {
  /** Length in centimetres. */
  length_cm: number;
  /** Width in centimetres. */
  width_cm: number;
  /** Height in centimetres. */
  height_cm: number;
}

/** A product to create, or the fields of one to update. */
export interface ProductUpsert {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The product's name. */
  name?: string | undefined;
  /** Stock keeping unit, unique in the tenant among products that aren't deleted. */
  sku?: string | undefined;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price?: number | undefined;
  /** A description for buyers; null for none. */
  description?: string | null | undefined;
  /** The product's category; null for none. */
  category_id?: number | null | undefined;
  /** The product's brand; null for none. */
  brand?: string | null | undefined;
  /** Only active products can be ordered. */
  status?: "active" | "inactive" | undefined;
  /** The unit in which the product is sold. */
  unit?: string | undefined;
  /**
   * What the product costs the merchant, with at most 10 decimals and 15 significant digits; null if it
   * isn't known.
   */
  cost_price?: number | null | undefined;
  /** GTIN-8, -12, -13 or -14 with its check digit; null for none. `SEM GTIN` is null, too. */
  gtin?: string | null | undefined;
  /**
   * Mercosur product classification code (NCM), 8 digits, with or without dots, and it's returned without;
   * null if it isn't known. `00`, which an NF-e has for a service, is null, too.
   */
  ncm?: string | null | undefined;
  /** Tax substitution code (CEST), 7 digits, with or without dots, and it's returned without; null for none. */
  cest?: string | null | undefined;
  /**
   * Where the goods come from, as in `orig` of an NF-e: 0 national, 1 and 6 imported directly, 2 and 7
   * bought in Brazil but imported, 3, 4, 5 and 8 national with imported content or by basic processes. Null
   * if it isn't known.
   */
  origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null | undefined;
  /** The unit in which the product is taxed; null if it's `unit`. */
  tax_unit?: string | null | undefined;
  /** Weight in kilograms; null if it isn't known. */
  weight_kg?: number | null | undefined;
  /** The size of the package; null if it isn't known. */
  dimensions?: ProductUpsertDimensions | null | undefined;
  /** Whether orders reserve stock of this product. */
  track_stock?: boolean | undefined;
  /** Whether orders may reserve more than is available. */
  allow_backorder?: boolean | undefined;
  /** The stock level at which to reorder. */
  min_stock?: number | undefined;
  /** URLs of images, main image first. */
  image_urls?: string[] | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  category_external_id?: string | null | undefined;
  /**
   * The count with which a new product starts, 0 if it's left out. Only a product that this request creates
   * takes it. For one that exists it's refused, because orders may have changed the stock since: send counts
   * to `POST /stock-adjustments/batch`.
   */
  stock?: InitialStock | undefined;
}

/** The size of the package; null if it isn't known. */
export interface ProductUpsertDimensions {
  /** Length in centimetres. */
  length_cm: number;
  /** Width in centimetres. */
  width_cm: number;
  /** Height in centimetres. */
  height_cm: number;
}

/** The fields of a product to update, at least one. */
export interface ProductUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The product's name. */
  name?: string | undefined;
  /** Stock keeping unit, unique in the tenant among products that aren't deleted. */
  sku?: string | undefined;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price?: number | undefined;
  /** A description for buyers; null for none. */
  description?: string | null | undefined;
  /** The product's category; null for none. */
  category_id?: number | null | undefined;
  /** The product's brand; null for none. */
  brand?: string | null | undefined;
  /** Only active products can be ordered. */
  status?: "active" | "inactive" | undefined;
  /** The unit in which the product is sold. */
  unit?: string | undefined;
  /**
   * What the product costs the merchant, with at most 10 decimals and 15 significant digits; null if it
   * isn't known.
   */
  cost_price?: number | null | undefined;
  /** GTIN-8, -12, -13 or -14 with its check digit; null for none. `SEM GTIN` is null, too. */
  gtin?: string | null | undefined;
  /**
   * Mercosur product classification code (NCM), 8 digits, with or without dots, and it's returned without;
   * null if it isn't known. `00`, which an NF-e has for a service, is null, too.
   */
  ncm?: string | null | undefined;
  /** Tax substitution code (CEST), 7 digits, with or without dots, and it's returned without; null for none. */
  cest?: string | null | undefined;
  /**
   * Where the goods come from, as in `orig` of an NF-e: 0 national, 1 and 6 imported directly, 2 and 7
   * bought in Brazil but imported, 3, 4, 5 and 8 national with imported content or by basic processes. Null
   * if it isn't known.
   */
  origin?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null | undefined;
  /** The unit in which the product is taxed; null if it's `unit`. */
  tax_unit?: string | null | undefined;
  /** Weight in kilograms; null if it isn't known. */
  weight_kg?: number | null | undefined;
  /** The size of the package; null if it isn't known. */
  dimensions?: ProductUpdateDimensions | null | undefined;
  /** Whether orders reserve stock of this product. */
  track_stock?: boolean | undefined;
  /** Whether orders may reserve more than is available. */
  allow_backorder?: boolean | undefined;
  /** The stock level at which to reorder. */
  min_stock?: number | undefined;
  /** URLs of images, main image first. */
  image_urls?: string[] | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  category_external_id?: string | null | undefined;
}

/** The size of the package; null if it isn't known. */
export interface ProductUpdateDimensions {
  /** Length in centimetres. */
  length_cm: number;
  /** Width in centimetres. */
  width_cm: number;
  /** Height in centimetres. */
  height_cm: number;
}

/** A category of the tree that groups products. */
export interface Category {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The category's name. */
  name: string;
  /** The category's name in URLs, unique in the tenant among categories that aren't deleted. */
  slug: string;
  /** The parent category; null for a top-level category. */
  parent_id: number | null;
  /** The category's position among its siblings. */
  position: number;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/** A category to create. Without them, `position` is 0 and `metadata` is empty. */
export interface CategoryCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The category's name. */
  name: string;
  /** The category's name in URLs, unique in the tenant among categories that aren't deleted. */
  slug?: string | undefined;
  /** The parent category; null for a top-level category. */
  parent_id?: number | null | undefined;
  /** The category's position among its siblings. Defaults to `0`. */
  position?: number | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  parent_external_id?: string | null | undefined;
}

/** The fields of a category to update, at least one. */
export interface CategoryUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The category's name. */
  name?: string | undefined;
  /** The category's name in URLs, unique in the tenant among categories that aren't deleted. */
  slug?: string | undefined;
  /** The parent category; null for a top-level category. */
  parent_id?: number | null | undefined;
  /** The category's position among its siblings. */
  position?: number | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  parent_external_id?: string | null | undefined;
}

/** The registration with a state (inscrição estadual); null for none. */
export interface StateRegistration {
  /** The state that issued it. `pr` and `Paraná` are taken, and returned as `PR`. */
  state: "AC" | "AL" | "AM" | "AP" | "BA" | "CE" | "DF" | "ES" | "GO" | "MA" | "MG" | "MS" | "MT" | "PA" | "PB" | "PE" | "PI" | "PR" | "RJ" | "RN" | "RO" | "RR" | "RS" | "SC" | "SE" | "SP" | "TO";
  /**
   * The number, which is checked by the rules of the state, or `ISENTO`, also as `Isenta`. It may be sent
   * with or without punctuation, and is returned without.
   */
  number: string;
}

/** A postal address. */
export interface Address {
  /** The customer's name for this address; null for none. */
  label?: string | null | undefined;
  /** Street or thoroughfare. */
  street: string;
  /** House number; null for none. */
  number?: string | null | undefined;
  /** Flat, floor or unit; null for none. */
  complement?: string | null | undefined;
  /** Neighbourhood; null for none. */
  district?: string | null | undefined;
  /** City. */
  city: string;
  /**
   * IBGE's code of the city, 7 digits with the check digit; only in Brazil, null elsewhere or if it isn't
   * known. The city must be in the state.
   */
  city_code?: string | null | undefined;
  /**
   * State or region. In Brazil it's one of the 27 states, by its abbreviation or name, and it's returned as
   * the abbreviation; null for none.
   */
  state?: string | null | undefined;
  /**
   * Postal code. In Brazil it's a CEP of 8 digits, with or without punctuation, and it's returned with its
   * hyphen. It must be one of the state's; without a state, one of the state of the `city_code`. Null for
   * none.
   */
  postal_code?: string | null | undefined;
  /**
   * ISO 3166-1 alpha-2 code, in either letter case, and it's returned in capitals; `XK` is Kosovo. A country
   * may also be sent by its name in Portuguese or English, as Unicode has it, and Brazil as `BRA` or `1058`,
   * its code in an NF-e.
   */
  country: string;
}

/** A person or company that buys from the tenant. */
export interface Customer {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** Whether the customer is a person or a company. */
  type: "person" | "company" | (string & {});
  /** A person's name, or a company's registered name. */
  name: string;
  /** The name a company trades under; null for none. */
  trade_name: string | null;
  /**
   * A CPF, a CNPJ (numeric or alphanumeric) or a foreign tax id. A CPF or CNPJ may be sent with or without
   * punctuation, and is returned without. Unique in the tenant among customers that aren't deleted and have
   * the same kind of tax id, of Brazil or foreign; null for none.
   */
  tax_id: string | null;
  /**
   * The kind of `tax_id`. If you leave it out, it's `cpf` for a person and `cnpj` for a company; send
   * `foreign` for a tax id from another country. Null if there is no tax id.
   */
  tax_id_type: "cpf" | "cnpj" | "foreign" | (string & {}) | null;
  /** The registration with a state (inscrição estadual); null for none. */
  state_registration: StateRegistration | null;
  /**
   * Whether the customer pays ICMS, as in `indIEDest` of an NF-e: `contributor` (1), `exempt` from
   * registration (2) or `non_contributor` (9). Null if it isn't known.
   */
  icms_taxpayer: "contributor" | "exempt" | "non_contributor" | (string & {}) | null;
  /** The registration with the city (inscrição municipal), which has no common form; null for none. */
  municipal_registration: string | null;
  /** Email address; null for none. */
  email: string | null;
  /**
   * Phone number, as people write it: `(41) 99999-0000`. One of Brazil needs its area code, one of another
   * country its `+` and code. It's returned as E.164: `+5541999990000`. What E.164 can't say is returned as
   * digits: `08001234567`, `40041234`, and a mobile number without its ninth digit, `4199990000`. A number
   * that was stored in another form stays as it is until the customer is next changed. Null for none.
   */
  phone: string | null;
  /** Postal addresses, main address first. */
  addresses: Address[];
  /** Labels of your own. A promotion can be limited to customers with certain tags. */
  tags: string[];
  /** Only active customers can place orders. */
  status: "active" | "inactive" | (string & {});
  /** The price table for this customer's orders; null for none. */
  price_table_id: number | null;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/**
 * A customer to create. Without them, `status` is `active`, and `addresses`, `tags` and `metadata` are
 * empty.
 */
export interface CustomerCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** Whether the customer is a person or a company. */
  type: "person" | "company";
  /** A person's name, or a company's registered name. */
  name: string;
  /** The name a company trades under; null for none. */
  trade_name?: string | null | undefined;
  /**
   * A CPF, a CNPJ (numeric or alphanumeric) or a foreign tax id. A CPF or CNPJ may be sent with or without
   * punctuation, and is returned without. Unique in the tenant among customers that aren't deleted and have
   * the same kind of tax id, of Brazil or foreign; null for none.
   */
  tax_id?: string | null | undefined;
  /**
   * The kind of `tax_id`. If you leave it out, it's `cpf` for a person and `cnpj` for a company; send
   * `foreign` for a tax id from another country. Null if there is no tax id.
   */
  tax_id_type?: "cpf" | "cnpj" | "foreign" | null | undefined;
  /** The registration with a state (inscrição estadual); null for none. */
  state_registration?: StateRegistration | null | undefined;
  /**
   * Whether the customer pays ICMS, as in `indIEDest` of an NF-e: `contributor` (1), `exempt` from
   * registration (2) or `non_contributor` (9). Null if it isn't known.
   */
  icms_taxpayer?: "contributor" | "exempt" | "non_contributor" | null | undefined;
  /** The registration with the city (inscrição municipal), which has no common form; null for none. */
  municipal_registration?: string | null | undefined;
  /** Email address; null for none. */
  email?: string | null | undefined;
  /**
   * Phone number, as people write it: `(41) 99999-0000`. One of Brazil needs its area code, one of another
   * country its `+` and code. It's returned as E.164: `+5541999990000`. What E.164 can't say is returned as
   * digits: `08001234567`, `40041234`, and a mobile number without its ninth digit, `4199990000`. A number
   * that was stored in another form stays as it is until the customer is next changed. Null for none.
   */
  phone?: string | null | undefined;
  /** Postal addresses, main address first. Defaults to `[]`. */
  addresses?: Address[] | undefined;
  /** Labels of your own. A promotion can be limited to customers with certain tags. Defaults to `[]`. */
  tags?: string[] | undefined;
  /** Only active customers can place orders. Defaults to `"active"`. */
  status?: "active" | "inactive" | undefined;
  /** The price table for this customer's orders; null for none. */
  price_table_id?: number | null | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  price_table_external_id?: string | null | undefined;
}

/** The fields of a customer to update, at least one. */
export interface CustomerUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** Whether the customer is a person or a company. */
  type?: "person" | "company" | undefined;
  /** A person's name, or a company's registered name. */
  name?: string | undefined;
  /** The name a company trades under; null for none. */
  trade_name?: string | null | undefined;
  /**
   * A CPF, a CNPJ (numeric or alphanumeric) or a foreign tax id. A CPF or CNPJ may be sent with or without
   * punctuation, and is returned without. Unique in the tenant among customers that aren't deleted and have
   * the same kind of tax id, of Brazil or foreign; null for none.
   */
  tax_id?: string | null | undefined;
  /**
   * The kind of `tax_id`. If you leave it out, it's `cpf` for a person and `cnpj` for a company; send
   * `foreign` for a tax id from another country. Null if there is no tax id.
   */
  tax_id_type?: "cpf" | "cnpj" | "foreign" | null | undefined;
  /** The registration with a state (inscrição estadual); null for none. */
  state_registration?: StateRegistration | null | undefined;
  /**
   * Whether the customer pays ICMS, as in `indIEDest` of an NF-e: `contributor` (1), `exempt` from
   * registration (2) or `non_contributor` (9). Null if it isn't known.
   */
  icms_taxpayer?: "contributor" | "exempt" | "non_contributor" | null | undefined;
  /** The registration with the city (inscrição municipal), which has no common form; null for none. */
  municipal_registration?: string | null | undefined;
  /** Email address; null for none. */
  email?: string | null | undefined;
  /**
   * Phone number, as people write it: `(41) 99999-0000`. One of Brazil needs its area code, one of another
   * country its `+` and code. It's returned as E.164: `+5541999990000`. What E.164 can't say is returned as
   * digits: `08001234567`, `40041234`, and a mobile number without its ninth digit, `4199990000`. A number
   * that was stored in another form stays as it is until the customer is next changed. Null for none.
   */
  phone?: string | null | undefined;
  /** Postal addresses, main address first. */
  addresses?: Address[] | undefined;
  /** Labels of your own. A promotion can be limited to customers with certain tags. */
  tags?: string[] | undefined;
  /** Only active customers can place orders. */
  status?: "active" | "inactive" | undefined;
  /** The price table for this customer's orders; null for none. */
  price_table_id?: number | null | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  price_table_external_id?: string | null | undefined;
}

/**
 * An erasure to begin. It names the customer by exactly one of `customer_id`, `customer_external_id` and
 * `customer_tax_id`.
 */
export interface CustomerErasureCreate {
  /** The customer's id, also of one that is deleted. */
  customer_id?: number | undefined;
  /**
   * The customer's id in your own system. If several had it, the one that isn't deleted is meant, or else
   * the one that was deleted last: repeat the request until it's refused with 422.
   */
  customer_external_id?: string | undefined;
  /**
   * The customer's CPF, CNPJ or foreign tax id, with or without its mask. If several had it, as with
   * `customer_external_id`.
   */
  customer_tax_id?: string | undefined;
  /**
   * Why, for the receipt. Don't name the person: the receipt is kept. A reason that has the name, tax id,
   * e-mail address, phone or external id is stored as `[erased]`.
   */
  reason: string;
}

/** A step of an erasure. */
export interface ErasureStep {
  /** What it erases. Later versions may add values. */
  name: "customer" | "orders" | "idempotent_responses" | "events" | "deliveries" | "refused_requests" | "audit_entries" | (string & {});
  /** How far it is. */
  status: "waiting" | "running" | "done" | (string & {});
}

/** How many rows of each kind were changed. Of a repeated erasure only those that had something new. */
export interface ErasedCounts {
  /** 1, or 0 if the customer was erased before. */
  customers: number;
  /** Orders. */
  orders: number;
  /** Stored responses to requests with an `Idempotency-Key`. */
  idempotent_responses: number;
  /** Stored events. */
  events: number;
  /** Deliveries whose latest response had a text. */
  deliveries: number;
  /** Attempts whose response had a text or headers. */
  attempts: number;
  /** Entries of the log of refused requests. */
  refused_requests: number;
  /** Entries of the audit. */
  audit_entries: number;
}

/** Something that an erasure leaves. */
export interface ErasureExemption {
  /** What it is. Later versions may add values. */
  data: "order_figures" | "fiscal_document_numbers" | "identifiers" | "staff" | "backups" | (string & {});
  /** Why it's kept. */
  reason: string;
}

/** The erasure of a person's data, and its receipt. */
export interface CustomerErasure {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /** The customer that was erased. */
  customer_id: number;
  /** Whether all steps are done. */
  status: "running" | "completed" | (string & {});
  /** Why it was asked for. */
  reason: string;
  /** Who asked for it: `api_key:` followed by the prefix of the key, or `operator`. */
  actor: string;
  /** The steps, in their order. */
  steps: ErasureStep[];
  /** How many rows of each kind were changed. Of a repeated erasure only those that had something new. */
  erased: ErasedCounts;
  /** What is kept, and why. */
  exemptions: ErasureExemption[];
  /** When it was asked for. RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** When the last step was done; null before. */
  completed_at: string | null;
}

/** Where a line's price comes from. */
export interface PriceSource {
  /**
   * Whether it's the order's, the customer's or a default price table, the product itself, or agreed: the
   * `unit_price` that the order was sent with. Later versions may add values.
   */
  type: "order_price_table" | "customer_price_table" | "default_price_table" | "product" | "agreed" | (string & {});
  /** The price table; null if the price is the product's own, or agreed. */
  price_table_id: number | null;
}

/** An order line, as it was sold. */
export interface OrderItem {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The product's SKU when it was ordered. */
  sku: string;
  /** The product's name when it was ordered. */
  name: string;
  /** The quantity ordered. A quantity, with at most 4 decimals. */
  quantity: number;
  /**
   * The price of one unit, before discounts; as fine as the price it comes from. The price of one unit in
   * the tenant's currency, with at most 10 decimals and 15 significant digits.
   */
  unit_price: number;
  /** Where a line's price comes from. */
  price_source: PriceSource;
  /**
   * The unit price times the quantity, rounded half up to cents. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  subtotal: number;
  /**
   * The line's share of all discounts; at an agreed price, what was agreed to take off it and
   * `order_discount`. An amount in the tenant's currency, with at most 2 decimals.
   */
  discount: number;
  /** The subtotal minus the discount. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** How much of it came back, over all `returns`. 0 in a quote. A quantity, with at most 4 decimals. */
  returned_quantity: number;
  /**
   * The line's share of the order's `agreed_discount`, a part of `discount`. Lines that were written before
   * 0.2.0 lack it. An amount in the tenant's currency, with at most 2 decimals.
   */
  order_discount?: number;
}

/** What a promotion or a coupon takes off. Only a coupon's amount can be 0; it wasn't redeemed then. */
export interface OrderDiscount {
  /** Whether the discount is an automatic promotion's or a coupon's. */
  type: "promotion" | "coupon" | (string & {});
  /** The promotion, or the one that the coupon names; null for a coupon with its own discount. */
  promotion_id: number | null;
  /** The coupon; null for an automatic promotion. */
  coupon_id: number | null;
  /** The promotion's name or the coupon's code. */
  name: string;
  /** What it takes off the order. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
}

/**
 * What of the order is paid. The first line that fits applies; voided payments don't count, nor does
 * `surplus_refunded_total`, money beyond the
 * total that went back. The status of the order doesn't matter.
 *
 * | payment_status | when |
 * |---|---|
 * | `refunded` | `refunded_total` is above `surplus_refunded_total` and equal to `paid_total` |
 * | `partially_refunded` | `refunded_total` is above `surplus_refunded_total` |
 * | `paid` | `paid_total` minus `surplus_refunded_total` is at least the total: also with a total of 0, and if more was paid than the total |
 * | `partially_paid` | `paid_total` is above `surplus_refunded_total` |
 * | `unpaid` | nothing is paid |
 *
 * Later versions may add values.
 */
export type PaymentStatus = "unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded" | (string & {});

/** The shipping address, and who receives the order there; null for none. */
export interface ShippingAddress {
  /** The customer's name for this address; null for none. */
  label?: string | null | undefined;
  /** Street or thoroughfare. */
  street: string;
  /** House number; null for none. */
  number?: string | null | undefined;
  /** Flat, floor or unit; null for none. */
  complement?: string | null | undefined;
  /** Neighbourhood; null for none. */
  district?: string | null | undefined;
  /** City. */
  city: string;
  /**
   * IBGE's code of the city, 7 digits with the check digit; only in Brazil, null elsewhere or if it isn't
   * known. The city must be in the state.
   */
  city_code?: string | null | undefined;
  /**
   * State or region. In Brazil it's one of the 27 states, by its abbreviation or name, and it's returned as
   * the abbreviation; null for none.
   */
  state?: string | null | undefined;
  /**
   * Postal code. In Brazil it's a CEP of 8 digits, with or without punctuation, and it's returned with its
   * hyphen. It must be one of the state's; without a state, one of the state of the `city_code`. Null for
   * none.
   */
  postal_code?: string | null | undefined;
  /**
   * ISO 3166-1 alpha-2 code, in either letter case, and it's returned in capitals; `XK` is Kosovo. A country
   * may also be sent by its name in Portuguese or English, as Unicode has it, and Brazil as `BRA` or `1058`,
   * its code in an NF-e.
   */
  country: string;
  /** The name of who receives the order; null for the customer. */
  recipient?: string | null | undefined;
  /** The recipient's phone number, sent and returned like a customer's `phone`; null for none. */
  phone?: string | null | undefined;
  /**
   * The recipient's tax id. In the country `BR` it's a CPF or a CNPJ (numeric or alphanumeric), sent with or
   * without punctuation and returned without; in another it's returned as it was sent. Null for none.
   */
  tax_id?: string | null | undefined;
}

/**
 * Who pays for the freight, as in `modFrete` of an NF-e: 0 the seller (CIF), 1 the buyer (FOB), 2 a third
 * party, 3 the seller's own vehicle, 4 the buyer's own vehicle, 9 no freight. Null if it wasn't specified.
 */
export type FreightModality = 0 | 1 | 2 | 3 | 4 | 9 | null;

/** How the order is shipped; null if it wasn't specified. */
export interface Shipping {
  /** What the customer pays for shipping. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** The carrier or shipping service; null for none. */
  method: string | null;
  /** The shipping address, and who receives the order there; null for none. */
  address: ShippingAddress | null;
  /**
   * Who pays for the freight, as in `modFrete` of an NF-e: 0 the seller (CIF), 1 the buyer (FOB), 2 a third
   * party, 3 the seller's own vehicle, 4 the buyer's own vehicle, 9 no freight. Null if it wasn't specified.
   */
  modality: FreightModality;
  /** The name of the carrier; null if it isn't known. */
  carrier: string | null;
  /** The carrier's tracking code; null for none. */
  tracking_code: string | null;
  /** The number of packages; null if it isn't known. */
  volumes: number | null;
  /** The weight of all packages in kilograms; null if it isn't known. */
  gross_weight_kg: number | null;
}

/** Who sold the order; null for nobody. */
export interface Salesperson {
  /** The salesperson's name. */
  name: string;
  /** The salesperson's id in your own system; null for none. */
  external_id: string | null;
}

/** The fiscal document of the order, for example its NF-e; null for none. */
export interface FiscalDocument {
  /** The access key (chave de acesso); null for none. */
  access_key: string | null;
  /** The document's number; null if it isn't known. */
  number: string | null;
  /** The document's series; null if it isn't known. */
  series: string | null;
  /** When it was issued; null if it isn't known. */
  issued_at: string | null;
  /** Where the document can be read; null for none. */
  url: string | null;
}

/** One payment that was agreed on. */
export interface PaymentTerm {
  /** The day on which it's due. */
  due_date: string;
  /** The amount due. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** How it will be paid; null for no method. */
  method: string | null;
}

/** A confirmed payment, or one that was voided. */
export interface Payment {
  /** The payment's number within its order, from 1. */
  id: number;
  /** The amount paid. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** The payment method. */
  method: string;
  /** Your own id for the payment, unique among the payments of the order that aren't voided; null for none. */
  reference: string | null;
  /** When it was paid. RFC 3339, in UTC, with milliseconds. */
  paid_at: string;
  /** When it was voided; null if it counts. */
  voided_at: string | null;
  /** Why it was voided; null if it counts. */
  void_reason: string | null;
}

/** Money that went back to the customer. */
export interface Refund {
  /** The refund's number within its order, from 1. */
  id: number;
  /** The amount that was paid back. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** Why it was paid back. */
  reason: string;
  /** Your own id for the refund, unique among the refunds of the order; null for none. */
  reference: string | null;
  /** The payment that it pays back; null if it names none. */
  payment_id: number | null;
  /** When it was paid back. RFC 3339, in UTC, with milliseconds. */
  refunded_at: string;
  /** Who recorded it: `api_key:` followed by the prefix of the key. */
  actor: string;
}

/** What came back of an order line. */
export interface ReturnItem {
  /** The line's number in `items`, from 1. */
  line: number;
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The quantity that came back. A quantity, with at most 4 decimals. */
  quantity: number;
}

/** Goods that came back. */
export interface Return {
  /** The return's number within its order, from 1. */
  id: number;
  /** Whether the goods returned to `on_hand`. */
  restock: boolean;
  /** Why they came back. */
  reason: string;
  /** The refund that was recorded with it; null for none. */
  refund_id: number | null;
  /** When it was recorded. RFC 3339, in UTC, with milliseconds. */
  at: string;
  /** Who recorded it: `api_key:` followed by the prefix of the key. */
  actor: string;
  /** What came back. */
  items: ReturnItem[];
}

/** An attempt to deliver the order. */
export interface DeliveryAttempt {
  /** Whether the order was delivered. */
  outcome: "delivered" | "failed" | (string & {});
  /** Why it failed; null if no reason was given. */
  reason: string | null;
  /** When the attempt was made. RFC 3339, in UTC, with milliseconds. */
  at: string;
}

/** One change of an order's status. */
export interface StatusChange {
  /** The new status. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** Why the status changed; null if no reason was given. */
  reason: string | null;
  /** Who changed it: `api_key:` followed by the prefix of the key. */
  actor: string;
  /** When the status changed. RFC 3339, in UTC, with milliseconds. */
  at: string;
}

/** One change of an order's fields. */
export interface OrderChange {
  /** When the order was changed. RFC 3339, in UTC, with milliseconds. */
  at: string;
  /** Who changed it: `api_key:` followed by the prefix of the key. */
  actor: string;
  /**
   * The fields that changed, including those that were computed anew and those that follow, such as
   * `paid_at`; but not `version`, `updated_at` and `changes`.
   */
  fields: string[];
}

/**
 * What is charged, with its field of an NF-e: `ipi` (vIPI), `icms_st` (vICMSST), `fcp_st` (vFCPST),
 * `insurance` (vSeg), `other` (vOutro and all that has no type here), `handling`, which is part of vOutro
 * there, and `service` (vServ, unless the services are lines). Later versions may add values.
 */
export type ChargeType = "ipi" | "icms_st" | "fcp_st" | "insurance" | "handling" | "service" | "other" | (string & {});

/** A tax or fee that the customer pays on top of prices and shipping. */
export interface Charge {
  /**
   * What is charged, with its field of an NF-e: `ipi` (vIPI), `icms_st` (vICMSST), `fcp_st` (vFCPST),
   * `insurance` (vSeg), `other` (vOutro and all that has no type here), `handling`, which is part of vOutro
   * there, and `service` (vServ, unless the services are lines). Later versions may add values.
   */
  type: ChargeType;
  /** What is charged. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** What it's for; null if it wasn't said. */
  description: string | null;
  /** The line that it's for, as an index into `items`, from 0; null for the whole order. */
  item: number | null;
}

/** A sale to a customer. */
export interface Order {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The order's status. Later versions may add values. */
  status: OrderStatus;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
  /** The price table that the order names; null for none. */
  price_table_id: number | null;
  /** The coupon code that the order names, redeemed or not; null for none. */
  coupon_code: string | null;
  /** The order lines. */
  items: OrderItem[];
  /**
   * The discounts, in the order in which they were applied. What was agreed to take off a line, or off the
   * whole order (`agreed_discount`), isn't among them.
   */
  discounts: OrderDiscount[];
  /** The sum of the lines' subtotals. An amount in the tenant's currency, with at most 2 decimals. */
  subtotal: number;
  /** The sum of the lines' discounts. An amount in the tenant's currency, with at most 2 decimals. */
  discount_total: number;
  /**
   * What the customer pays for shipping. It's never discounted. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  shipping_amount: number;
  /**
   * The subtotal minus the discounts, plus shipping and charges. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  total: number;
  /** The statuses the order can move to. */
  allowed_transitions: OrderStatus[];
  /**
   * The sum of the payments that aren't voided. Refunds don't lower it. An amount in the tenant's currency,
   * with at most 2 decimals.
   */
  paid_total: number;
  /**
   * When the order was paid in full: the latest `paid_at` of the payments that count, its creation if the
   * total was 0, or the change that lowered the total to what was paid. Null as long as `paid_total` minus
   * `surplus_refunded_total` is below the total. Refunds don't change it.
   */
  paid_at: string | null;
  /**
   * What of the order is paid. The first line that fits applies; voided payments don't count, nor does
   * `surplus_refunded_total`, money beyond the
   * total that went back. The status of the order doesn't matter.
   *
   * | payment_status | when |
   * |---|---|
   * | `refunded` | `refunded_total` is above `surplus_refunded_total` and equal to `paid_total` |
   * | `partially_refunded` | `refunded_total` is above `surplus_refunded_total` |
   * | `paid` | `paid_total` minus `surplus_refunded_total` is at least the total: also with a total of 0, and if more was paid than the total |
   * | `partially_paid` | `paid_total` is above `surplus_refunded_total` |
   * | `unpaid` | nothing is paid |
   *
   * Later versions may add values.
   */
  payment_status: PaymentStatus;
  /**
   * The sum of the refunds. It never exceeds `paid_total`. An amount in the tenant's currency, with at most
   * 2 decimals.
   */
  refunded_total: number;
  /**
   * What the customer has paid beyond the total and hasn't got back: `paid_total` minus
   * `surplus_refunded_total` minus the total, at least 0 and at most what wasn't refunded, and of a canceled
   * order all that wasn't. Refunds of returned goods, or of payments other than those that came when the
   * order was paid already, give back nothing of those, unless they give the payment back whole. Returned
   * goods alone don't change it. An amount in the tenant's currency, with at most 2 decimals.
   */
  refund_due: number;
  /** When the customer placed the order. RFC 3339, in UTC, with milliseconds. */
  placed_at: string;
  /** How the order is shipped; null if it wasn't specified. */
  shipping: Shipping | null;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel: string | null;
  /** Who sold the order; null for nobody. */
  salesperson: Salesperson | null;
  /** The fiscal document of the order, for example its NF-e; null for none. */
  fiscal_document: FiscalDocument | null;
  /** When the customer is to pay what, and how; empty if nothing was agreed on. */
  payment_terms: PaymentTerm[];
  /** A note for the staff; null for none. */
  notes: string | null;
  /** The payments of the order, in the sequence in which they were recorded. */
  payments: Payment[];
  /** The refunds of the order, in the sequence in which they were recorded. */
  refunds: Refund[];
  /** The returns of the order, in the sequence in which they were recorded. */
  returns: Return[];
  /** The attempts to deliver the order. */
  delivery_attempts: DeliveryAttempt[];
  /** The changes of the order's status, oldest first. */
  status_history: StatusChange[];
  /** The last 100 changes that were made with `PATCH`, oldest first. */
  changes: OrderChange[];
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /**
   * What was agreed to take off the whole order. The lines' shares of it are in their discounts. An amount
   * in the tenant's currency, with at most 2 decimals.
   */
  agreed_discount: number;
  /** The taxes and fees that are part of the total, in the sequence in which they were sent. */
  charges: Charge[];
  /** The sum of the charges. An amount in the tenant's currency, with at most 2 decimals. */
  charges_total: number;
  /**
   * The part of `refunded_total` that gave back money paid beyond the total, or whole payments that others
   * came for. It counts on neither side: `paid_total` minus it is what is paid of the total, and
   * `refunded_total` minus it what was paid back of that. A refund goes by the total of its time, or by that
   * of now if it's lower. Orders in events of before 0.2.0 lack it. An amount in the tenant's currency, with
   * at most 2 decimals.
   */
  surplus_refunded_total?: number;
}

/** An order, and what you call its customer and its price table. */
export interface ListedOrder {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The order's status. Later versions may add values. */
  status: OrderStatus;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
  /** The price table that the order names; null for none. */
  price_table_id: number | null;
  /** The coupon code that the order names, redeemed or not; null for none. */
  coupon_code: string | null;
  /** The order lines. */
  items: OrderItem[];
  /**
   * The discounts, in the order in which they were applied. What was agreed to take off a line, or off the
   * whole order (`agreed_discount`), isn't among them.
   */
  discounts: OrderDiscount[];
  /** The sum of the lines' subtotals. An amount in the tenant's currency, with at most 2 decimals. */
  subtotal: number;
  /** The sum of the lines' discounts. An amount in the tenant's currency, with at most 2 decimals. */
  discount_total: number;
  /**
   * What the customer pays for shipping. It's never discounted. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  shipping_amount: number;
  /**
   * The subtotal minus the discounts, plus shipping and charges. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  total: number;
  /** The statuses the order can move to. */
  allowed_transitions: OrderStatus[];
  /**
   * The sum of the payments that aren't voided. Refunds don't lower it. An amount in the tenant's currency,
   * with at most 2 decimals.
   */
  paid_total: number;
  /**
   * When the order was paid in full: the latest `paid_at` of the payments that count, its creation if the
   * total was 0, or the change that lowered the total to what was paid. Null as long as `paid_total` minus
   * `surplus_refunded_total` is below the total. Refunds don't change it.
   */
  paid_at: string | null;
  /**
   * What of the order is paid. The first line that fits applies; voided payments don't count, nor does
   * `surplus_refunded_total`, money beyond the
   * total that went back. The status of the order doesn't matter.
   *
   * | payment_status | when |
   * |---|---|
   * | `refunded` | `refunded_total` is above `surplus_refunded_total` and equal to `paid_total` |
   * | `partially_refunded` | `refunded_total` is above `surplus_refunded_total` |
   * | `paid` | `paid_total` minus `surplus_refunded_total` is at least the total: also with a total of 0, and if more was paid than the total |
   * | `partially_paid` | `paid_total` is above `surplus_refunded_total` |
   * | `unpaid` | nothing is paid |
   *
   * Later versions may add values.
   */
  payment_status: PaymentStatus;
  /**
   * The sum of the refunds. It never exceeds `paid_total`. An amount in the tenant's currency, with at most
   * 2 decimals.
   */
  refunded_total: number;
  /**
   * What the customer has paid beyond the total and hasn't got back: `paid_total` minus
   * `surplus_refunded_total` minus the total, at least 0 and at most what wasn't refunded, and of a canceled
   * order all that wasn't. Refunds of returned goods, or of payments other than those that came when the
   * order was paid already, give back nothing of those, unless they give the payment back whole. Returned
   * goods alone don't change it. An amount in the tenant's currency, with at most 2 decimals.
   */
  refund_due: number;
  /** When the customer placed the order. RFC 3339, in UTC, with milliseconds. */
  placed_at: string;
  /** How the order is shipped; null if it wasn't specified. */
  shipping: Shipping | null;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel: string | null;
  /** Who sold the order; null for nobody. */
  salesperson: Salesperson | null;
  /** The fiscal document of the order, for example its NF-e; null for none. */
  fiscal_document: FiscalDocument | null;
  /** When the customer is to pay what, and how; empty if nothing was agreed on. */
  payment_terms: PaymentTerm[];
  /** A note for the staff; null for none. */
  notes: string | null;
  /** The payments of the order, in the sequence in which they were recorded. */
  payments: Payment[];
  /** The refunds of the order, in the sequence in which they were recorded. */
  refunds: Refund[];
  /** The returns of the order, in the sequence in which they were recorded. */
  returns: Return[];
  /** The attempts to deliver the order. */
  delivery_attempts: DeliveryAttempt[];
  /** The changes of the order's status, oldest first. */
  status_history: StatusChange[];
  /** The last 100 changes that were made with `PATCH`, oldest first. */
  changes: OrderChange[];
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /**
   * What was agreed to take off the whole order. The lines' shares of it are in their discounts. An amount
   * in the tenant's currency, with at most 2 decimals.
   */
  agreed_discount: number;
  /** The taxes and fees that are part of the total, in the sequence in which they were sent. */
  charges: Charge[];
  /** The sum of the charges. An amount in the tenant's currency, with at most 2 decimals. */
  charges_total: number;
  /**
   * The part of `refunded_total` that gave back money paid beyond the total, or whole payments that others
   * came for. It counts on neither side: `paid_total` minus it is what is paid of the total, and
   * `refunded_total` minus it what was paid back of that. A refund goes by the total of its time, or by that
   * of now if it's lower. Orders in events of before 0.2.0 lack it. An amount in the tenant's currency, with
   * at most 2 decimals.
   */
  surplus_refunded_total?: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  customer_external_id: string | null;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  price_table_external_id: string | null;
}

/** Data that is left out because the key lacks a scope. */
export interface PersonalDataOmission {
  /** What is left out. */
  data: "orders" | (string & {});
  /** The scope that would show it. */
  required_scope: string;
}

/** What is stored about one customer. */
export interface CustomerPersonalData {
  /** A person or company that buys from the tenant. */
  customer: Customer;
  /** The first 100 orders by id; null without the scope `orders.read`. */
  orders: CustomerPersonalDataOrders | null;
  /** What the key may not read; empty if nothing. */
  omissions: PersonalDataOmission[];
}

/** A page of orders. */
export interface CustomerPersonalDataOrders {
  /** The orders. */
  data: ListedOrder[];
  /** How to get the rest of a list. */
  page: PageInfo;
}

/** A product's stock, and when it last changed. */
export interface StockBalance {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  product_external_id: string | null;
  /** The product's SKU today. It changes without a change of `updated_at`. */
  sku: string;
  /** The quantity on hand. */
  on_hand: number;
  /** The quantity that orders have reserved. */
  reserved: number;
  /**
   * `on_hand` minus `reserved`. Negative if orders have reserved more than is on hand, after backorders or a
   * count.
   */
  available: number;
  /** When the balance last changed. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** When the product was deleted; null if it isn't. */
  deleted_at: string | null;
}

/** Why the stock was changed. */
export type StockReason = "initial" | "count" | "receipt" | "return" | "damage" | "loss" | "correction" | "other" | (string & {});

/** An adjustment of the quantity on hand. */
export interface StockAdjustmentCreate {
  /** Whether `quantity` replaces `on_hand` or is added to it. */
  mode: "set" | "delta";
  /** With `set`, the new quantity, 0 or more. With `delta`, the change, positive or negative. */
  quantity: number;
  /** Why the stock was changed. */
  reason: "initial" | "count" | "receipt" | "return" | "damage" | "loss" | "correction" | "other";
  /** A note of your own, for example an invoice number; null for none. */
  reference?: string | null | undefined;
  /**
   * The quantity you expect to be on hand. If it differs, the response is 409 `stale_stock` and nothing is
   * written.
   */
  expected_on_hand?: number | undefined;
}

/** One row of the stock ledger, and what you call its product and its order. */
export interface StockMovement {
  /** The movement's id. It can exceed 2^31. */
  id: number;
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /**
   * What the movement changed by `quantity`: `adjustment` and `return` change `on_hand`, `reservation` and
   * `release` change `reserved`, and `shipment` changes both.
   */
  type: "adjustment" | "reservation" | "release" | "shipment" | "return" | (string & {});
  /** The change, positive or negative. */
  quantity: number;
  /** The quantity on hand after the movement. */
  on_hand_after: number;
  /** The quantity reserved after the movement. */
  reserved_after: number;
  /**
   * Why the stock was adjusted; null for other movements. `shortage` is what an imported order shipped and
   * wasn't on hand. Later versions may add reasons.
   */
  reason: "initial" | "count" | "receipt" | "return" | "damage" | "loss" | "correction" | "other" | "shortage" | (string & {}) | null;
  /** The note sent with the adjustment; null for none. */
  reference: string | null;
  /**
   * The order that caused the reservation, release, shipment, return or shortage; null for any other
   * adjustment.
   */
  order_id: number | null;
  /** Who made it: `api_key:` followed by the prefix of the key, or `system`. */
  actor: string;
  /** When the movement was written. RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  product_external_id: string | null;
  /** The product's SKU today. It changes without a change of this row. */
  sku: string;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
}

/** The movement that was written, and the balance after it. */
export interface StockAdjustment {
  /** One row of the stock ledger, and what you call its product and its order. */
  movement: StockMovement;
  /** A product's stock, and when it last changed. */
  balance: StockBalance;
}

/**
 * An adjustment of the quantity on hand of a product. It names the product by exactly one of `product_id`,
 * `sku` and `external_id`.
 */
export interface StockAdjustmentItem {
  /** Whether `quantity` replaces `on_hand` or is added to it. */
  mode: "set" | "delta";
  /** With `set`, the new quantity, 0 or more. With `delta`, the change, positive or negative. */
  quantity: number;
  /** Why the stock was changed. */
  reason: "initial" | "count" | "receipt" | "return" | "damage" | "loss" | "correction" | "other";
  /** A note of your own, for example an invoice number; null for none. */
  reference?: string | null | undefined;
  /**
   * The quantity you expect to be on hand. If it differs, the response is 409 `stale_stock` and nothing is
   * written.
   */
  expected_on_hand?: number | undefined;
  /** The product's id. */
  product_id?: number | undefined;
  /** The product's SKU. */
  sku?: string | undefined;
  /** The product's id in your own system. */
  external_id?: string | undefined;
}

/** Whether the table has its own prices (`fixed`) or changes every product's price (`percentage`). */
export type PriceTableKind = "fixed" | "percentage" | (string & {});

/** Special prices for certain customers, orders or periods. */
export interface PriceTable {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The price table's name. */
  name: string;
  /** A short name, unique in the tenant among price tables that aren't deleted. */
  code: string;
  /**
   * By how many percent a `percentage` table changes every product's price; negative for a reduction. Null
   * for a `fixed` table.
   */
  percentage: number | null;
  /** Only active price tables apply. */
  status: "active" | "inactive" | (string & {});
  /** If several default tables apply, the one with the highest priority gives the price. */
  priority: number;
  /** When it starts to apply; null for no start. */
  starts_at: string | null;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at: string | null;
  /** Whether the table applies where neither the order's nor the customer's table has a price. */
  is_default: boolean;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** Whether the table has its own prices (`fixed`) or changes every product's price (`percentage`). */
  kind: PriceTableKind;
  /** ISO 4217 code of the currency of all prices. */
  currency: string;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/**
 * A price table to create. Without them, `status` is `active`, `priority` is 0, `is_default` is false, and
 * `metadata` is empty.
 */
export interface PriceTableCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The price table's name. */
  name: string;
  /** A short name, unique in the tenant among price tables that aren't deleted. */
  code: string;
  /**
   * By how many percent a `percentage` table changes every product's price; negative for a reduction. Null
   * for a `fixed` table.
   */
  percentage?: number | null | undefined;
  /** Only active price tables apply. Defaults to `"active"`. */
  status?: "active" | "inactive" | undefined;
  /** If several default tables apply, the one with the highest priority gives the price. Defaults to `0`. */
  priority?: number | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /**
   * Whether the table applies where neither the order's nor the customer's table has a price. Defaults to
   * `false`.
   */
  is_default?: boolean | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
  /** Whether the table has its own prices (`fixed`) or changes every product's price (`percentage`). */
  kind: "fixed" | "percentage";
}

/** A price table to create, or the fields of one to update. */
export interface PriceTableUpsert {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The price table's name. */
  name?: string | undefined;
  /** A short name, unique in the tenant among price tables that aren't deleted. */
  code?: string | undefined;
  /**
   * By how many percent a `percentage` table changes every product's price; negative for a reduction. Null
   * for a `fixed` table.
   */
  percentage?: number | null | undefined;
  /** Only active price tables apply. */
  status?: "active" | "inactive" | undefined;
  /** If several default tables apply, the one with the highest priority gives the price. */
  priority?: number | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** Whether the table applies where neither the order's nor the customer's table has a price. */
  is_default?: boolean | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /** Whether the table has its own prices (`fixed`) or changes every product's price (`percentage`). */
  kind?: "fixed" | "percentage" | undefined;
}

/** The fields of a price table to update, at least one. */
export interface PriceTableUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The price table's name. */
  name?: string | undefined;
  /** A short name, unique in the tenant among price tables that aren't deleted. */
  code?: string | undefined;
  /**
   * By how many percent a `percentage` table changes every product's price; negative for a reduction. Null
   * for a `fixed` table.
   */
  percentage?: number | null | undefined;
  /** Only active price tables apply. */
  status?: "active" | "inactive" | undefined;
  /** If several default tables apply, the one with the highest priority gives the price. */
  priority?: number | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** Whether the table applies where neither the order's nor the customer's table has a price. */
  is_default?: boolean | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
}

/** A product's price from a quantity on. */
export interface PriceTableEntry {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The quantity from which the price applies. A quantity, with at most 4 decimals. */
  min_quantity: number;
  /** The price of one unit in the tenant's currency, with at most 10 decimals and 15 significant digits. */
  price: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  product_external_id: string | null;
  /** The product's SKU today. */
  sku: string;
}

/**
 * A price to set, or to remove with null. It names its product by exactly one of `product_id`, `sku` and
 * `external_id`. Without it, `min_quantity` is 0.
 */
export interface PriceTableEntrySet {
  /** The product's id. */
  product_id?: number | undefined;
  /** The product's SKU. */
  sku?: string | undefined;
  /** The product's id in your own system. */
  external_id?: string | undefined;
  /**
   * The quantity from which the price applies: the product's quantity, added up over all lines of the order.
   * Defaults to `0`.
   */
  min_quantity?: number | undefined;
  /** The price, with at most 10 decimals and 15 significant digits, or null to remove the entry. */
  price: number | null;
}

/** The entries to set. */
export interface PriceTableEntriesSet {
  /** 1 to 1 000 entries. Each combination of product and `min_quantity` may appear once. */
  entries: PriceTableEntrySet[];
}

/** How many entries were set and removed. */
export interface PriceTableEntriesResult {
  /** How many entries now have the price you sent. */
  set: number;
  /** How many entries were removed. */
  removed: number;
}

/**
 * What is taken off, by `type`:
 *
 * - `percentage` takes `percentage` percent off.
 * - `fixed_amount` takes `amount` off, at most what is left of the lines it applies to.
 * - `buy_x_get_y` makes `get_quantity` of every `buy_quantity` + `get_quantity` whole units of a product free, or
 * `percentage` percent cheaper. The product's quantities are added up over all its lines.
 */
export interface Discount {
  /** The kind of discount. Later versions may add kinds. */
  type: "percentage" | "fixed_amount" | "buy_x_get_y" | (string & {});
  /** In percent; greater than 0, at most 100. */
  percentage?: number;
  /** The amount to take off; greater than 0. */
  amount?: number;
  /** How many whole units the customer pays in full. */
  buy_quantity?: number;
  /** How many further units are free or cheaper. */
  get_quantity?: number;
}

/** What the discount applies to. `order` is the whole order, without shipping. */
export interface PromotionTarget {
  /** The kind of target. Later versions may add kinds. */
  type: "order" | "products" | "categories" | (string & {});
  /** With `products`: which products. */
  product_ids?: number[];
  /** With `categories`: which categories. Categories below them are included. */
  category_ids?: number[];
}

/**
 * Conditions an order must meet for the promotion to apply. All of them must be met. Without them,
 * `customer_tags` is empty and `first_order` is false. A response always has all four.
 */
export interface PromotionConditions {
  /** The minimum sum of the subtotals of the target's lines, before discounts; null for none. */
  min_amount?: number | null | undefined;
  /** The minimum quantity of the target's lines, added up; null for none. */
  min_quantity?: number | null | undefined;
  /** The customer must have at least one of these tags. Empty for every customer. Defaults to `[]`. */
  customer_tags?: string[] | undefined;
  /**
   * Whether it must be the customer's first order. Canceled orders don't count. An order that is changed
   * keeps the promotion. Defaults to `false`.
   */
  first_order?: boolean | undefined;
}

/** A discount that applies automatically, or with a coupon that names it. */
export interface Promotion {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /** The promotion's name. */
  name: string;
  /** Only active promotions apply. */
  status: "active" | "inactive" | (string & {});
  /** When it starts to apply; null for no start. */
  starts_at: string | null;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at: string | null;
  /** The promotion with the highest priority applies first. */
  priority: number;
  /** Whether it can be combined with other promotions. A coupon applies either way. */
  stackable: boolean;
  /**
   * Whether it applies only with a coupon that names it. A coupon can only name such a promotion. Setting
   * this to false is refused with 409 `in_use` while a coupon that isn't deleted names the promotion.
   */
  requires_coupon: boolean;
  /**
   * What is taken off, by `type`:
   *
   * - `percentage` takes `percentage` percent off.
   * - `fixed_amount` takes `amount` off, at most what is left of the lines it applies to.
   * - `buy_x_get_y` makes `get_quantity` of every `buy_quantity` + `get_quantity` whole units of a product free, or
   * `percentage` percent cheaper. The product's quantities are added up over all its lines.
   */
  discount: Discount;
  /** What the discount applies to. `order` is the whole order, without shipping. */
  target: PromotionTarget;
  /**
   * Conditions an order must meet for the promotion to apply. All of them must be met. Without them,
   * `customer_tags` is empty and `first_order` is false. A response always has all four.
   */
  conditions: PromotionConditions;
  /** How many orders may use it; null for no limit. */
  usage_limit: number | null;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer: number | null;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /** How many orders use the promotion. Orders canceled while Pending don't count. */
  times_used: number;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/** Takes `percentage` percent off. */
export interface PercentageDiscount {
  /** The kind of discount. */
  type: "percentage";
  /** In percent; greater than 0, at most 100. */
  percentage: number;
}

/** Takes `amount` off, at most what is left of the lines it applies to. */
export interface FixedAmountDiscount {
  /** The kind of discount. */
  type: "fixed_amount";
  /** The amount to take off; greater than 0. */
  amount: number;
}

/**
 * Makes `get_quantity` of every `buy_quantity` + `get_quantity` whole units of a product free, or
 * `percentage` percent cheaper. The product's quantities are added up over all its lines.
 */
export interface BuyXGetYDiscount {
  /** The kind of discount. */
  type: "buy_x_get_y";
  /** How many whole units the customer pays in full. */
  buy_quantity: number;
  /** How many further units are free or cheaper. */
  get_quantity: number;
  /**
   * How much cheaper the further units are; 100 percent if it's missing. In percent; greater than 0, at most
   * 100.
   */
  percentage?: number | undefined;
}

/** What to take off. `type` decides which other fields there are. */
export type DiscountInput = PercentageDiscount | FixedAmountDiscount | BuyXGetYDiscount;

/** The whole order, without shipping. */
export interface OrderTarget {
  /** The kind of target. */
  type: "order";
}

/**
 * The lines of certain products. It names them by exactly one of `product_ids`, `skus` and `external_ids`;
 * the promotion then shows `product_ids`.
 */
export interface ProductsTarget {
  /** The kind of target. */
  type: "products";
  /** With `products`: which products. */
  product_ids?: number[] | undefined;
  /** The products' SKUs. */
  skus?: string[] | undefined;
  /** The products' ids in your own system. */
  external_ids?: string[] | undefined;
}

/**
 * The lines of products in certain categories. It names them by exactly one of `category_ids` and
 * `category_external_ids`; the promotion then shows `category_ids`.
 */
export interface CategoriesTarget {
  /** The kind of target. */
  type: "categories";
  /** With `categories`: which categories. Categories below them are included. */
  category_ids?: number[] | undefined;
  /** The categories' ids in your own system. Categories below them are included. */
  category_external_ids?: string[] | undefined;
}

/** What the discount applies to. `type` decides which list of ids there is. */
export type PromotionTargetInput = OrderTarget | ProductsTarget | CategoriesTarget;

/**
 * A promotion to create. Without them, `status` is `active`, `priority` is 0, `stackable` and
 * `requires_coupon` are false, `target` is the whole order, and `conditions` and `metadata` are empty.
 */
export interface PromotionCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The promotion's name. */
  name: string;
  /** Only active promotions apply. Defaults to `"active"`. */
  status?: "active" | "inactive" | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** The promotion with the highest priority applies first. Defaults to `0`. */
  priority?: number | undefined;
  /** Whether it can be combined with other promotions. A coupon applies either way. Defaults to `false`. */
  stackable?: boolean | undefined;
  /**
   * Whether it applies only with a coupon that names it. A coupon can only name such a promotion. Setting
   * this to false is refused with 409 `in_use` while a coupon that isn't deleted names the promotion.
   * Defaults to `false`.
   */
  requires_coupon?: boolean | undefined;
  /** What to take off. `type` decides which other fields there are. */
  discount: DiscountInput;
  /** What the discount applies to. `type` decides which list of ids there is. Defaults to `{"type":"order"}`. */
  target?: PromotionTargetInput | undefined;
  /**
   * Conditions an order must meet for the promotion to apply. All of them must be met. Without them,
   * `customer_tags` is empty and `first_order` is false. A response always has all four. Defaults to `{}`.
   */
  conditions?: PromotionConditions | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit?: number | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer?: number | null | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
}

/** The fields of a promotion to update, at least one. */
export interface PromotionUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The promotion's name. */
  name?: string | undefined;
  /** Only active promotions apply. */
  status?: "active" | "inactive" | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** The promotion with the highest priority applies first. */
  priority?: number | undefined;
  /** Whether it can be combined with other promotions. A coupon applies either way. */
  stackable?: boolean | undefined;
  /**
   * Whether it applies only with a coupon that names it. A coupon can only name such a promotion. Setting
   * this to false is refused with 409 `in_use` while a coupon that isn't deleted names the promotion.
   */
  requires_coupon?: boolean | undefined;
  /** What to take off. `type` decides which other fields there are. */
  discount?: DiscountInput | undefined;
  /** What the discount applies to. `type` decides which list of ids there is. */
  target?: PromotionTargetInput | undefined;
  /**
   * Conditions an order must meet for the promotion to apply. All of them must be met. Without them,
   * `customer_tags` is empty and `first_order` is false. A response always has all four.
   */
  conditions?: PromotionConditions | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit?: number | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer?: number | null | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
}

/** The coupon's own discount on the whole order; null if it has a `promotion_id`. */
export interface CouponDiscount {
  /** The kind of discount. Later versions may add kinds. */
  type: "percentage" | "fixed_amount" | "buy_x_get_y" | (string & {});
  /** In percent; greater than 0, at most 100. */
  percentage?: number;
  /** The amount to take off; greater than 0. */
  amount?: number;
  /** How many whole units the customer pays in full. */
  buy_quantity?: number;
  /** How many further units are free or cheaper. */
  get_quantity?: number;
}

/** A discount for customers who enter its code. */
export interface Coupon {
  /** An id assigned by Tradepost. It's never reused. */
  id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id: string | null;
  /**
   * The code that customers enter. Letter case doesn't matter. Unique in the tenant among coupons that
   * aren't deleted.
   */
  code: string;
  /** Only active coupons can be used. */
  status: "active" | "inactive" | (string & {});
  /** The coupon's own discount on the whole order; null if it has a `promotion_id`. */
  discount: CouponDiscount | null;
  /**
   * The promotion that the coupon applies, which must have `requires_coupon`; null if the coupon has its own
   * `discount`.
   */
  promotion_id: number | null;
  /** When it starts to apply; null for no start. */
  starts_at: string | null;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at: string | null;
  /** How many orders may use it; null for no limit. */
  usage_limit: number | null;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer: number | null;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata: { [name: string]: string };
  /** Counts the changes, starting at 1. */
  version: number;
  /** RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
  /**
   * How many orders use the coupon. Orders canceled while Pending don't count. It changes without a change
   * of `updated_at` and `version`.
   */
  times_used: number;
  /** When it was deleted; null if it isn't. */
  deleted_at: string | null;
}

/** The coupon's own discount on the whole order. Send either `discount` or `promotion_id`; the other is null. */
export type CouponDiscountInput = DiscountInput | null;

/** A coupon to create. Without them, `status` is `active` and `metadata` is empty. */
export interface CouponCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /**
   * The code that customers enter. Letter case doesn't matter. Unique in the tenant among coupons that
   * aren't deleted.
   */
  code: string;
  /** Only active coupons can be used. Defaults to `"active"`. */
  status?: "active" | "inactive" | undefined;
  /**
   * The coupon's own discount on the whole order. Send either `discount` or `promotion_id`; the other is
   * null.
   */
  discount?: CouponDiscountInput | undefined;
  /**
   * The promotion that the coupon applies, which must have `requires_coupon`; null if the coupon has its own
   * `discount`.
   */
  promotion_id?: number | null | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit?: number | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer?: number | null | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  promotion_external_id?: string | null | undefined;
}

/** The fields of a coupon to update, at least one. */
export interface CouponUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /**
   * The code that customers enter. Letter case doesn't matter. Unique in the tenant among coupons that
   * aren't deleted.
   */
  code?: string | undefined;
  /** Only active coupons can be used. */
  status?: "active" | "inactive" | undefined;
  /**
   * The coupon's own discount on the whole order. Send either `discount` or `promotion_id`; the other is
   * null.
   */
  discount?: CouponDiscountInput | undefined;
  /**
   * The promotion that the coupon applies, which must have `requires_coupon`; null if the coupon has its own
   * `discount`.
   */
  promotion_id?: number | null | undefined;
  /** When it starts to apply; null for no start. */
  starts_at?: string | null | undefined;
  /** When it stops applying; null for no end. It must be later than `starts_at`. */
  ends_at?: string | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit?: number | null | undefined;
  /** How many orders may use it; null for no limit. */
  usage_limit_per_customer?: number | null | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  promotion_external_id?: string | null | undefined;
}

/** An order line. It names its product by exactly one of `product_id`, `sku` and `external_id`. */
export interface OrderItemCreate {
  /** The product's id. */
  product_id?: number | undefined;
  /** The product's SKU. */
  sku?: string | undefined;
  /** The product's id in your own system. */
  external_id?: string | undefined;
  /** The quantity to order; greater than 0. */
  quantity: number;
  /**
   * The agreed price of one unit. Without it the price is computed. With it no price table, promotion or
   * coupon touches the line, and the line counts towards none of their quantities and amounts. At most 10
   * decimals and 15 significant digits, as `vUnCom` of an NF-e.
   */
  unit_price?: number | undefined;
  /**
   * What was agreed to take off the whole line, at most `unit_price` × `quantity`. Only with `unit_price`;
   * without it nothing is taken off.
   */
  discount?: number | undefined;
}

/**
 * A coupon, and the order to validate it for. It names the customer by exactly one of `customer_id`,
 * `customer_external_id` and `customer_tax_id`.
 */
export interface CouponValidate {
  /** The code as the customer entered it. Letter case doesn't matter. */
  coupon_code: string;
  /** The customer's id. */
  customer_id?: number | undefined;
  /** The customer's id in your own system. */
  customer_external_id?: string | undefined;
  /** The customer's CPF, CNPJ or foreign tax id, with or without its mask. */
  customer_tax_id?: string | undefined;
  /** The price table of the order; null for none. */
  price_table_id?: number | null | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  price_table_external_id?: string | null | undefined;
  /** 1 to 990 order lines. */
  items: OrderItemCreate[];
}

/** Whether the coupon can be used, and how much it takes off. */
export interface CouponValidation {
  /** Whether the coupon can be used for this order. */
  valid: boolean;
  /**
   * The problem code an order with the coupon would get; null if the coupon can be used. Later versions may
   * add codes.
   */
  problem_code: "coupon_invalid" | "coupon_exhausted" | (string & {}) | null;
  /** Why the coupon can't be used, or why its discount is 0; null if it takes something off. */
  detail: string | null;
  /** The coupon with this code, whether it can be used or not; null if there is none. */
  coupon_id: number | null;
  /**
   * What the coupon would take off; 0 if it can't be used. An amount in the tenant's currency, with at most
   * 2 decimals.
   */
  discount: number;
}

/** The use of a coupon by an order. */
export interface CouponRedemption {
  /** An id assigned by Tradepost. It's never reused. */
  coupon_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** What the coupon took off the order. An amount in the tenant's currency, with at most 2 decimals. */
  discount: number;
  /** When the order redeemed the coupon. RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /**
   * When the redemption was released because its order was canceled while Pending, or changed and no longer
   * uses the coupon; null while it counts.
   */
  released_at: string | null;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  coupon_external_id: string | null;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  customer_external_id: string | null;
}

/** How the order is shipped. Without it, `amount` is 0. */
export interface ShippingCreate {
  /** What the customer pays for shipping. Defaults to `0`. */
  amount?: number | undefined;
  /** The carrier or shipping service; null for none. */
  method?: string | null | undefined;
  /** The shipping address, and who receives the order there; null for none. */
  address?: ShippingAddress | null | undefined;
  /**
   * Who pays for the freight, as in `modFrete` of an NF-e: 0 the seller (CIF), 1 the buyer (FOB), 2 a third
   * party, 3 the seller's own vehicle, 4 the buyer's own vehicle, 9 no freight. Null if it wasn't specified.
   */
  modality?: 0 | 1 | 2 | 3 | 4 | 9 | null | undefined;
  /** The name of the carrier; null if it isn't known. */
  carrier?: string | null | undefined;
  /** The carrier's tracking code; null for none. */
  tracking_code?: string | null | undefined;
  /** The number of packages; null if it isn't known. */
  volumes?: number | null | undefined;
  /** The weight of all packages in kilograms; null if it isn't known. */
  gross_weight_kg?: number | null | undefined;
}

/** A tax or fee that the customer pays on top of prices and shipping. It's recorded as it is, not computed. */
export interface ChargeInput {
  /**
   * What is charged, with its field of an NF-e: `ipi` (vIPI), `icms_st` (vICMSST), `fcp_st` (vFCPST),
   * `insurance` (vSeg), `other` (vOutro and all that has no type here), `handling`, which is part of vOutro
   * there, and `service` (vServ, unless the services are lines). Later versions may add values.
   */
  type: "ipi" | "icms_st" | "fcp_st" | "insurance" | "handling" | "service" | "other";
  /** What is charged. */
  amount: number;
  /** What it's for; null for nothing. */
  description?: string | null | undefined;
  /** The line that it's for, as an index into `items`, from 0; null for the whole order. */
  item?: number | null | undefined;
}

/** Who sold the order; null for nobody. */
export interface SalespersonInput {
  /** The salesperson's name. */
  name: string;
  /** The salesperson's id in your own system; null for none. */
  external_id?: string | null | undefined;
}

/**
 * The fiscal document of the order, for example its NF-e; null for none. Tradepost records it and doesn't
 * issue it.
 */
export interface FiscalDocumentInput {
  /**
   * The 44 characters of the access key (chave de acesso), with or without blanks and the `NFe` of the XML.
   * The state, the month (which isn't in the future), the CNPJ, the model (55 NF-e, 65 NFC-e or 59 CF-e) and
   * the check digit are checked; the issue names the part that's wrong. The CNPJ may have capital letters,
   * or be three zeros and a CPF. Null for none.
   */
  access_key?: string | null | undefined;
  /**
   * The document's number. If you leave it out or send null, it's taken from the access key of an NF-e or
   * NFC-e. If you send both, they must agree, and the order shows it without leading zeros.
   */
  number?: string | null | undefined;
  /**
   * The document's series. If you leave it out or send null, it's taken from the access key of an NF-e or
   * NFC-e. If you send both, they must agree, and the order shows it without leading zeros.
   */
  series?: string | null | undefined;
  /**
   * When it was issued; null if it isn't known. It must be between 2000-01-01T00:00:00.000Z and 24 hours
   * from now, of an import without an access key also before 2000. The 24 hours allow for clocks that report
   * local time as UTC.
   */
  issued_at?: string | null | undefined;
  /** Where the document can be read; null for none. */
  url?: string | null | undefined;
}

/** One payment that was agreed on. */
export interface PaymentTermInput {
  /** The day on which it's due. */
  due_date: string;
  /** The amount due; greater than 0. */
  amount: number;
  /** How it will be paid: `boleto`, `pix`, `credit_card` or a word of your own. Null for no method. */
  method?: string | null | undefined;
}

/**
 * An order to create. It names its customer by exactly one of `customer_id`, `customer_external_id` and
 * `customer_tax_id`. Without it, `metadata` is empty.
 */
export interface OrderCreate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The customer's id. */
  customer_id?: number | undefined;
  /** The customer's id in your own system. */
  customer_external_id?: string | undefined;
  /** The customer's CPF, CNPJ or foreign tax id, with or without its mask. */
  customer_tax_id?: string | undefined;
  /** 1 to 990 order lines. */
  items: OrderItemCreate[];
  /** The price table for all lines; null for none. */
  price_table_id?: number | null | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  price_table_external_id?: string | null | undefined;
  /** The code of a coupon to redeem. Letter case doesn't matter. Null for none. */
  coupon_code?: string | null | undefined;
  /**
   * What was agreed to take off the whole order. It's applied last, to what promotions, the coupon and the
   * lines' own discounts have left of all lines, those at agreed prices included, and can't be more than
   * that. 0 for nothing.
   */
  agreed_discount?: number | undefined;
  /** How the order is shipped. Without it, `amount` is 0. */
  shipping?: ShippingCreate | undefined;
  /**
   * Taxes and fees that are part of the total: what your ERP or the invoice says, never computed here. At
   * most 1 000. Empty for none.
   */
  charges?: ChargeInput[] | undefined;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel?: string | null | undefined;
  /** Who sold the order; null for nobody. */
  salesperson?: SalespersonInput | null | undefined;
  /**
   * The fiscal document of the order, for example its NF-e; null for none. Tradepost records it and doesn't
   * issue it.
   */
  fiscal_document?: FiscalDocumentInput | null | undefined;
  /**
   * When the customer is to pay what, and how. The amounts must add up to the order's total; otherwise the
   * response is 409 `total_mismatch`. The order doesn't matter. At most 120 entries, as many as an NF-e has.
   * Without entries, nothing was agreed on.
   */
  payment_terms?: PaymentTermInput[] | undefined;
  /** A note for the staff; null for none. */
  notes?: string | null | undefined;
  /**
   * The total you computed or showed the customer. If the computed total differs, the response is 409
   * `total_mismatch`.
   */
  expected_total?: number | undefined;
  /**
   * When the customer placed the order; defaults to now. Set it when you import an older order. It changes
   * no price: promotions, coupons and price tables apply as of now. It must be between
   * 2000-01-01T00:00:00.000Z and 24 hours from now. The 24 hours allow for clocks that report local time as
   * UTC.
   */
  placed_at?: string | undefined;
  /**
   * Up to 50 short texts of your own, under names of your own. A change replaces all of them. Defaults to
   * `{}`.
   */
  metadata?: { [name: string]: string } | undefined;
}

/**
 * An order line as it was charged. It names its product by exactly one of `product_id`, `sku` and
 * `external_id`. Of several that had the same id of yours, the one that isn't deleted is meant, or else the
 * first.
 */
export interface OrderImportLine {
  /** The product's id. */
  product_id?: number | undefined;
  /** The product's SKU. */
  sku?: string | undefined;
  /** The product's id in your own system. */
  external_id?: string | undefined;
  /** The product's name when it was sold; defaults to its name now. */
  name?: string | undefined;
  /** The quantity sold; greater than 0. */
  quantity: number;
  /** What one unit cost. At most 10 decimals and 15 significant digits, as `vUnCom` of an NF-e. */
  unit_price: number;
  /**
   * What was taken off the whole line, without `order_discount`. At most `unit_price` × `quantity`; defaults
   * to 0.
   */
  discount?: number | undefined;
  /**
   * The line's share of `agreed_discount`, where your record has it. If one line has it, those without it
   * have a share of 0. If none has it, the shares are computed.
   */
  order_discount?: number | undefined;
}

/** One change of an order's status. */
export interface OrderImportStatusChange {
  /** The new status. */
  status: "Pending" | "In_Transit" | "Delivered" | "Canceled";
  /** When the status changed. Not before `placed_at` and the change before */
  at: string;
  /** Why the status changed; null if no reason was given. */
  reason?: string | null | undefined;
  /**
   * Whether the goods came back to `on_hand` when the order was canceled in transit; `stock: force` then
   * brings them back. Defaults to false.
   */
  restock?: boolean | undefined;
}

/** A payment as it was. */
export interface OrderImportPayment {
  /** The amount paid; greater than 0. */
  amount: number;
  /** The payment method. */
  method: string;
  /** Your own id for the payment, unique among the payments of the order; null for none. */
  reference?: string | null | undefined;
  /** When it was paid. At most 24 hours from now */
  paid_at: string;
  /**
   * Whether the payments may exceed the total though nothing has gone back yet. One payment that has it is
   * enough. Defaults to false.
   */
  allow_overpayment?: boolean | undefined;
}

/** A refund as it was. */
export interface OrderImportRefund {
  /** The amount that was paid back; greater than 0. */
  amount: number;
  /** Why it was paid back. */
  reason: string;
  /** Your own id for the refund, unique among the refunds of the order; null for none. */
  reference?: string | null | undefined;
  /** The payment that it paid back, as its number in `payments` from 1; null for none in particular. */
  payment_id?: number | null | undefined;
  /** When it was paid back. At most 24 hours from now */
  refunded_at: string;
}

/** What came back of an order line. */
export interface ReturnItemCreate {
  /** The line's number in the order's `items`, from 1. Each line once. */
  line: number;
  /** The quantity that came back; greater than 0. */
  quantity: number;
}

/** Goods that came back. */
export interface OrderImportReturn {
  /** What came back. */
  items: ReturnItemCreate[];
  /** Whether the goods returned to `on_hand`; `stock: force` then brings them back. */
  restock: boolean;
  /** Why they came back. */
  reason: string;
  /** The refund that went with it, as its number in `refunds` from 1; null for none. */
  refund_id?: number | null | undefined;
  /** When they came back. Not before the order was shipped */
  at: string;
}

/** An attempt to deliver the order. */
export interface OrderImportDeliveryAttempt {
  /** Whether the order was delivered. `delivered` is the last attempt of a Delivered order. */
  outcome: "delivered" | "failed";
  /** Why it failed; null if no reason was given. */
  reason?: string | null | undefined;
  /** When the attempt was made. Not before the order was shipped and the attempt before */
  at: string;
}

/**
 * An order as it was. It names its customer by exactly one of `customer_id`, `customer_external_id` and
 * `customer_tax_id`. Of several that had the same id of yours, the one that isn't deleted is meant, or else
 * the first. Without it, `metadata` is empty.
 */
export interface OrderImportItem {
  /** The order's id in your own system. It tells whether the order is there already. */
  external_id: string;
  /** The customer's id. */
  customer_id?: number | undefined;
  /** The customer's id in your own system. */
  customer_external_id?: string | undefined;
  /** The customer's CPF, CNPJ or foreign tax id, with or without its mask. */
  customer_tax_id?: string | undefined;
  /** When the customer placed the order. At most 24 hours from now */
  placed_at: string;
  /** 1 to 990 order lines. */
  items: OrderImportLine[];
  /**
   * What was taken off the whole order. It's shared over what the lines' own discounts have left of them,
   * and can't be more than that; with `order_discount` in lines, it defaults to their sum and must be equal
   * to it. Otherwise it defaults to 0.
   */
  agreed_discount?: number | undefined;
  /** How the order is shipped. Without it, `amount` is 0. */
  shipping?: ShippingCreate | undefined;
  /**
   * Taxes and fees that are part of the total: what your ERP or the invoice says, never computed here. At
   * most 1 000. Empty for none.
   */
  charges?: ChargeInput[] | undefined;
  /**
   * The total of your record or of the invoice. If the sum differs, the row is refused with 409
   * `total_mismatch`.
   */
  expected_total?: number | undefined;
  /**
   * The code of the coupon that the order had; null for none. It's shown and not redeemed. What it took off
   * belongs to the lines.
   */
  coupon_code?: string | null | undefined;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel?: string | null | undefined;
  /** Who sold the order; null for nobody. */
  salesperson?: SalespersonInput | null | undefined;
  /**
   * The fiscal document of the order, for example its NF-e; null for none. Tradepost records it and doesn't
   * issue it.
   */
  fiscal_document?: FiscalDocumentInput | null | undefined;
  /** What was agreed on as payment. The amounts must add up to the order's total. At most 120 entries. */
  payment_terms?: PaymentTermInput[] | undefined;
  /** A note for the staff; null for none. */
  notes?: string | null | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
  /** The order's status as it is now. */
  status: "Pending" | "In_Transit" | "Delivered" | "Canceled";
  /**
   * How the order came to its status, oldest first: `Pending`, then what may follow, and `status` last.
   * Without it, the order came straight to it: Pending and Canceled, or Pending, In_Transit and Delivered,
   * all at `placed_at`; Delivered at the time of the attempt that succeeded, if there is one.
   */
  status_history?: OrderImportStatusChange[] | undefined;
  /** The payments. */
  payments?: OrderImportPayment[] | undefined;
  /** The refunds. */
  refunds?: OrderImportRefund[] | undefined;
  /** The returns, with 1 000 items together at most. */
  returns?: OrderImportReturn[] | undefined;
  /** The attempts to deliver the order, oldest first. */
  delivery_attempts?: OrderImportDeliveryAttempt[] | undefined;
}

/** 1 to 100 orders to record, and what else to do. Without them, `stock` is `skip` and `events` is `feed`. */
export interface OrderImport {
  /** Whether stock is moved as far as there is any. Defaults to `"skip"`. */
  stock?: "skip" | "force" | undefined;
  /** Whether the events are in the feed alone, or webhooks are sent, too. Defaults to `"feed"`. */
  events?: "feed" | "emit" | undefined;
  /**
   * The orders. Each is validated on its own, so an invalid row, even one that isn't an object, doesn't
   * affect the others.
   */
  items: OrderImportItem[];
}

/** The result of one row. */
export interface OrderImportRow {
  /** The index of the row in `items`, starting at 0. */
  index: number;
  /**
   * 201 if the order was recorded, 200 if it was there already and is equal, otherwise the status of
   * `problem`.
   */
  status: number;
  /** The order; null if the row was refused. */
  data: Order | null;
  /**
   * With `stock: force`, the movements of what was lacking to ship the order, one for each product that was
   * short. They are of type `adjustment` and have the reason `shortage`. Empty if the order was there
   * already.
   */
  shortages: StockMovement[];
  /** Why the row was refused, with pointers into the row; null if it wasn't. */
  problem: Problem | null;
}

/** The results, in the order of the rows. */
export interface OrderImportResult {
  /** One result per row. */
  results: OrderImportRow[];
}

/** What an order would cost, and whether there is enough stock for it. */
export interface OrderQuote {
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
  /** The price table that the order names; null for none. */
  price_table_id: number | null;
  /** The coupon code that the order names, redeemed or not; null for none. */
  coupon_code: string | null;
  /** The order lines. */
  items: OrderItem[];
  /**
   * The discounts, in the order in which they were applied. What was agreed to take off a line, or off the
   * whole order (`agreed_discount`), isn't among them.
   */
  discounts: OrderDiscount[];
  /** The sum of the lines' subtotals. An amount in the tenant's currency, with at most 2 decimals. */
  subtotal: number;
  /** The sum of the lines' discounts. An amount in the tenant's currency, with at most 2 decimals. */
  discount_total: number;
  /**
   * What the customer pays for shipping. It's never discounted. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  shipping_amount: number;
  /**
   * The subtotal minus the discounts, plus shipping and charges. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  total: number;
  /** Whether there is enough stock for the order at the moment. */
  in_stock: boolean;
  /**
   * What was agreed to take off the whole order. The lines' shares of it are in their discounts. An amount
   * in the tenant's currency, with at most 2 decimals.
   */
  agreed_discount: number;
  /** The taxes and fees that are part of the total, in the sequence in which they were sent. */
  charges: Charge[];
  /** The sum of the charges. An amount in the tenant's currency, with at most 2 decimals. */
  charges_total: number;
}

/** How the order is shipped. Members you leave out stay as they are. Null removes it, and with it the amount. */
export interface ShippingUpdate {
  /** What the customer pays for shipping. */
  amount?: number | undefined;
  /** The carrier or shipping service; null for none. */
  method?: string | null | undefined;
  /** The shipping address, and who receives the order there; null for none. */
  address?: ShippingAddress | null | undefined;
  /**
   * Who pays for the freight, as in `modFrete` of an NF-e: 0 the seller (CIF), 1 the buyer (FOB), 2 a third
   * party, 3 the seller's own vehicle, 4 the buyer's own vehicle, 9 no freight. Null if it wasn't specified.
   */
  modality?: 0 | 1 | 2 | 3 | 4 | 9 | null | undefined;
  /** The name of the carrier; null if it isn't known. */
  carrier?: string | null | undefined;
  /** The carrier's tracking code; null for none. */
  tracking_code?: string | null | undefined;
  /** The number of packages; null if it isn't known. */
  volumes?: number | null | undefined;
  /** The weight of all packages in kilograms; null if it isn't known. */
  gross_weight_kg?: number | null | undefined;
}

/**
 * The fields of an order to change, at least one. It names a customer by at most one of `customer_id`,
 * `customer_external_id` and `customer_tax_id`.
 */
export interface OrderUpdate {
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  external_id?: string | null | undefined;
  /** The customer who places the order. */
  customer_id?: number | undefined;
  /** The customer's id in your own system. */
  customer_external_id?: string | undefined;
  /** The customer's CPF, CNPJ or foreign tax id, with or without its mask. */
  customer_tax_id?: string | undefined;
  /** 1 to 990 order lines. */
  items?: OrderItemCreate[] | undefined;
  /** The price table for all lines; null for none. */
  price_table_id?: number | null | undefined;
  /**
   * In place of the field without `external_`, the id of that row in your own system; null for none.
   * Responses have the other field.
   */
  price_table_external_id?: string | null | undefined;
  /** The code of a coupon to redeem. Letter case doesn't matter. Null for none. */
  coupon_code?: string | null | undefined;
  /**
   * What was agreed to take off the whole order. It's applied last, to what promotions, the coupon and the
   * lines' own discounts have left of all lines, those at agreed prices included, and can't be more than
   * that. 0 for nothing.
   */
  agreed_discount?: number | undefined;
  /**
   * How the order is shipped. Members you leave out stay as they are. Null removes it, and with it the
   * amount.
   */
  shipping?: ShippingUpdate | null | undefined;
  /**
   * Taxes and fees that are part of the total: what your ERP or the invoice says, never computed here. At
   * most 1 000. Empty for none.
   */
  charges?: ChargeInput[] | undefined;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel?: string | null | undefined;
  /** Who sold the order; null for nobody. */
  salesperson?: SalespersonInput | null | undefined;
  /**
   * The fiscal document of the order, for example its NF-e; null for none. Tradepost records it and doesn't
   * issue it.
   */
  fiscal_document?: FiscalDocumentInput | null | undefined;
  /**
   * When the customer is to pay what, and how. The amounts must add up to the order's total; otherwise the
   * response is 409 `total_mismatch`. At most 120 entries, as many as an NF-e has. Without entries, nothing
   * was agreed on.
   */
  payment_terms?: PaymentTermInput[] | undefined;
  /** A note for the staff; null for none. */
  notes?: string | null | undefined;
  /**
   * The order's total after the change, as you computed it or showed it to the customer. If it differs, the
   * response is 409 `total_mismatch`.
   */
  expected_total?: number | undefined;
  /** Up to 50 short texts of your own, under names of your own. A change replaces all of them. */
  metadata?: { [name: string]: string } | undefined;
}

/** A change of an order's status. */
export interface OrderStatusSet {
  /** The new status. */
  status: "Pending" | "In_Transit" | "Delivered" | "Canceled";
  /** Why the status changes; required to cancel an order that is In_Transit. Null is like leaving it out. */
  reason?: string | null | undefined;
  /** Whether the goods return to `on_hand`; required to cancel an order that is In_Transit. */
  restock?: boolean | undefined;
}

/** A payment to record. */
export interface PaymentCreate {
  /** The amount paid; greater than 0. */
  amount: number;
  /** The payment method. */
  method: string;
  /**
   * Your own id for the payment, for example the payment gateway's. It must be unique among the payments of
   * the order that aren't voided; letter case counts, and blanks around it don't. Any number of payments may
   * have null or an empty reference.
   */
  reference?: string | null | undefined;
  /**
   * When it was paid; defaults to now. It must be between 2000-01-01T00:00:00.000Z and 24 hours from now.
   * The 24 hours allow for clocks that report local time as UTC.
   */
  paid_at?: string | undefined;
  /**
   * Whether to record the payment even if it's more than is still to be paid, as of an order that was paid
   * already or is Canceled: the money has come. Defaults to false.
   */
  allow_overpayment?: boolean | undefined;
}

/** A payment, and the order it belongs to. */
export interface OrderPayment {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
  /** The payment's number within its order, from 1. */
  id: number;
  /** The amount paid. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** The payment method. */
  method: string;
  /** Your own id for the payment, unique among the payments of the order that aren't voided; null for none. */
  reference: string | null;
  /** When it was paid. RFC 3339, in UTC, with milliseconds. */
  paid_at: string;
  /** When it was voided; null if it counts. */
  voided_at: string | null;
  /** Why it was voided; null if it counts. */
  void_reason: string | null;
  /** When it was recorded or voided. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
}

/** Why a payment is voided. */
export interface PaymentVoid {
  /** Why the payment is voided. */
  reason: string;
}

/** A refund to record. */
export interface RefundCreate {
  /** The amount that was paid back; greater than 0. */
  amount: number;
  /** Why it was paid back. */
  reason: string;
  /**
   * Your own id for the refund, for example the payment gateway's. It must be unique among the refunds of
   * the order; letter case counts, and blanks around it don't. Any number of refunds may have null or an
   * empty reference.
   */
  reference?: string | null | undefined;
  /** The id of the payment that it pays back; null for none in particular. */
  payment_id?: number | null | undefined;
  /**
   * When it was paid back; defaults to now. It must be between 2000-01-01T00:00:00.000Z and 24 hours from
   * now. The 24 hours allow for clocks that report local time as UTC.
   */
  refunded_at?: string | undefined;
}

/** A refund, and the order it belongs to. */
export interface OrderRefund {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
  /** The refund's number within its order, from 1. */
  id: number;
  /** The amount that was paid back. An amount in the tenant's currency, with at most 2 decimals. */
  amount: number;
  /** Why it was paid back. */
  reason: string;
  /** Your own id for the refund, unique among the refunds of the order; null for none. */
  reference: string | null;
  /** The payment that it pays back; null if it names none. */
  payment_id: number | null;
  /** When it was paid back. RFC 3339, in UTC, with milliseconds. */
  refunded_at: string;
  /** Who recorded it: `api_key:` followed by the prefix of the key. */
  actor: string;
  /** When it was recorded. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
}

/** A return to record. */
export interface ReturnCreate {
  /** What came back. */
  items: ReturnItemCreate[];
  /** Whether the goods return to `on_hand`. */
  restock: boolean;
  /** Why they came back. */
  reason: string;
  /** The refund that goes with it, as for `POST /orders/{order_id}/refunds`. */
  refund?: RefundCreate | undefined;
}

/** What came back of an order line, and what you call its product. */
export interface OrderReturnItem {
  /** The line's number in `items`, from 1. */
  line: number;
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The quantity that came back. A quantity, with at most 4 decimals. */
  quantity: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  product_external_id: string | null;
  /** The product's SKU today. It changes without a change of this row. */
  sku: string;
}

/** Goods that came back, and the order they belong to. */
export interface OrderReturn {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
  /** The return's number within its order, from 1. */
  id: number;
  /** Whether the goods returned to `on_hand`. */
  restock: boolean;
  /** Why they came back. */
  reason: string;
  /** The refund that was recorded with it; null for none. */
  refund_id: number | null;
  /** When it was recorded. RFC 3339, in UTC, with milliseconds. */
  at: string;
  /** Who recorded it: `api_key:` followed by the prefix of the key. */
  actor: string;
  /** What came back. */
  items: OrderReturnItem[];
  /** When it was recorded. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
}

/** A delivery attempt to record. */
export interface DeliveryAttemptCreate {
  /** Whether the order was delivered. */
  outcome: "delivered" | "failed";
  /** Why it failed; required with `failed`. Null is like leaving it out. */
  reason?: string | null | undefined;
  /**
   * When the attempt was made; defaults to now. It must be between 2000-01-01T00:00:00.000Z and 24 hours
   * from now. The 24 hours allow for clocks that report local time as UTC.
   */
  at?: string | undefined;
}

/** An attempt to deliver an order, and the order it belongs to. */
export interface OrderDeliveryAttempt {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  order_external_id: string | null;
  /** The attempt's number within its order, from 1: its place in the order's `delivery_attempts`. */
  id: number;
  /** Whether the order was delivered. */
  outcome: "delivered" | "failed" | (string & {});
  /** Why it failed; null if no reason was given. */
  reason: string | null;
  /** When the attempt was made. RFC 3339, in UTC, with milliseconds. */
  at: string;
  /** When it was recorded. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
}

/** Sums of orders. */
export interface OrderSums {
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** The orders placed on a day. */
export interface DaySales {
  /** The day. */
  day: string;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** Sales by day. A day without orders has no row. */
export interface SalesByDay {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "day";
  /** The days. */
  rows: DaySales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** Sums of orders' lines. */
export interface LineSums {
  /** How many orders have the product or the category; an order with several lines of it counts once. */
  orders: number;
  /** The quantity sold, including what came back. */
  quantity: number;
  /** The part of `quantity` that came back. */
  returned_quantity: number;
  /** The lines' `subtotal`: before discounts. A sum of amounts, with at most 2 decimals. */
  subtotal: number;
  /**
   * The lines' `discount`, with their shares of the discounts of whole orders. A sum of amounts, with at
   * most 2 decimals.
   */
  discount_total: number;
  /**
   * The lines' `total`: without shipping and charges. Returns don't change it. A sum of amounts, with at
   * most 2 decimals.
   */
  total: number;
}

/** The orders' lines of a product. */
export interface ProductSales {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The product's SKU today. */
  sku: string;
  /** The product's name today. */
  name: string;
  /** How many orders have the product or the category; an order with several lines of it counts once. */
  orders: number;
  /** The quantity sold, including what came back. */
  quantity: number;
  /** The part of `quantity` that came back. */
  returned_quantity: number;
  /** The lines' `subtotal`: before discounts. A sum of amounts, with at most 2 decimals. */
  subtotal: number;
  /**
   * The lines' `discount`, with their shares of the discounts of whole orders. A sum of amounts, with at
   * most 2 decimals.
   */
  discount_total: number;
  /**
   * The lines' `total`: without shipping and charges. Returns don't change it. A sum of amounts, with at
   * most 2 decimals.
   */
  total: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  product_external_id: string | null;
}

/** Sales by product. Shipping and refunds belong to orders, so products have no share of them. */
export interface SalesByProduct {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "product";
  /** The products. */
  rows: ProductSales[];
  /** The sums of all rows; an order with several products counts once. */
  totals: LineSums;
}

/** A customer's orders. */
export interface CustomerSales {
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The customer's name today. */
  name: string;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  customer_external_id: string | null;
}

/** Sales by customer. */
export interface SalesByCustomer {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "customer";
  /** The customers. */
  rows: CustomerSales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** The orders of a channel. */
export interface ChannelSales {
  /** The channel; null for orders without one. */
  channel: string | null;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** Sales by channel. */
export interface SalesByChannel {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "channel";
  /** The channels. */
  rows: ChannelSales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** The orders placed in a week: of its days, those within the range. */
export interface WeekSales {
  /** The Monday with which the week begins, also where the range begins later. */
  week_start_date: string;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** Sales by week, from Monday to Sunday. A week without orders has no row. */
export interface SalesByWeek {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "week";
  /** The weeks. */
  rows: WeekSales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** The orders placed in a month: of its days, those within the range. */
export interface MonthSales {
  /** The month. */
  month: string;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** Sales by month. A month without orders has no row. */
export interface SalesByMonth {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "month";
  /** The months. */
  rows: MonthSales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** The orders of a salesperson. */
export interface SalespersonSales {
  /** The name that the latest of these orders has; null for orders without a salesperson. */
  salesperson_name: string | null;
  /** The salesperson's id in your own system; null for none. */
  salesperson_external_id: string | null;
  /** How many orders. */
  orders: number;
  /** The orders' `subtotal`: goods sold, before discounts. */
  subtotal: number;
  /** The orders' `discount_total`: discounts of lines and of whole orders. */
  discount_total: number;
  /** The orders' `shipping_amount`. */
  shipping_amount: number;
  /**
   * The orders' `total`: `subtotal - discount_total + shipping_amount + charges_total`. Payments, refunds
   * and returns don't change it.
   */
  total: number;
  /**
   * The orders' `refunded_total`: money paid back so far, not subtracted from `total`. It has what was paid
   * beyond a total, too.
   */
  refunded_total: number;
  /** The orders' `charges_total`: taxes and fees that the invoices add. */
  charges_total: number;
}

/** Sales by salesperson: by `external_id` where the order has one that isn't empty, else by name. */
export interface SalesBySalesperson {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "salesperson";
  /** The salespeople. */
  rows: SalespersonSales[];
  /** The sums of all rows. */
  totals: OrderSums;
}

/** The orders' lines of a category's products. */
export interface CategorySales {
  /** The category; null for products without one. */
  category_id: number | null;
  /** The category's name today; null for none. */
  name: string | null;
  /** How many orders have the product or the category; an order with several lines of it counts once. */
  orders: number;
  /** The quantity sold, including what came back. */
  quantity: number;
  /** The part of `quantity` that came back. */
  returned_quantity: number;
  /** The lines' `subtotal`: before discounts. A sum of amounts, with at most 2 decimals. */
  subtotal: number;
  /**
   * The lines' `discount`, with their shares of the discounts of whole orders. A sum of amounts, with at
   * most 2 decimals.
   */
  discount_total: number;
  /**
   * The lines' `total`: without shipping and charges. Returns don't change it. A sum of amounts, with at
   * most 2 decimals.
   */
  total: number;
  /** The id of that row in your own system today, which changes without a change of this row; null for none. */
  category_external_id: string | null;
}

/**
 * Sales by the category that the products have today, itself and not those above it. Shipping and refunds
 * belong to orders, so categories have no share of them.
 */
export interface SalesByCategory {
  /** The first day. */
  start_date: string;
  /** The last day. */
  end_date: string;
  /** The time zone in which days begin. */
  time_zone: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is about. */
  group_by: "category";
  /** The categories. */
  rows: CategorySales[];
  /** The sums of all rows; an order in several rows counts once. */
  totals: LineSums;
}

/** Sums of the orders placed within a range of days. `group_by` says what its rows are about. */
export type SalesReport = SalesByDay | SalesByProduct | SalesByCustomer | SalesByChannel | SalesByWeek | SalesByMonth | SalesBySalesperson | SalesByCategory;

/** A summary of the order, and the whole order as it was when the event occurred. */
export interface OrderEventData {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The order's total. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** The order's status when the event occurred. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** A sale to a customer. */
  order: Order;
}

/** An order was created. */
export interface OrderCreatedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "order.created";
  /** A summary of the order, and the whole order as it was when the event occurred. */
  data: OrderEventData;
}

/** The order, and its previous status. */
export interface OrderStatusChangedData {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The order's total. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** The order's status when the event occurred. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** A sale to a customer. */
  order: Order;
  /** The status before the change. The order's status. Later versions may add values. */
  previous_status: OrderStatus;
  /** Why the status changed; null if no reason was given. */
  reason: string | null;
}

/** An order's status changed. */
export interface OrderStatusChangedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "order.status_changed";
  /** The order, and its previous status. */
  data: OrderStatusChangedData;
}

/** The order, and what was paid. */
export interface OrderPaymentConfirmedData {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The order's total. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** The order's status when the event occurred. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** A sale to a customer. */
  order: Order;
  /** The sum of the payments that aren't voided. An amount in the tenant's currency, with at most 2 decimals. */
  paid_total: number;
  /** When the order was paid in full. RFC 3339, in UTC, with milliseconds. */
  paid_at: string;
}

/** An order was paid. */
export interface OrderPaymentConfirmedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "order.payment_confirmed";
  /** The order, and what was paid. */
  data: OrderPaymentConfirmedData;
}

/** The customer as it was when the event occurred. */
export interface CustomerEventData {
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** A person or company that buys from the tenant. */
  customer: Customer;
}

/** A customer was created. */
export interface CustomerCreatedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "customer.created";
  /** The customer as it was when the event occurred. */
  data: CustomerEventData;
}

/** The customer after the change, and which fields changed. */
export interface CustomerUpdatedData {
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** A person or company that buys from the tenant. */
  customer: Customer;
  /** The names of the fields that changed. */
  changed_fields: string[];
}

/** A customer was updated. */
export interface CustomerUpdatedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "customer.updated";
  /** The customer after the change, and which fields changed. */
  data: CustomerUpdatedData;
}

/** The product as it was when the event occurred, without its stock. */
export interface ProductEventData {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The product's SKU. */
  sku: string;
  /** A product without its stock, as events show it. */
  product: ProductRecord;
}

/** A product was created. */
export interface ProductCreatedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "product.created";
  /** The product as it was when the event occurred, without its stock. */
  data: ProductEventData;
}

/** The product after the change, and which fields changed. */
export interface ProductUpdatedData {
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /** The product's SKU. */
  sku: string;
  /** A product without its stock, as events show it. */
  product: ProductRecord;
  /** The names of the fields that changed. */
  changed_fields: string[];
}

/** A product was updated. */
export interface ProductUpdatedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "product.updated";
  /** The product after the change, and which fields changed. */
  data: ProductUpdatedData;
}

/** A product was deleted. */
export interface ProductDeletedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "product.deleted";
  /** The product as it was when the event occurred, without its stock. */
  data: ProductEventData;
}

/** The order, and when it was delivered. */
export interface DeliveryCompletedData {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The order's total. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** The order's status when the event occurred. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** A sale to a customer. */
  order: Order;
  /** When the order was delivered. RFC 3339, in UTC, with milliseconds. */
  delivered_at: string;
}

/** An order was delivered. */
export interface DeliveryCompletedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "delivery.completed";
  /** The order, and when it was delivered. */
  data: DeliveryCompletedData;
}

/** The order, and why it couldn't be delivered. */
export interface DeliveryFailedData {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /** The order's total. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /** The order's status when the event occurred. The order's status. Later versions may add values. */
  status: OrderStatus;
  /** A sale to a customer. */
  order: Order;
  /** When the attempt failed. RFC 3339, in UTC, with milliseconds. */
  failed_at: string;
  /** Why the attempt failed. */
  reason: string;
}

/** An attempt to deliver an order failed. */
export interface DeliveryFailedEvent {
  /** Unique per event, and the same in every delivery and attempt. Handle each event_id once. */
  event_id: string;
  /** The tenant the event belongs to. */
  tenant_id: number;
  /** When the event occurred. RFC 3339, in UTC, with milliseconds. */
  occurred_at: string;
  /**
   * True on a sample that the staff sent to test the endpoint; absent otherwise. Its `data` is made up:
   * don't store or act on it. Its ids are above 2 147 000 000, where no real ones are.
   */
  test?: true;
  /** The kind of event. */
  event_type: "delivery.failed";
  /** The order, and why it couldn't be delivered. */
  data: DeliveryFailedData;
}

/** How to get the next events. */
export interface FeedPage {
  /** Send it as `cursor` to continue, now or later. It's present at the end of the feed, too. */
  next_cursor: string;
  /** Whether there is a next page. */
  has_more: boolean;
}

/** The next events. */
export interface EventPage {
  /** The events. */
  data: WebhookEvent[];
  /** How to get the next events. */
  page: FeedPage;
}

/** A line of an order, with what a report needs to know of its order, customer and product. */
export interface OrderLine {
  /** An id assigned by Tradepost. It's never reused. */
  order_id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  order_external_id: string | null;
  /** The line's number in its order, from 1. It is the index into `items` plus 1. */
  line: number;
  /** The order's status. Later versions may add values. */
  status: OrderStatus;
  /**
   * What of the order is paid. The first line that fits applies; voided payments don't count, nor does
   * `surplus_refunded_total`, money beyond the
   * total that went back. The status of the order doesn't matter.
   *
   * | payment_status | when |
   * |---|---|
   * | `refunded` | `refunded_total` is above `surplus_refunded_total` and equal to `paid_total` |
   * | `partially_refunded` | `refunded_total` is above `surplus_refunded_total` |
   * | `paid` | `paid_total` minus `surplus_refunded_total` is at least the total: also with a total of 0, and if more was paid than the total |
   * | `partially_paid` | `paid_total` is above `surplus_refunded_total` |
   * | `unpaid` | nothing is paid |
   *
   * Later versions may add values.
   */
  payment_status: PaymentStatus;
  /** When the customer placed the order. RFC 3339, in UTC, with milliseconds. */
  placed_at: string;
  /** Where the order was sold, for example a marketplace; null if it wasn't specified. */
  channel: string | null;
  /** The name of the order's salesperson; null for nobody. */
  salesperson_name: string | null;
  /** The salesperson's id in your own system; null for none. */
  salesperson_external_id: string | null;
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
  /** An id assigned by Tradepost. It's never reused. */
  customer_id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  customer_external_id: string | null;
  /** The customer's name today. */
  customer_name: string;
  /** An id assigned by Tradepost. It's never reused. */
  product_id: number;
  /**
   * The id of this row in your own system, unique among the rows of its kind that aren't deleted; null for
   * none.
   */
  product_external_id: string | null;
  /** The product's SKU when it was ordered. */
  sku: string;
  /** The product's name when it was ordered. */
  name: string;
  /** The quantity ordered. A quantity, with at most 4 decimals. */
  quantity: number;
  /**
   * The price of one unit, before discounts. The price of one unit in the tenant's currency, with at most 10
   * decimals and 15 significant digits.
   */
  unit_price: number;
  /** Where the price comes from: the `type` of the line's `price_source`. Later versions may add values. */
  price_source: "order_price_table" | "customer_price_table" | "default_price_table" | "product" | "agreed" | (string & {});
  /**
   * The unit price times the quantity, rounded half up to cents. An amount in the tenant's currency, with at
   * most 2 decimals.
   */
  subtotal: number;
  /** The line's share of all discounts. An amount in the tenant's currency, with at most 2 decimals. */
  discount: number;
  /**
   * The line's share of the order's `agreed_discount`, a part of `discount`. An amount in the tenant's
   * currency, with at most 2 decimals.
   */
  order_discount: number;
  /** The subtotal minus the discount. An amount in the tenant's currency, with at most 2 decimals. */
  total: number;
  /**
   * The sum of the order's charges for this line, not a part of `total`. Charges for the whole order and
   * shipping are in no line. An amount in the tenant's currency, with at most 2 decimals.
   */
  charges_total: number;
  /** How much of it came back. A quantity, with at most 4 decimals. */
  returned_quantity: number;
  /** When the order was created. RFC 3339, in UTC, with milliseconds. */
  created_at: string;
  /** When the order was last changed. RFC 3339, in UTC, with milliseconds. */
  updated_at: string;
}

/** Every kind of event with its type. */
export interface WebhookEvents {
  /** Fires:

- When an order is created, through any channel.
- When orders are imported with `events: emit`. With `feed` the event is in `GET /events` alone.

Doesn't fire:

- For a quote.
- When an order is refused, for lack of stock for instance.
- When the same request is repeated with its `Idempotency-Key`.

Good to know:

- An order with a total of 0 is paid from the start, so `order.payment_confirmed` is sent too.

Keys with the scope `orders.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'order.created': OrderCreatedEvent;
  /** Fires:

- Each time an order's status changes: it's shipped, delivered or canceled.
- When a delivery attempt succeeds, because the order is then delivered.
- For each change in the history of an order that is imported with `events: emit`, with the times of then in `order`.

Doesn't fire:

- When the order is created, although it then gets its first status.
- When the order is paid. Payments don't change its status.
- When something else of the order changes. `updated_since` and `changes` show it.
- When the status is set to the one that the order already has.
- When a delivery attempt fails. The order stays `In_Transit`.

Good to know:

- When an order is delivered, `delivery.completed` is sent too. Either may arrive first.
- `previous_status` is the status that the order had right before. `order.version` grows with each change, so it tells which of two events is the later.

Keys with the scope `orders.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'order.status_changed': OrderStatusChangedEvent;
  /** Fires:

- Once per order, when its payments reach the total, by whatever methods.
- When an order with a total of 0 is created, together with `order.created`.
- When a change of the order lowers its total to what was paid.
- When an order that was paid is imported with `events: emit`. `paid_at` is then.

Doesn't fire:

- For a payment that leaves something to be paid.
- A second time for the same order, not even for a payment beyond the total.
- When a change raises the total of an order that was paid, and the customer pays the difference.
- When a payment is voided, or when the order is paid again afterwards.
- For a refund.
- When the status of a paid order changes.

Good to know:

- `paid_total` is equal to `total`, or above it if a change has lowered the total.
- An order may be paid before or after it's shipped, so look at `status` before you ship.

Keys with the scope `orders.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'order.payment_confirmed': OrderPaymentConfirmedEvent;
  /** Fires:

- When a customer is created, alone or in a batch.

Doesn't fire:

- For a customer that existed, even if it comes again in a batch. What changed is in `customer.updated`.
- For a row of a batch that is refused.

Good to know:

- A batch sends an event for each customer that it creates.

Keys with the scope `customers.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'customer.created': CustomerCreatedEvent;
  /** Fires:

- When a value of a customer actually changes. `changed_fields` names the fields.
- When a person's data is erased. `customer` has the erased values, and `deleted_at`.

Doesn't fire:

- When the values that are sent are those it already has.
- When the customer is created.
- When the customer is deleted.
- When the customer places an order.

Good to know:

- A request that changes several fields of a customer sends one event.
- `changed_fields` may name a field that wasn't sent: a new `tax_id` can change `tax_id_type`. Later versions may add fields, and name them there.

Keys with the scope `customers.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'customer.updated': CustomerUpdatedEvent;
  /** Fires:

- When a product is created, alone or in a batch.

Doesn't fire:

- For a product that existed, even if it comes again in a batch. What changed is in `product.updated`.
- For a row of a batch that is refused.

Good to know:

- A batch sends an event for each product that it creates.
- `product` doesn't have the stock. Read it from the API.

Keys with the scope `products.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'product.created': ProductCreatedEvent;
  /** Fires:

- When a value of a product actually changes. `changed_fields` names the fields.

Doesn't fire:

- When the values that are sent are those it already has.
- When its stock changes, by an adjustment or by an order.
- When its price in a price table changes.
- When its category gets another name.
- When the product is created.
- When the product is deleted, which sends `product.deleted`.

Good to know:

- A request that changes several fields of a product sends one event.
- `changed_fields` has names of fields of `product`. Later versions may add fields, and name them there.

Keys with the scope `products.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'product.updated': ProductUpdatedEvent;
  /** Fires:

- When a product is deleted.

Doesn't fire:

- When the product becomes inactive, which sends `product.updated`.
- When the deletion is refused, because orders have the product reserved.
- When the product was deleted before.

Good to know:

- `product` is its last state, with `deleted_at`. The SKU may soon belong to a new product, so go by `product_id`.

Keys with the scope `products.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'product.deleted': ProductDeletedEvent;
  /** Fires:

- When an order reaches the customer and its status is set to `Delivered`.
- When a delivery attempt succeeds.
- When a delivered order is imported with `events: emit`. `delivered_at` is then.

Doesn't fire:

- When the order is shipped.
- When a delivery attempt fails, which sends `delivery.failed`.
- When a webhook endpoint accepts an event. Only deliveries of orders count.

Good to know:

- `order.status_changed` is sent too. Either may arrive first.
- `delivered_at` is when the customer got the order: it may be earlier than `occurred_at`, when it was recorded.

Keys with the scope `orders.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'delivery.completed': DeliveryCompletedEvent;
  /** Fires:

- When an attempt to deliver an order to the customer fails, with the reason. The order stays `In_Transit`.
- For each failed attempt of an order that is imported with `events: emit`. `failed_at` is then.

Doesn't fire:

- When the attempt succeeds, which sends `delivery.completed`.
- When a shipped order is canceled.
- When a webhook endpoint doesn't accept an event. Only deliveries of orders count.

Good to know:

- An order can have several, one for each attempt that fails.
- `order.status_changed` isn't sent, because the status stays the same.

Keys with the scope `orders.read` see it in `GET /events`. [All events](/docs/webhooks) are also explained in Portuguese. */
  'delivery.failed': DeliveryFailedEvent;
}

/** The kinds of events. Later versions may add kinds. */
export type WebhookEventType = keyof WebhookEvents;

/**
 * An event of any kind, or of the given one. `event_type` discriminates the union. Later versions may add kinds: let the
 * default branch of a `switch` do nothing.
 */
export type WebhookEvent<Kind extends WebhookEventType = WebhookEventType> = WebhookEvents[Kind];

/** The formats of exports. */
export type ExportFormat = "csv" | "ndjson";

/** What "List products" takes. */
export interface ProductQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the product with this SKU. */
  sku?: string | undefined;
  /** Only products in this category. Products in categories below it aren't included. */
  category_id?: number | undefined;
  /** Only products in the category with this id of your system. */
  category_external_id?: string | undefined;
  /** Only products with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "List categories" takes. */
export interface CategoryQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the direct children of this category. */
  parent_id?: number | undefined;
  /** Only the direct children of the category with this id of your system. */
  parent_external_id?: string | undefined;
  /** Only the category with this slug. */
  slug?: string | undefined;
}

/** What "List customers" takes. */
export interface CustomerQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the customer with this tax id. A CPF or CNPJ may be sent with or without punctuation. */
  tax_id?: string | undefined;
  /** Only customers with this email address. Letter case doesn't matter. */
  email?: string | undefined;
  /** Only customers with this status. */
  status?: "active" | "inactive" | undefined;
  /** Only customers whose own price table is this one. */
  price_table_id?: number | undefined;
  /** Only customers whose own price table has this id of your system. */
  price_table_external_id?: string | undefined;
}

/** What "List stock balances" takes. */
export interface StockQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** The sort order; `-` reverses it. Defaults to `product_id`. */
  sort?: "product_id" | "-product_id" | "updated_at" | "-updated_at" | undefined;
  /** Only this product's balance. */
  product_id?: number | undefined;
  /** Only the balance of the product with this SKU. */
  sku?: string | undefined;
  /** Only the balance of the product with this id of your system. */
  external_id?: string | undefined;
}

/** What "List stock movements" takes. */
export interface StockMovementQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | undefined;
  /** Only movements of this product. */
  product_id?: number | undefined;
  /** Only movements of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only movements of the product with this SKU. */
  sku?: string | undefined;
  /** Only movements caused by this order. */
  order_id?: number | undefined;
  /** Only movements caused by the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only movements written at this time or later. */
  created_since?: string | undefined;
  /** Only movements written before this time. */
  created_before?: string | undefined;
}

/** What "List price tables" takes. */
export interface PriceTableQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the price table with this code. */
  code?: string | undefined;
  /** Only price tables with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "List a price table's entries" takes. */
export interface PriceTableEntryQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `product_id`. */
  sort?: "product_id" | "-product_id" | undefined;
  /** Only entries of this product. */
  product_id?: number | undefined;
  /** Only entries of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only entries of the product with this SKU. */
  sku?: string | undefined;
}

/** What "List promotions" takes. */
export interface PromotionQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only promotions with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "List coupons" takes. */
export interface CouponQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | undefined;
  /** Only the coupon with this code. Letter case doesn't matter. */
  code?: string | undefined;
  /** Only coupons with this status. */
  status?: "active" | "inactive" | undefined;
  /** Only coupons that name this promotion. */
  promotion_id?: number | undefined;
  /** Only coupons that name the promotion with this id of your system. */
  promotion_external_id?: string | undefined;
}

/** What "List a coupon's redemptions" takes. */
export interface CouponRedemptionQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | undefined;
  /** Only redemptions by this customer. */
  customer_id?: number | undefined;
  /** Only redemptions by the customer with this id of your system. */
  customer_external_id?: string | undefined;
  /** Only redemptions by this order. */
  order_id?: number | undefined;
  /** Only redemptions by the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only redemptions by orders that redeemed the coupon at this time or later. */
  created_since?: string | undefined;
  /** Only redemptions by orders that redeemed the coupon before this time. */
  created_before?: string | undefined;
}

/** What "List orders" takes. */
export interface OrderQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | undefined;
  /** Only orders last changed before this time. */
  updated_before?: string | undefined;
  /** Only orders of this customer. */
  customer_id?: number | undefined;
  /** Only orders of the customer with this id of your system, and of deleted ones that had it. */
  customer_external_id?: string | undefined;
  /**
   * Only orders of the customer with this tax id, and of deleted ones that had it. A CPF or CNPJ may be sent
   * with or without punctuation.
   */
  customer_tax_id?: string | undefined;
  /** Only orders with a line of this product. */
  product_id?: number | undefined;
  /** Only orders with a line of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only orders with a line of the product with this SKU. */
  sku?: string | undefined;
  /** Only orders with this status, or with one of several separated by commas. */
  status?: "Pending" | "In_Transit" | "Delivered" | "Canceled" | readonly ("Pending" | "In_Transit" | "Delivered" | "Canceled")[] | undefined;
  /** Only orders with this payment status, or with one of several separated by commas. */
  payment_status?: "unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded" | readonly ("unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded")[] | undefined;
  /** Only orders of this sales channel. Letter case counts. */
  channel?: string | undefined;
  /** Only orders of the salesperson with this id of your system. */
  salesperson_external_id?: string | undefined;
  /**
   * Only orders whose fiscal document has this access key, with or without blanks. An NF-e may be of several
   * orders.
   */
  access_key?: string | undefined;
  /** Only orders that name this coupon code, redeemed or not. Letter case doesn't count. */
  coupon_code?: string | undefined;
  /** Only orders created at this time or later. */
  created_since?: string | undefined;
  /** Only orders created before this time. */
  created_before?: string | undefined;
  /** Only orders placed at this time or later. */
  placed_since?: string | undefined;
  /** Only orders placed before this time. */
  placed_before?: string | undefined;
}

/** What "List payments" takes. */
export interface OrderPaymentQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "paid_at" | "-paid_at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only payments with this reference. Letter case counts. */
  reference?: string | undefined;
  /** Only payments paid at this time or later. */
  paid_since?: string | undefined;
  /** Only payments paid before this time. */
  paid_before?: string | undefined;
}

/** What "List refunds" takes. */
export interface OrderRefundQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "refunded_at" | "-refunded_at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only refunds with this reference. Letter case counts. */
  reference?: string | undefined;
  /** Only refunds paid back at this time or later. */
  refunded_since?: string | undefined;
  /** Only refunds paid back before this time. */
  refunded_before?: string | undefined;
}

/** What "List returns" takes. */
export interface OrderReturnQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "at" | "-at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only returns recorded at this time or later. */
  returned_since?: string | undefined;
  /** Only returns recorded before this time. */
  returned_before?: string | undefined;
}

/** What "List delivery attempts" takes. */
export interface OrderDeliveryAttemptQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "at" | "-at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only delivery attempts made at this time or later. */
  attempted_since?: string | undefined;
  /** Only delivery attempts made before this time. */
  attempted_before?: string | undefined;
}

/** What "Report sales" takes. */
export interface SalesReportQuery {
  /** The first day of the report, in `time_zone`. */
  start_date: string;
  /** The last day of the report. A report covers at most 1 830 days. */
  end_date: string;
  /** What a row is about. */
  group_by: "day" | "product" | "customer" | "channel" | "week" | "month" | "salesperson" | "category";
  /**
   * The IANA name of the time zone in which days begin and end; the tenant's time zone by default. A day
   * lasts 23 or 25 hours when its clocks change.
   */
  time_zone?: string | undefined;
  /**
   * `excel-br` for a CSV that Excel opens with the settings of Brazil, as exports have it. It is refused
   * with JSON. Defaults to `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
}

/** What "List the tenant's events" takes. */
export interface EventQuery {
  /**
   * The maximum number of rows on a page. A page of large rows has fewer, so that it doesn't exceed 4 MB;
   * `has_more` tells if there are more. Defaults to `50`.
   */
  limit?: number | undefined;
  /** `page.next_cursor` of the previous page. It's valid for this list, this tenant and the same `sort`. */
  cursor?: string | undefined;
  /** Only events of this kind. If the key lacks its read scope, the response is 403. */
  event_type?: WebhookEventType | undefined;
}

/** What "Export products" takes. */
export interface ProductExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the product with this SKU. */
  sku?: string | undefined;
  /** Only products in this category. Products in categories below it aren't included. */
  category_id?: number | undefined;
  /** Only products in the category with this id of your system. */
  category_external_id?: string | undefined;
  /** Only products with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "Export categories" takes. */
export interface CategoryExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the direct children of this category. */
  parent_id?: number | undefined;
  /** Only the direct children of the category with this id of your system. */
  parent_external_id?: string | undefined;
  /** Only the category with this slug. */
  slug?: string | undefined;
}

/** What "Export customers" takes. */
export interface CustomerExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the customer with this tax id. A CPF or CNPJ may be sent with or without punctuation. */
  tax_id?: string | undefined;
  /** Only customers with this email address. Letter case doesn't matter. */
  email?: string | undefined;
  /** Only customers with this status. */
  status?: "active" | "inactive" | undefined;
  /** Only customers whose own price table is this one. */
  price_table_id?: number | undefined;
  /** Only customers whose own price table has this id of your system. */
  price_table_external_id?: string | undefined;
}

/** What "Export stock balances" takes. */
export interface StockExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** The sort order; `-` reverses it. Defaults to `product_id`. */
  sort?: "product_id" | "-product_id" | "updated_at" | "-updated_at" | undefined;
  /** Only this product's balance. */
  product_id?: number | undefined;
  /** Only the balance of the product with this SKU. */
  sku?: string | undefined;
  /** Only the balance of the product with this id of your system. */
  external_id?: string | undefined;
}

/** What "Export stock movements" takes. */
export interface StockMovementExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | undefined;
  /** Only movements of this product. */
  product_id?: number | undefined;
  /** Only movements of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only movements of the product with this SKU. */
  sku?: string | undefined;
  /** Only movements caused by this order. */
  order_id?: number | undefined;
  /** Only movements caused by the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only movements written at this time or later. */
  created_since?: string | undefined;
  /** Only movements written before this time. */
  created_before?: string | undefined;
}

/** What "Export price tables" takes. */
export interface PriceTableExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only the price table with this code. */
  code?: string | undefined;
  /** Only price tables with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "Export a price table's entries" takes. */
export interface PriceTableEntryExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /** The sort order; `-` reverses it. Defaults to `product_id`. */
  sort?: "product_id" | "-product_id" | undefined;
  /** Only entries of this product. */
  product_id?: number | undefined;
  /** Only entries of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only entries of the product with this SKU. */
  sku?: string | undefined;
}

/** What "Export promotions" takes. */
export interface PromotionExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /**
   * The sort order; `-` reverses it. Names sort by code point, so capitals come before lowercase letters and
   * accented letters come last. Defaults to `id`.
   */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | "name" | "-name" | undefined;
  /** Only promotions with this status. */
  status?: "active" | "inactive" | undefined;
}

/** What "Export coupons" takes. */
export interface CouponExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Include deleted rows; they carry `deleted_at`. Defaults to `false`. */
  include_deleted?: boolean | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | undefined;
  /** Only the coupon with this code. Letter case doesn't matter. */
  code?: string | undefined;
  /** Only coupons with this status. */
  status?: "active" | "inactive" | undefined;
  /** Only coupons that name this promotion. */
  promotion_id?: number | undefined;
  /** Only coupons that name the promotion with this id of your system. */
  promotion_external_id?: string | undefined;
}

/** What "Export a coupon's redemptions" takes. */
export interface CouponRedemptionExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | undefined;
  /** Only redemptions by this customer. */
  customer_id?: number | undefined;
  /** Only redemptions by the customer with this id of your system. */
  customer_external_id?: string | undefined;
  /** Only redemptions by this order. */
  order_id?: number | undefined;
  /** Only redemptions by the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only redemptions by orders that redeemed the coupon at this time or later. */
  created_since?: string | undefined;
  /** Only redemptions by orders that redeemed the coupon before this time. */
  created_before?: string | undefined;
}

/** What "Export orders" takes. */
export interface OrderExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | undefined;
  /** Only orders last changed before this time. */
  updated_before?: string | undefined;
  /** Only orders of this customer. */
  customer_id?: number | undefined;
  /** Only orders of the customer with this id of your system, and of deleted ones that had it. */
  customer_external_id?: string | undefined;
  /**
   * Only orders of the customer with this tax id, and of deleted ones that had it. A CPF or CNPJ may be sent
   * with or without punctuation.
   */
  customer_tax_id?: string | undefined;
  /** Only orders with a line of this product. */
  product_id?: number | undefined;
  /** Only orders with a line of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only orders with a line of the product with this SKU. */
  sku?: string | undefined;
  /** Only orders with this status, or with one of several separated by commas. */
  status?: "Pending" | "In_Transit" | "Delivered" | "Canceled" | readonly ("Pending" | "In_Transit" | "Delivered" | "Canceled")[] | undefined;
  /** Only orders with this payment status, or with one of several separated by commas. */
  payment_status?: "unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded" | readonly ("unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded")[] | undefined;
  /** Only orders of this sales channel. Letter case counts. */
  channel?: string | undefined;
  /** Only orders of the salesperson with this id of your system. */
  salesperson_external_id?: string | undefined;
  /**
   * Only orders whose fiscal document has this access key, with or without blanks. An NF-e may be of several
   * orders.
   */
  access_key?: string | undefined;
  /** Only orders that name this coupon code, redeemed or not. Letter case doesn't count. */
  coupon_code?: string | undefined;
  /** Only orders created at this time or later. */
  created_since?: string | undefined;
  /** Only orders created before this time. */
  created_before?: string | undefined;
  /** Only orders placed at this time or later. */
  placed_since?: string | undefined;
  /** Only orders placed before this time. */
  placed_before?: string | undefined;
}

/** What "Export order lines" takes. */
export interface OrderLineExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** Only the row with this id of your system. */
  external_id?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `id`. */
  sort?: "id" | "-id" | "updated_at" | "-updated_at" | undefined;
  /** Only orders last changed before this time. */
  updated_before?: string | undefined;
  /** Only orders of this customer. */
  customer_id?: number | undefined;
  /** Only orders of the customer with this id of your system, and of deleted ones that had it. */
  customer_external_id?: string | undefined;
  /**
   * Only orders of the customer with this tax id, and of deleted ones that had it. A CPF or CNPJ may be sent
   * with or without punctuation.
   */
  customer_tax_id?: string | undefined;
  /** Only orders with a line of this product. */
  product_id?: number | undefined;
  /** Only orders with a line of the product with this id of your system. */
  product_external_id?: string | undefined;
  /** Only orders with a line of the product with this SKU. */
  sku?: string | undefined;
  /** Only orders with this status, or with one of several separated by commas. */
  status?: "Pending" | "In_Transit" | "Delivered" | "Canceled" | readonly ("Pending" | "In_Transit" | "Delivered" | "Canceled")[] | undefined;
  /** Only orders with this payment status, or with one of several separated by commas. */
  payment_status?: "unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded" | readonly ("unpaid" | "partially_paid" | "paid" | "partially_refunded" | "refunded")[] | undefined;
  /** Only orders of this sales channel. Letter case counts. */
  channel?: string | undefined;
  /** Only orders of the salesperson with this id of your system. */
  salesperson_external_id?: string | undefined;
  /**
   * Only orders whose fiscal document has this access key, with or without blanks. An NF-e may be of several
   * orders.
   */
  access_key?: string | undefined;
  /** Only orders that name this coupon code, redeemed or not. Letter case doesn't count. */
  coupon_code?: string | undefined;
  /** Only orders created at this time or later. */
  created_since?: string | undefined;
  /** Only orders created before this time. */
  created_before?: string | undefined;
  /** Only orders placed at this time or later. */
  placed_since?: string | undefined;
  /** Only orders placed before this time. */
  placed_before?: string | undefined;
}

/** What "Export payments" takes. */
export interface OrderPaymentExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "paid_at" | "-paid_at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only payments with this reference. Letter case counts. */
  reference?: string | undefined;
  /** Only payments paid at this time or later. */
  paid_since?: string | undefined;
  /** Only payments paid before this time. */
  paid_before?: string | undefined;
}

/** What "Export refunds" takes. */
export interface OrderRefundExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "refunded_at" | "-refunded_at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only refunds with this reference. Letter case counts. */
  reference?: string | undefined;
  /** Only refunds paid back at this time or later. */
  refunded_since?: string | undefined;
  /** Only refunds paid back before this time. */
  refunded_before?: string | undefined;
}

/** What "Export returns" takes. */
export interface OrderReturnExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "at" | "-at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only returns recorded at this time or later. */
  returned_since?: string | undefined;
  /** Only returns recorded before this time. */
  returned_before?: string | undefined;
}

/** What "Export delivery attempts" takes. */
export interface OrderDeliveryAttemptExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /**
   * Only rows changed at this time or later. For a sync without gaps, start with 1970-01-01T00:00:00.000Z
   * and continue with the largest `updated_at` you have received, not with your own clock: a change appears
   * once all earlier writes have committed, usually at once.
   */
  updated_since?: string | undefined;
  /** The sort order; `-` reverses it. Defaults to `order_id`. */
  sort?: "order_id" | "-order_id" | "at" | "-at" | "updated_at" | "-updated_at" | undefined;
  /** Only those of this order. */
  order_id?: number | undefined;
  /** Only those of the order with this id of your system. */
  order_external_id?: string | undefined;
  /** Only delivery attempts made at this time or later. */
  attempted_since?: string | undefined;
  /** Only delivery attempts made before this time. */
  attempted_before?: string | undefined;
}

/** What "Export the tenant's events" takes. */
export interface EventExportQuery<Format extends ExportFormat = ExportFormat> {
  /** `csv` or `ndjson`. Either has every row that the filters select, in the order of `sort`. */
  format: Format;
  /**
   * The columns to export, separated by commas, in this order; all by default. They have the names of the
   * CSV's header row, such as `stock.on_hand`. In NDJSON, `fields=id,stock.on_hand` gives rows such as
   * `{"id":1,"stock":{"on_hand":3}}`.
   */
  fields?: string | readonly (string)[] | undefined;
  /**
   * How the CSV is written: `rfc4180`, or `excel-br` for Excel with the settings of Brazil, with `;` between
   * cells, decimal commas and a byte order mark. `excel-br` with `format=ndjson` is refused. Defaults to
   * `rfc4180`.
   */
  dialect?: "rfc4180" | "excel-br" | undefined;
  /**
   * What happens to texts that a spreadsheet would run as formulas: `escape` puts a `'` before them in CSV,
   * `keep` leaves all texts as they are. Defaults to `escape`.
   */
  formulas?: "escape" | "keep" | undefined;
  /** Only events of this kind. If the key lacks its read scope, the response is 403. */
  event_type?: WebhookEventType | undefined;
}
