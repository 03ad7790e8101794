import type { Context } from '../../server/main/context.ts';
import { ProcessHealth } from '../../server/main/roles/process-health.ts';

/** Why a process that only runs the worker wouldn't be ready, with a loop that has just finished a round. */
export function workerReadiness({ db, log, monotonicMs }: Context): () => Promise<string | undefined> {
  const health = new ProcessHealth({ db, log, monotonicMs, serves: false });
  health.watch({ roundEndedMs: monotonicMs(), roundFailed: false });
  return () => health.notReady();
}
