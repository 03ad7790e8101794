import type { Querier } from '../../server/db/querier.ts';
import type { QueryPlanEnvironment } from './query-plan-environment.ts';

/** PostgreSQL plans a statement five times for its values before it considers a generic plan. */
export const CUSTOM_PLANS_FIRST = 5;
const PLANS = `SELECT name, custom_plans::int, generic_plans::int FROM pg_prepared_statements`;

export interface Planned {
  readonly name: string;
  readonly custom_plans: number;
  readonly generic_plans: number;
}

/** How often each prepared statement of the connection has been planned for its values, and run by its generic plan. */
export const plansOf = (db: Querier): Promise<Planned[]> => db.query<Planned>(PLANS, []);

async function readPlans(environment: QueryPlanEnvironment): Promise<Planned[]> {
  let plans: Planned[] = [];
  await environment.record(async (db) => {
    plans = await plansOf(db);
  });
  return plans;
}

/**
 * Runs the work again and again on one connection, which is the one that the pool gave back last. Returns the statements that
 * are still planned for their values each time.
 */
export async function plannedAnew(
  environment: QueryPlanEnvironment,
  work: () => Promise<unknown>,
  times = 20,
): Promise<string[]> {
  const before = new Map((await readPlans(environment)).map((plan) => [plan.name, plan]));
  for (let run = 0; run < times; run += 1) await work();
  const after = await readPlans(environment);
  return after.flatMap(({ name, custom_plans, generic_plans }) => {
    const earlier = before.get(name) ?? { custom_plans: 0, generic_plans: 0 };
    const custom = custom_plans - earlier.custom_plans;
    const ran = custom + generic_plans - earlier.generic_plans;
    return ran > 0 && custom > CUSTOM_PLANS_FIRST ? [`${name}: ${custom} of ${ran} times`] : [];
  });
}
