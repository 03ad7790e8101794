import type { RowKind } from './row.ts';

/** Of the rate that raw reaches in the closed loop. */
export const PART_OF_RAW = 0.6;

export const atFixedRate =
  (of: RowKind['of']): RowKind['of'] =>
  (tenants) => ({ ...of(tenants), load: 'fixed rate', pgbenchSpread: undefined });

/** What the Enterprise plan allows in a minute. */
export const BURST = 3_000;
/** The bursts of a minute come from different tenants, since each uses up what its tenant may send. */
const BURSTING_TENANTS = 20;

export const inBursts =
  (of: RowKind['of']): RowKind['of'] =>
  (tenants) => {
    const bursting = tenants.slice(0, BURSTING_TENANTS).map((tenant) => of([tenant]));
    return {
      ...of(tenants.slice(BURSTING_TENANTS)),
      title: `${bursting[0]!.title}: a burst of ${BURST} from one tenant`,
      load: 'burst',
      bursts: bursting.map(({ requests }) => requests),
      pgbenchSpread: undefined,
    };
  };
