import type { Querier } from '../querier.ts';
import { statement } from './statement.ts';

export const findCitus = statement('find Citus', `SELECT FROM pg_extension WHERE extname = 'citus'`);

/** By database. Tables are distributed while nothing of the service runs, so an answer stays true. */
const known = new WeakMap<Querier, Promise<boolean>>();

/** Whether the tables are distributed over several machines (docs/scaling.md). */
export function isDistributed(db: Querier): Promise<boolean> {
  const answer = known.get(db) ?? findCitus(db, {}).then((rows) => rows.length > 0);
  known.set(db, answer);
  answer.catch(() => known.delete(db));
  return answer;
}
