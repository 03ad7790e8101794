import type { Step } from './migration.ts';

/** Gives orders of older releases the shape that the document's function mended at each of their writes until now. */
export const name = '043-order-shapes';

/** Some 200 ms. */
const SLICE_ORDERS = 1_000;

// A quote within a text is escaped, so no text looks like these names.
const PAYMENTS_WITHOUT_IDS = `position('{"amount":' IN payments::text) > 0`;
const LINES_WITHOUT_RETURNS = `position('"returned_quantity":' IN items::text) = 0 AND items::text <> '[]'`;
/** It had its first three members, and its address those that were sent. */
const SHORT_SHIPPING = `shipping IS NOT NULL AND (shipping -> 'modality' IS NULL
  OR shipping -> 'address' ->> 'street' IS NOT NULL AND shipping -> 'address' -> 'label' IS NULL)`;
const OLDER = `${PAYMENTS_WITHOUT_IDS} OR ${LINES_WITHOUT_RETURNS} OR ${SHORT_SHIPPING}`;

const ADDRESS = `CASE WHEN shipping -> 'address' ->> 'street' IS NULL THEN shipping -> 'address' ELSE json_build_object(
    ${[
      'label',
      'street',
      'number',
      'complement',
      'district',
      'city',
      'city_code',
      'state',
      'postal_code',
      'country',
    ]
      .map((member) => `'${member}', shipping -> 'address' -> '${member}'`)
      .join(', ')}) END`;

const FILL = `
UPDATE orders SET
  payments = CASE WHEN ${PAYMENTS_WITHOUT_IDS} THEN (
    SELECT '[' || string_agg(CASE WHEN p ->> 'id' IS NULL
      THEN '{"id":' || n || ',' || substr(rtrim(p::text, '}'), 2) || ',"voided_at":null,"void_reason":null}'
      ELSE p::text END, ',' ORDER BY n) || ']'
    FROM json_array_elements(payments) WITH ORDINALITY payment(p, n))::json ELSE payments END,
  items = CASE WHEN ${LINES_WITHOUT_RETURNS} THEN (
    SELECT '[' || string_agg(regexp_replace(i::text, '\\s*}$', ',"returned_quantity":0}'), ',' ORDER BY n) || ']'
    FROM json_array_elements(items) WITH ORDINALITY line(i, n))::json ELSE items END,
  shipping = CASE WHEN ${SHORT_SHIPPING} THEN json_build_object(
    'amount', shipping -> 'amount', 'method', shipping -> 'method', 'address', ${ADDRESS},
    'modality', shipping -> 'modality', 'carrier', shipping -> 'carrier', 'tracking_code', shipping -> 'tracking_code',
    'volumes', shipping -> 'volumes', 'gross_weight_kg', shipping -> 'gross_weight_kg') ELSE shipping END
WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM orders WHERE ${OLDER} ORDER BY tenant_id, id LIMIT ${SLICE_ORDERS} FOR NO KEY UPDATE
)`;

export const steps: readonly Step[] = [
  {
    index: 'orders_older_shape',
    create: `CREATE INDEX CONCURRENTLY orders_older_shape ON orders (tenant_id, id) WHERE ${OLDER}`,
  },
  { slices: FILL },
  { dropIndex: 'orders_older_shape' },
];
