import type { SourceEdit } from '../support/server-build.ts';
import type { PlannedFault } from './fault-plan.ts';
import type { HarnessOptions } from './harness.ts';
import type { Subscription } from './tenants.ts';
import { SUBSCRIPTIONS } from './tenants.ts';

export type Load = Pick<HarnessOptions, 'writersPerTenant' | 'pauseMs'>;

/** A fault that a build is given, and what brings it to light. */
export interface Mutation {
  readonly edits: readonly SourceEdit[];
  readonly subscriptions: readonly Subscription[];
  readonly faults: readonly PlannedFault[];
  readonly load: Load;
  /** What the harness has to say of it. */
  readonly detectedBy: RegExp;
}

/** So much that a killed api always has some writes in its hands, and so little that deliveries do not queue up. */
const HEAVY: Load = { writersPerTenant: 5, pauseMs: [0, 60] };
const LIGHT: Load = { writersPerTenant: 2, pauseMs: [100, 300] };

const at = { gapMs: 700, worker: 0 };
const STEADY_ONLY = SUBSCRIPTIONS.slice(0, 1);
/** Everything is on the way for some tenths of a second: long enough to meet it there, too short to slow others down. */
const SLOW: Subscription = {
  events: ['customer.created', 'order.created'],
  behaviour: { weights: { late: 1 }, lateFractions: [0.2, 0.3] },
};

// The session keeps what a transaction emits, and after the commit it is written: fair, as long as nothing dies in between.
const KEEP = `set_config('chaos.kept', (coalesce(nullif(current_setting('chaos.kept', true), ''), '[]')::jsonb
  || jsonb_build_array(jsonb_build_array(\${tenant}::int, '\${kind}', \${jsonObject(data)})))::text, false)`;
const WRITE_KEPT = `WITH kept AS MATERIALIZED (
    SELECT jsonb_array_elements(nullif(current_setting('chaos.kept', true), '')::jsonb) AS e
  ), forgotten AS MATERIALIZED (SELECT set_config('chaos.kept', '', false) FROM (SELECT count(*) FROM kept) k)
  SELECT emit_event((e->>0)::int, e->>1, e->>2) FROM kept, forgotten`;

/** What a message broker would take. Without it only about every second kill falls in between. */
const TO_BROKER_MS = 20;

export const EVENT_AFTER_COMMIT: Mutation = {
  edits: [
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
      find: "return `emit_event(${tenant}, '${kind}', ${jsonObject<Data>(data)})` as const;",
      replacement: `return \`${KEEP}\`;`,
    },
    {
      find: "await run(pool, client, 'COMMIT', []);",
      replacement: `await run(pool, client, 'COMMIT', []);
        await new Promise((later) => setTimeout(later, ${TO_BROKER_MS}));
        await run(pool, client, \`${WRITE_KEPT}\`, []);`,
    },
  ],
  subscriptions: STEADY_ONLY,
  // Four, since a slow machine may not have the api up again within the gap: then a kill finds nothing in its hands.
  faults: Array.from({ length: 4 }, () => ({ ...at, kind: 'kill api' })),
  load: HEAVY,
  detectedBy: /^\d+ (product|customer|order)\.\w+ \d+ has no event, \d+ times$/,
};

export const NO_FENCE: Mutation = {
  edits: [
    { find: ' AND q.lease_token IS NOT DISTINCT FROM result.token', replacement: '' },
    { find: ' AND q.lease_token IS NOT DISTINCT FROM mine.token', replacement: '' },
  ],
  subscriptions: [SLOW],
  faults: [
    { ...at, kind: 'freeze worker' },
    { ...at, worker: 1, kind: 'freeze worker' },
    { ...at, kind: 'freeze worker' },
  ],
  load: LIGHT,
  detectedBy: /^no fence: the lease of chaos worker/,
};

/** The completion writes an attempt that is not there yet. */
export const ATTEMPT_AFTER_ANSWER: Mutation = {
  edits: [
    {
      find: 'SELECT tenant_id, delivery_id, attempt, clock_timestamp() FROM claimed',
      replacement: 'SELECT tenant_id, delivery_id, attempt, clock_timestamp() FROM claimed WHERE false',
    },
  ],
  subscriptions: STEADY_ONLY,
  faults: [{ ...at, kind: 'kill at step', step: 'sent', times: 3 }],
  load: LIGHT,
  detectedBy: /^log: \S+ arrived \d+ times in \d+ attempts$/,
};

export const LATE_SWEEP: Mutation = {
  edits: [
    {
      find: 'leased_until < statement_timestamp()',
      replacement: "leased_until < statement_timestamp() - interval '6 s'",
    },
  ],
  subscriptions: STEADY_ONLY,
  faults: [{ ...at, kind: 'kill at step', step: 'sending', times: 3 }],
  load: LIGHT,
  detectedBy: /^hung: /,
};

export const LOST_IS_OVER: Mutation = {
  edits: [
    {
      find: 'attempt - round_start >= :max_attempts AS exhausted',
      replacement: 'attempt >= 0 OR :max_attempts > 0 AS exhausted',
    },
  ],
  subscriptions: STEADY_ONLY,
  faults: [{ ...at, kind: 'kill at step', step: 'sending', times: 3 }],
  load: LIGHT,
  detectedBy: /^lost: /,
};
