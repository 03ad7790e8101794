import type pg from 'pg';

/**
 * Classes whose messages quote only names, of tables, constraints or users: connections, constraints, states, authentication,
 * conflicts, syntax, resources, locks, and the operator's interventions. Values are bound, so syntax errors quote only our SQL.
 */
const CLASSES_QUOTING_NAMES = /^(08|23|25|28|3D|3F|40|42|53|55|57|58)/;

/**
 * The message of a PostgreSQL error without values that it may quote: `invalid input syntax for type integer: "…"`. A value may
 * contain quotes itself, so everything from the first to the last one goes, and what follows a colon.
 */
export function messageWithoutValues({ message, code = '' }: pg.DatabaseError): string {
  if (CLASSES_QUOTING_NAMES.test(code)) return message;
  return message.replace(/".*"/s, '"…"').replace(/: .*$/s, ': …');
}
