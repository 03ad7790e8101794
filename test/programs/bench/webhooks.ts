// `npm run program bench:webhooks`: the webhook worker's throughput and latency.
// --short, --rounds <n>, --only drain|latency|finished
import { parseArgs } from 'node:util';
import { benchDrain } from './webhooks/drain.ts';
import { benchLatency } from './webhooks/latency.ts';
import { benchLongLog } from './webhooks/long-log.ts';
import { runBench } from './webhooks/run.ts';

/** Enough that a short burst of other load doesn't change the median. */
const FULL = { rounds: 5, count: 20_000, seconds: 20 };
const SHORT = { rounds: 2, count: 5_000, seconds: 2 };
const BENCHES = {
  drain: { bench: benchDrain, pinned: true },
  latency: { bench: benchLatency, pinned: false },
  finished: { bench: benchLongLog, pinned: true },
};

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, rounds: { type: 'string' }, only: { type: 'string' } },
});
const length = values.short ? SHORT : FULL;
const options = { ...length, rounds: Number(values.rounds ?? length.rounds) };

for (const [name, { bench, pinned }] of Object.entries(BENCHES))
  if (process.exitCode === undefined && (values.only ?? name) === name)
    await runBench((defer, environment) => bench(defer, environment, options), { pinned });
