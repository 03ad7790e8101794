import pg from 'pg';

/** What PostgreSQL answered in place of a result, with its SQLSTATE as `code`. */
export type DatabaseError = pg.DatabaseError;

export const isDatabaseError = (error: unknown): error is DatabaseError => error instanceof pg.DatabaseError;

/** What pg and its pool fail with by themselves. Such an error has no code, so only its words tell. */
const MESSAGES = {
  /** All connections of the pool are in use, which says nothing about the database. */
  pool_full: /^timeout exceeded when trying to connect$/,
  /** No answer in time: to a connection, or to a query. */
  timeout: /^(timeout expired|Query read timeout|Connection terminated due to connection timeout)$/,
  closed: /^Connection terminated/,
  /** The connection had broken before, so nothing of the query was sent. */
  not_sent: /not queryable/,
  no_tls: /does not support SSL/,
  no_password: /client password must be a/,
} as const;

export type ClientFailure = keyof typeof MESSAGES;
const FAILURES = Object.entries(MESSAGES) as [ClientFailure, RegExp][];

/** The text with which pg reports a query that had no answer in time. */
export const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

/** Undefined for PostgreSQL's own errors, for those of the socket, and for any other. */
export function clientFailureOf(error: unknown): ClientFailure | undefined {
  if (!(error instanceof Error) || isDatabaseError(error)) return undefined;
  return FAILURES.find(([, words]) => words.test(error.message))?.[0];
}

/**
 * Classes whose messages quote only names, of tables, constraints or users: connections, constraints, states, authentication,
 * conflicts, syntax, resources, locks, and the operator's interventions. Values are bound, so syntax errors quote only our SQL.
 */
const CLASSES_QUOTING_NAMES = /^(08|23|25|28|3D|3F|40|42|53|55|57|58)/;

/**
 * The message of a PostgreSQL error without values that it may quote: `invalid input syntax for type integer: "…"`. A value may
 * contain quotes itself, so everything from the first to the last one goes, and what follows a colon.
 */
export function messageWithoutValues({ message, code = '' }: DatabaseError): string {
  if (CLASSES_QUOTING_NAMES.test(code)) return message;
  return message.replace(/".*"/s, '"…"').replace(/: .*$/s, ': …');
}
