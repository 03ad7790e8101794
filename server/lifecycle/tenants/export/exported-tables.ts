import type { ListSpec } from '../../../db/sql/list-spec.ts';
import { categoryList } from '../../../trade/catalogue/categories/store.ts';
import { productList } from '../../../trade/catalogue/products/store.ts';
import { movementList } from '../../../trade/catalogue/stock/store.ts';
import { customerList } from '../../../trade/customers/store.ts';
import { orderList } from '../../../trade/orders/store.ts';
import { couponList, redemptionList } from '../../../trade/pricing/coupons/store.ts';
import { priceTableList } from '../../../trade/pricing/price-tables/store.ts';
import { promotionList } from '../../../trade/pricing/promotions/store.ts';

/** A file of the export. */
export interface ExportedFile {
  readonly file: string;
  /** A SELECT of one column, each row a line. `:tenant_id` stands for the id, as in the lists' own statements. */
  readonly select: string;
}

/** As the API shows them, deleted ones too. */
const LISTS: readonly ListSpec[] = [
  ...[categoryList, productList, movementList, customerList, priceTableList],
  ...[promotionList, couponList, redemptionList, orderList],
];

/** Tables without a list in the API. `*` is for those that hold no secret; of the others each column is named. */
const COLUMNS: Readonly<Record<string, string>> = {
  alert_preferences: '*',
  alerts: '*',
  api_keys: 'id, name, prefix, scopes, active, expires_at, last_used_at, created_at, predecessor_id',
  audit_entries: '*',
  customer_erasures: 'id, customer_id, status, reason, actor, step, erased, created_at, completed_at',
  events: '*',
  price_table_entries: '*',
  promotion_uses: '*',
  refused_request_counts: '*',
  refused_requests: '*',
  users: 'id, email, name, permissions, created_at, disabled_at, last_login_at',
  webhook_attempts: '*',
  webhook_deliveries: '*',
  webhook_endpoint_hours: '*',
  webhook_endpoint_urls: '*',
  webhook_queue: '*',
  webhook_recoveries: '*',
  webhook_registrations: `id, url, url_number, description, events, active, header_names, version, created_at, deleted_at,
    failing_since, failed_attempts, inactive_reason, inactive_since, answered_at, held_since`,
};

/** What isn't written, and why; the manifest says so. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  alert_emails: 'the queue of e-mails; alerts has what they say',
  feed_ends: "a feed's counter",
  feed_epoch_starts: "a feed's counter",
  idempotency_keys: 'copies of responses, kept for a day',
  order_changes: 'in orders',
  order_entries: 'in orders',
  order_lines: 'in orders',
  'panel.used_form_tokens': 'forms that were sent twice; their results may hold secrets',
  'rate_limit.activity': 'a counter of requests',
  'rate_limit.minutes': 'a counter of requests',
  stock_balances: 'in products',
  stored_bytes: 'how much there is, which the manifest tells better',
  user_links: 'links that work once, and end within days',
  user_second_factors: 'secrets',
};

/** A list of the API reads these tables. */
const tableOf = ({ from }: ListSpec): string => from.split(' ', 1)[0]!;

export const EXPORTED_TABLES: readonly string[] = [...LISTS.map(tableOf), ...Object.keys(COLUMNS)];

export const exportedFiles = (): readonly ExportedFile[] => [
  ...LISTS.map((list) => ({
    file: `${list.name}.ndjson`,
    select: `SELECT ${list.document} AS line FROM ${list.from} WHERE ${list.tenant} = :tenant_id ORDER BY ${list.id}`,
  })),
  ...Object.entries(COLUMNS).map(([table, columns]) => ({
    file: `${table.replaceAll('_', '-')}.ndjson`,
    select: `SELECT row_to_json(r)::text AS line FROM (SELECT ${columns} FROM ${table} WHERE tenant_id = :tenant_id) r`,
  })),
];
