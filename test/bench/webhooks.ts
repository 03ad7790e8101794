// `npm run bench` runs this after the listing: what the webhook worker sends in a second, and how soon.
// --short, --rounds <n>, --only drain|latency|finished
import { parseArgs } from 'node:util';
import { pinBench } from './cores.ts';
import { UndoList } from './undo-list.ts';
import { benchDrain } from './webhooks/drain.ts';
import { benchFinished } from './webhooks/finished.ts';
import { benchLatency } from './webhooks/latency.ts';
import { startWorld } from './webhooks/world.ts';

/** Enough for a median that a neighbour's burst does not move. */
const FULL = { rounds: 5, count: 20_000, seconds: 10 };
const SHORT = { rounds: 2, count: 5_000, seconds: 2 };
const BENCHES = { drain: benchDrain, latency: benchLatency, finished: benchFinished };

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, rounds: { type: 'string' }, only: { type: 'string' } },
});
const length = values.short ? SHORT : FULL;
const options = { ...length, rounds: Number(values.rounds ?? length.rounds) };

for (const [name, bench] of Object.entries(BENCHES)) {
  if (values.only !== undefined && values.only !== name) continue;
  const undo = new UndoList();
  process.once('SIGINT', () => void undo.all().then(() => process.exit(1)));
  try {
    await pinBench();
    await bench(undo.defer, await startWorld(undo.defer), options);
  } finally {
    await undo.all();
  }
}
