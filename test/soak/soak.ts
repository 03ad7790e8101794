// `npm run soak -- [MINUTES]`: reads and writes with faults that every process survives. Memory and latency have to stay flat,
// and nothing may be lost.
import { readFileSync } from 'node:fs';
import { planFaults, SURVIVED_MIX } from '../chaos/fault-plan.ts';
import { type Harness, openHarness } from '../chaos/harness.ts';
import { cleanUpAtExit, LONG_RUN } from '../chaos/long-run.ts';
import { run, START_WITHIN_MS } from '../chaos/run.ts';
import { SeededRandom } from '../chaos/seeded-random.ts';
import { waitUntil } from '../chaos/wait-until.ts';
import { CleanupStack } from '../support/cleanup-stack.ts';
import { detectGrowth, type MemorySample } from './detect-growth.ts';
import { makeCategories, Reader } from './reader.ts';

const minutes = Number(process.argv[2] ?? 30);
/** Long enough to be calm again, and for some dozens of faults in half an hour. */
const GAP_MS = [35_000, 55_000] as const;
const SAMPLE_EVERY_MS = 5_000;

const seed = process.env.TRADEPOST_SOAK_SEED || 'tradepost';
const random = new SeededRandom(seed);
const cleanup = new CleanupStack();
cleanUpAtExit(cleanup);

try {
  const harness = await openHarness({ random, ...LONG_RUN }, cleanup);
  await waitUntil(() => harness.api.ready, START_WITHIN_MS);
  const readers = harness.tenants.map(({ key }) => new Reader(() => harness.api.address, key));
  await Promise.all(harness.clients.map(makeCategories));
  const memory: MemorySample[] = [];
  const sampling = setInterval(() => memory.push(...memoryOf(harness)), SAMPLE_EVERY_MS);
  cleanup.defer(async () => clearInterval(sampling));
  const from = Date.now();
  let until = from + minutes * 60_000;
  const stopReading = async (): Promise<void> => {
    until = Date.now();
    clearInterval(sampling);
    await Promise.all(readers.map((reader) => reader.stop()));
  };
  for (const reader of readers) reader.start();
  const { figures, violations } = await run(harness, {
    // More than there is time for: the time ends the run.
    faults: planFaults(random.fork('plan'), minutes * 2, GAP_MS, SURVIVED_MIX),
    calmMs: 0,
    settleWithinMs: 120_000,
    endWithinMs: minutes * 60_000,
    settling: stopReading,
    done: (count, kind) => console.log(`${count} ${kind}`),
  });
  const responses = readers.flatMap((reader) => reader.responses);
  const growth = detectGrowth({ span: { from, until }, faults: harness.timeline.faults, responses, memory });
  const wrong = [...violations.filter((each) => !each.startsWith('the time ended')), ...growth.violations];
  const counts = Object.entries(figures).map(([name, count]) => `${name}: ${count}`);
  console.log([...counts, ...growth.figures, ...wrong.map((each) => `VIOLATION ${each}`)].join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await cleanup.runAll();
}

function memoryOf({ api, workers }: Harness): MemorySample[] {
  return [api, ...workers]
    .filter(({ ready }) => ready)
    .map(({ name, pid }) => ({ at: Date.now(), process: name, bytes: residentBytes(pid) }));
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
