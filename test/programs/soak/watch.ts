import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { CleanupStack } from '../../support/cleanup-stack.ts';
import type { Harness } from '../chaos/harness.ts';
import type { Fault } from '../chaos/timeline.ts';
import { mega, msOf, quantile } from './detect-growth.ts';
import type { Load } from './load.ts';
import { grouped, type MemorySample, type Timed } from './record.ts';

const SAMPLE_EVERY_MS = 5_000;
export const MINUTE_MS = 60_000;
/** One each of what is read, written and sent. The table at the end has them all. */
const SHOWN = ['list', 'POST /orders', 'delivery'];

/** Notes the memory of every process, and prints a line about each minute. */
export class Watch {
  readonly memory: MemorySample[] = [];
  readonly #load: Load;
  readonly #timers: readonly NodeJS.Timeout[];
  #from = Date.now();
  #minutes = 0;

  constructor(load: Load, print: (line: string) => void, { defer }: CleanupStack) {
    this.#load = load;
    this.#timers = [
      setInterval(() => this.memory.push(...memoryOf(load.harness)), SAMPLE_EVERY_MS),
      setInterval(() => print(this.#lineOfMinute()), MINUTE_MS),
    ];
    defer(async () => this.stop());
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #lineOfMinute(): string {
    const span = { from: this.#from, until: Date.now() };
    this.#from = span.until;
    this.#minutes += 1;
    const timed = this.#load.timed(span);
    const memory = this.memory.filter(({ at }) => at >= span.from && at < span.until);
    const faults = this.#load.faults().filter(({ until }) => until >= span.from && until < span.until);
    return `minute ${this.#minutes}: ${[requestsText(timed), memoryText(memory), `load ${loadavg()[0]!.toFixed(1)}`, faultsText(faults)].join('; ')}`;
  }
}

function requestsText(timed: readonly Timed[]): string {
  const deliveries = timed.filter(({ kind }) => kind === 'delivery').length;
  const failed = timed.filter(({ failure }) => failure !== undefined).length;
  const latencies = SHOWN.map((kind) => {
    const ms = msOf(timed.filter((each) => each.kind === kind));
    return `${kind} ${quantile(ms, 0.5).toFixed(0)}/${quantile(ms, 0.99).toFixed(0)}`;
  });
  const counts = `${timed.length - deliveries} requests, ${failed} failed, ${deliveries} deliveries timed`;
  return `${counts}; p50/p99 in ms: ${latencies.join(', ')}`;
}

/** The median of each process, which a garbage collection doesn't move. */
export const medianMemory = (memory: readonly MemorySample[]): [process: string, megabytes: string][] =>
  grouped(memory, (each) => each.process).map(([name, samples]) => [
    name,
    mega(
      quantile(
        samples.map(({ bytes }) => bytes),
        0.5,
      ),
    ),
  ]);

const memoryText = (memory: readonly MemorySample[]): string =>
  `MB: ${medianMemory(memory)
    .map((each) => each.join(' '))
    .join(', ')}`;

const faultsText = (faults: readonly Fault[]): string =>
  faults.length === 0 ? 'no fault' : faults.map(({ what }) => what).join(', ');

function memoryOf({ api, workers }: Harness): MemorySample[] {
  return [api, ...workers].flatMap(({ ready, name, pid }) => {
    const bytes = ready ? residentBytes(pid) : undefined;
    return bytes === undefined ? [] : [{ at: Date.now(), process: name, bytes }];
  });
}

/** Undefined if the process has just ended. */
function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
