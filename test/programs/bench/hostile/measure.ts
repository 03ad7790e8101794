import { median } from '../statistics.ts';
import type { BodyPipeline } from './pipeline.ts';

/** The cost of a body, and the baseline that it is compared with. */
export interface Cost {
  /** Microseconds of CPU time, or bytes. */
  readonly cost: number;
  readonly baseline: number;
}

export type Measure = (pipeline: BodyPipeline, bytes: Buffer, rounds: number) => Promise<Cost>;

/** A body that takes longer than this is measured once. */
const LONG_MICROSECONDS = 1_000_000;
const PARSES = 15;

/** CPU time of the process, with garbage collection and compilation, compared with JSON.parse of the same bytes. */
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
 * All bytes allocated for a body, compared with its size. That is more than peak memory but the same in each run: the
 * young generation is so large (see MEMORY_FLAGS) that nothing is collected meanwhile.
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

/** Well below the size of the young generation, yet high enough that most bodies don't need a collection first. */
const COLLECT_BYTES = 200_000_000;
export const MEMORY_FLAGS = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** JSON.parse rejects a body that is nested too deeply, which has a cost too. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
