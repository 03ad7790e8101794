import { CleanupStack } from '../../../support/cleanup-stack.ts';
import { pinBench } from '../cores.ts';
import type { Defer } from '../workload.ts';
import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.ts';

/** Runs a benchmark in a new environment, and cleans up even after an error. */
export async function runBench(
  bench: (defer: Defer, environment: BenchEnvironment) => Promise<void>,
  { pinned = true }: { readonly pinned?: boolean } = {},
): Promise<void> {
  const cleanup = new CleanupStack();
  const stop = new AbortController();
  try {
    if (pinned) await pinBench();
    const work = async (): Promise<void> => bench(cleanup.defer, await startBenchEnvironment(cleanup.defer));
    await Promise.race([work(), interruption(stop.signal)]);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    stop.abort();
    await cleanup.runAll();
  }
}

/** Rejects on a signal until the benchmark is over. A second signal ends the process at once. */
function interruption(over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const stop = (): void => reject(new Error(`Stopped by ${signal}.`));
      process.once(signal, stop);
      over.addEventListener('abort', () => process.off(signal, stop));
    }
  });
}
