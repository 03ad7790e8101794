import type pg from 'pg';
import type { ContestantName } from '../contestants.ts';

export interface PreparedRequest {
  readonly method: string;
  readonly path: string;
  /** An @ becomes a number that no other request has. */
  readonly body?: string;
  /** The API key, if the requests of a row have different ones. */
  readonly key?: string;
}

/** What every table of results has a row for: one kind of request. */
export interface Row {
  readonly name: string;
  /** What is requested, for the reader of the table. */
  readonly title: string;
  readonly connections: number;
  readonly contestants: readonly ContestantName[];
  /** Sent in turn. The first is also what the contestants' responses are compared for. */
  readonly requests: readonly PreparedRequest[];
  /** Makes responses comparable. `text` has 0 instead of the number of an @; `index` counts the contestants before it. */
  readonly comparable: (text: string, index: number) => unknown;
  /** Fills the database. */
  readonly prepare?: (client: pg.Client, tenantId: number) => Promise<void>;
  /** How many products candidates/order.pgbench.sql may choose from. Undefined if pgbench is no contestant. */
  readonly pgbenchSpread?: number;
  /** Large responses are read by Node, one at a time, so that each is counted whole. */
  readonly isDownload?: boolean;
}
