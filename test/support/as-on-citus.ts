import type { Querier } from '../../server/db/querier.ts';
import { findCitus } from '../../server/db/sql/is-distributed.ts';

/** The same database, of which a worker believes that it's distributed: what it sends then runs on one PostgreSQL, too. */
export const asOnCitus = (db: Querier): Querier => ({
  ...db,
  query: (statement, values) =>
    statement === findCitus ? Promise.resolve([{} as never]) : db.query(statement, values),
});
