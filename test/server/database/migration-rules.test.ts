import { describe, expect, it } from 'vitest';
import { migrations } from '../../../server/db/migrations/index.ts';
import type { Migration, Step } from '../../../server/db/migrations/migration.ts';
import { migrationViolations } from './migration-rules.ts';

/** They were written before the rules. Nothing is added to this list. */
const BEFORE_THE_RULES = 31;
const numberOf = ({ name }: Migration): number => Number(name.slice(0, 3));
const later = migrations.filter((migration) => numberOf(migration) > BEFORE_THE_RULES);

it('no migration keeps writers waiting, or breaks the previous release without saying so', () => {
  const violations = later.map((migration) => [migration.name, migrationViolations(migration)]);
  expect(violations.filter(([, found]) => found!.length > 0)).toEqual([]);
});

const names: readonly string[] = migrations.map(({ name }) => name);
const declared = (migrations as readonly Migration[]).filter((each) => each.oldestProgram !== undefined);
it('an oldest program is a migration that comes before', () => {
  for (const { name, oldestProgram } of declared)
    expect(names.slice(0, names.indexOf(name))).toContain(oldestProgram);
});

const refused: Step[] = [
  'CREATE INDEX orders_note ON orders (tenant_id, notes)',
  'DROP INDEX orders_note',
  'UPDATE orders SET notes = NULL',
  'INSERT INTO order_lines SELECT * FROM orders',
  'TRUNCATE order_lines',
  'LOCK TABLE orders',
  'ALTER TABLE orders ADD CONSTRAINT positive CHECK (total >= 0)',
  'ALTER TABLE orders ADD FOREIGN KEY (tenant_id) REFERENCES tenants',
  'ALTER TABLE orders ADD UNIQUE (tenant_id, notes)',
  'ALTER TABLE orders ADD COLUMN seller integer REFERENCES tenants',
  'ALTER TABLE orders ADD weight numeric CHECK (weight > 0)',
  'ALTER TABLE orders ADD token uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE orders ADD total_twice numeric GENERATED ALWAYS AS (total * 2) STORED',
  'ALTER TABLE orders ALTER total TYPE numeric(14,2)',
  'ALTER TABLE orders ALTER notes SET NOT NULL',
  'ALTER TABLE orders ADD note text; ALTER TABLE products ADD note text',
  'ALTER TABLE orders DROP notes',
  'ALTER TABLE orders RENAME notes TO note',
  'DROP TABLE order_lines',
  'DROP FUNCTION order_lines_of',
  { slices: 'UPDATE orders SET notes = NULL WHERE notes IS NOT NULL' },
  { index: 'orders_note', create: 'CREATE INDEX orders_note ON orders (notes)' },
];

const allowed: Step[] = [
  'ALTER TABLE orders ADD note text, ADD weight numeric NOT NULL DEFAULT 0',
  'ALTER TABLE orders ADD CONSTRAINT positive CHECK (total >= 0) NOT VALID',
  'ALTER TABLE orders VALIDATE CONSTRAINT positive',
  'ALTER TABLE orders ADD CONSTRAINT orders_note UNIQUE USING INDEX orders_note',
  "CREATE TABLE notes (id integer); CREATE INDEX ON notes (id); INSERT INTO notes VALUES (1), (';')",
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET notes = NULL; $$',
  '-- UPDATE orders SET notes = NULL;\nALTER TABLE orders ADD note text',
  {
    index: 'orders_note',
    create: 'CREATE UNIQUE INDEX CONCURRENTLY orders_note ON orders (tenant_id, notes)',
  },
  { dropIndex: 'orders_note' },
  'ALTER TABLE orders RENAME TO orders_2025; ALTER INDEX orders_pkey RENAME TO orders_2025_pkey; CREATE TABLE orders (LIKE orders_2025)',
  { slices: 'UPDATE orders SET note = 1 WHERE ctid = ANY (ARRAY(SELECT ctid FROM orders LIMIT 1000))' },
];

const text = (step: Step): string => (typeof step === 'string' ? step : JSON.stringify(step));
describe('a step of a migration', () => {
  it.each(refused.map((step) => [text(step), step] as const))('is refused: %s', (_, step) => {
    expect(migrationViolations({ name: '099-example', steps: [step] })).toHaveLength(1);
  });
  it.each(allowed.map((step) => [text(step), step] as const))('is allowed: %s', (_, step) => {
    expect(migrationViolations({ name: '099-example', steps: [step] })).toEqual([]);
  });
});

it('a migration that says what the oldest program is may take something away', () => {
  const migration = { name: '099-example', oldestProgram: '029-x', sql: 'ALTER TABLE orders DROP notes' };
  expect(migrationViolations(migration)).toEqual([]);
});
