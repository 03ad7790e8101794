import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { pinBench } from './cores.ts';
import { printReport } from './report.ts';
import { runRounds } from './rounds.ts';
import type { Workload } from './workload.ts';

/** Enough that a short burst of other load doesn't change the median. */
const FULL = { rounds: 7, seconds: 5 };
const SHORT = { rounds: 3, seconds: 1 };

/** Runs a workload with the command-line flags --short, or --rounds and --seconds. `full` is the length without them. */
export async function runWorkload(workload: Workload, full: Length = FULL): Promise<void> {
  const cleanup = new CleanupStack();
  try {
    const length = lengthOf(parseArgs({ options: LENGTH_OPTIONS }).values, full);
    await pinBench();
    const work = async (): Promise<void> => {
      const candidates = await workload.setUp(cleanup.defer);
      printReport(workload, length, await runRounds(candidates, length));
    };
    await Promise.race([work(), interruption()]);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await cleanup.runAll();
  }
}

export interface Length {
  readonly rounds: number;
  readonly seconds: number;
}

export const LENGTH_OPTIONS = {
  short: { type: 'boolean' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
} as const;

interface LengthFlags {
  readonly short?: boolean;
  readonly rounds?: string;
  readonly seconds?: string;
}

export function lengthOf(flags: LengthFlags, full: Length): Length {
  const { rounds, seconds } = flags.short ? SHORT : full;
  return { rounds: Number(flags.rounds ?? rounds), seconds: Number(flags.seconds ?? seconds) };
}

/** A set-up in progress is cleaned up as soon as it's complete; a second signal ends the process at once. */
export function interruption(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });
}
