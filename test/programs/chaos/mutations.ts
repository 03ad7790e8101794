import type { SourceEdit } from '../../support/server-build.ts';
import type { PlannedFault } from './fault-plan.ts';
import type { HarnessOptions } from './harness.ts';
import type { Subscription } from './tenants.ts';
import { SUBSCRIPTIONS } from './tenants.ts';

export type Load = Pick<HarnessOptions, 'writersPerTenant' | 'pauseMs'>;

/** A bug put into a build, and the run that reveals it. */
export interface Mutation {
  readonly edits: readonly SourceEdit[];
  readonly subscriptions: readonly Subscription[];
  readonly faults: readonly PlannedFault[];
  readonly load: Load;
  /** Matches a violation that the run must report. */
  readonly detectedBy: RegExp;
}

/** Enough load that a killed api always has writes in progress, but not so much that deliveries queue up. */
const HEAVY: Load = { writersPerTenant: 5, pauseMs: [0, 60] };
const LIGHT: Load = { writersPerTenant: 2, pauseMs: [100, 300] };

const at = { gapMs: 700, worker: 0 };
const STEADY_ONLY = SUBSCRIPTIONS.slice(0, 1);
/** Responds after some tenths of a second: requests are in flight long enough to hit, too briefly to delay others. */
const SLOW: Subscription = {
  events: ['customer.created', 'order.created'],
  behaviour: { weights: { late: 1 }, lateFractions: [0.2, 0.3] },
};

// The session keeps the events of a transaction and writes them after its commit. Correct, unless it dies in between.
const KEEP = `set_config('chaos.kept', (coalesce(nullif(current_setting('chaos.kept', true), ''), '[]')::jsonb
  || jsonb_build_array(jsonb_build_array(\${tenant}::int, '\${kind}', \${jsonObject(data)})))::text, false)`;
const KEEP_ALL = `set_config('chaos.kept', (coalesce(nullif(current_setting('chaos.kept', true), ''), '[]')::jsonb
  || coalesce(jsonb_agg(jsonb_build_array(\${tenant}::int, kind, data) ORDER BY position), '[]'))::text, false)`;
const WRITE_KEPT = `WITH kept AS MATERIALIZED (
    SELECT jsonb_array_elements(nullif(current_setting('chaos.kept', true), '')::jsonb) AS e
  ), forgotten AS MATERIALIZED (SELECT set_config('chaos.kept', '', false) FROM (SELECT count(*) FROM kept) k)
  SELECT emit_event((e->>0)::int, e->>1, e->>2) FROM kept, forgotten`;

/**
 * A slow message broker. Without it only about every second kill hits the gap. With 20 ms, and once with 100 ms, a busy machine missed
 * four of four: what precedes the commit then takes as long. The tenants' four transactions are in the gap nearly all the time now.
 */
const TO_BROKER_MS = 500;

export const EVENT_AFTER_COMMIT: Mutation = {
  edits: [
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
      find: "return `emit_event(${tenant}, '${kind}', ${jsonObject(data)}${order})`;",
      replacement: `return \`${KEEP}\`;`,
    },
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
      find: '`emit_events(${tenant}, array_agg(kind ORDER BY position), array_agg(data ORDER BY position))`;',
      replacement: `\`${KEEP_ALL}\`;`,
    },
    {
      find: "if (this.#begun) await this.#runCommitting(this.#connection!, 'COMMIT', []);",
      replacement: `if (!this.#begun) return;
        await this.#runCommitting(this.#connection!, 'COMMIT', []);
        await new Promise((later) => setTimeout(later, ${TO_BROKER_MS}));
        await this.#connection!.query(\`${WRITE_KEPT}\`, []);`,
    },
  ],
  subscriptions: STEADY_ONLY,
  // Four, because on a slow machine the api may have just restarted when it's killed, with no writes in progress.
  faults: Array.from({ length: 4 }, () => ({ ...at, gapMs: 1500, kind: 'kill api' })),
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

/** Writes the attempt when its own worker completes it, instead of when it's claimed. */
export const ATTEMPT_AFTER_ANSWER: Mutation = {
  edits: [
    {
      find: '->> registration_id::text)::integer\n    FROM claimed',
      replacement: '->> registration_id::text)::integer\n    FROM claimed WHERE false',
    },
    {
      find: 'duration_ms\n     FROM ended\n     ON CONFLICT',
      replacement: "duration_ms\n     FROM ended WHERE outcome <> 'lost'\n     ON CONFLICT",
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
      find: 'lease_token IS NOT NULL AND leased_until < statement_timestamp()',
      replacement: "lease_token IS NOT NULL AND leased_until < statement_timestamp() - interval '6 s'",
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
      find: 'const waitMs = retryWaitMs(attemptOfRound, schedule, askedMs);',
      replacement:
        "const waitMs = outcome === 'lost' ? undefined : retryWaitMs(attemptOfRound, schedule, askedMs);",
    },
  ],
  subscriptions: STEADY_ONLY,
  faults: [{ ...at, kind: 'kill at step', step: 'sending', times: 3 }],
  load: LIGHT,
  detectedBy: /^lost: /,
};
