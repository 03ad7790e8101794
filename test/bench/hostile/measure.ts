import { median } from '../statistics.ts';
import type { BodyPipeline } from './pipeline.ts';

/** What a body costs, and what that is compared with. */
export interface Cost {
  /** Microseconds of processor time, or bytes. */
  readonly cost: number;
  readonly baseline: number;
}

export type Measure = (pipeline: BodyPipeline, bytes: Buffer, rounds: number) => Promise<Cost>;

/** A body that takes longer than this is measured once. */
const LONG_MICROSECONDS = 1_000_000;
const PARSES = 15;

/** Processor time of the process, garbage collection and compilation included, against JSON.parse of the same bytes. */
export const cpu: Measure = async (pipeline, bytes, rounds) => {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    costs.push(await microseconds(() => pipeline.run(bytes)));
    if (costs[0]! > LONG_MICROSECONDS) break;
  }
  const parses: number[] = [];
  for (let i = 0; i < Math.max(3, Math.min(rounds * 3, PARSES)); i += 1)
    parses.push(await microseconds(async () => parsed(bytes)));
  return { cost: rounds > 2 ? median(costs) : Math.min(...costs), baseline: Math.max(1, median(parses)) };
};

/**
 * All that a body allocates, against its size. It is more than what is held at one time, and the same in each run:
 * the young generation is so large here that nothing is collected meanwhile.
 */
export const memory: Measure = async (pipeline, bytes, rounds) => {
  const costs: number[] = [];
  for (let round = 0; round < Math.min(3, rounds); round += 1) costs.push(await allocated(pipeline, bytes));
  return { cost: median(costs), baseline: bytes.length };
};

async function allocated(pipeline: BodyPipeline, bytes: Buffer): Promise<number> {
  if (process.memoryUsage().heapUsed > COLLECT_BYTES) globalThis.gc!();
  const before = process.memoryUsage();
  await pipeline.run(bytes);
  const after = process.memoryUsage();
  return after.heapUsed + after.external - before.heapUsed - before.external;
}

/** Well below the young generation, and so seldom that most bodies are measured without a collection before them. */
const COLLECT_BYTES = 200_000_000;
export const MEMORY_FLAGS = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** A body that is nested too deep for JSON.parse is refused by it, which has a cost too. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
