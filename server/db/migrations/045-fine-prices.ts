import { oldestProgramSql, type Step } from './migration.ts';

export const name = '045-fine-prices';

/** Exact to so many decimals, and no more than before. */
const price = (column: string): string =>
  `${column} = round(${column}, 10) AND ${column} BETWEEN 0 AND 9999999999.99`;
const quantity = (column: string): string => `${column} = round(${column}, 4)`;

/** Columns that had a scale of 2 or 3, and what is true of them from now on. */
const FINE: Readonly<Record<string, Readonly<Record<string, (column: string) => string>>>> = {
  products: { price, cost_price: price, min_stock: quantity, weight_kg: quantity },
  price_table_entries: { price, min_quantity: quantity },
  stock_balances: {
    on_hand: (column) => `${column} >= 0 AND ${quantity(column)}`,
    reserved: (column) => `${column} >= 0 AND ${quantity(column)}`,
  },
  stock_movements: { quantity, on_hand_after: quantity, reserved_after: quantity },
  order_lines: { quantity, returned_quantity: quantity },
};

/**
 * numeric(12,2) and numeric(15,3) become numeric: no row is written, no index is built, and a value keeps the scale that it has. The
 * checks that a change of type would read the table for, under its lock, are part of the new one.
 */
const widen = (table: string): string => {
  const columns = Object.entries(FINE[table]!);
  const changes = [
    ...columns.map(([column]) => `DROP CONSTRAINT IF EXISTS ${table}_${column}_check`),
    `DROP CONSTRAINT IF EXISTS ${table}_scale`,
    ...columns.map(([column]) => `ALTER ${column} TYPE numeric`),
    `ADD CONSTRAINT ${table}_scale CHECK (${columns.map(([column, isTrue]) => isTrue(column)).join(' AND ')}) NOT VALID`,
  ];
  return `ALTER TABLE ${table} ${changes.join(', ')}`;
};

/**
 * What `tradepost database allow-fine-prices` does. Releases before this one can't read the values that it allows, and their prepared
 * statements fail once a column has another type. In this order: no process accepts a fine value before each column can hold it.
 */
export const ALLOW_FINE_PRICES: readonly string[] = [
  oldestProgramSql(name),
  ...Object.keys(FINE).flatMap((table) => [
    widen(table),
    `ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_scale`,
  ]),
  'ALTER TABLE tenants ALTER fine_prices SET DEFAULT true',
  'UPDATE tenants SET fine_prices = true WHERE NOT fine_prices',
];

/** No earlier release serves an installation without tenants. */
const ALLOW_ON_NEW = `
DO $migration$ BEGIN
  IF NOT EXISTS (SELECT FROM tenants) THEN
    ${ALLOW_FINE_PRICES.map((sql) => `EXECUTE $step$${sql}$step$;`).join('\n    ')}
  END IF;
END $migration$`;

export const steps: readonly Step[] = [
  'ALTER TABLE tenants ADD fine_prices boolean NOT NULL DEFAULT false',
  ALLOW_ON_NEW,
];
