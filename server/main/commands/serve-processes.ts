import cluster from 'node:cluster';
import { ConfigError } from '../../base/environment/start-error.ts';
import { HttpListener } from '../../http/connection/http-listener.ts';
import { createMetricsServer } from '../../http/metrics.ts';
import { type Config, metricsAddress, type Role } from '../config.ts';
import { createLog } from '../log.ts';
import type { StartedAddresses } from '../processes/child-process.ts';
import { groupMetrics } from '../processes/group-metrics.ts';
import { STOP_SIGNALS } from '../processes/held-signals.ts';
import { ProcessGroup } from '../processes/process-group.ts';
import type { StopSignals } from '../processes/stop-signals.ts';
import { openServiceDatabase } from './database.ts';
import type { Ended } from './serve.ts';

/** For a scrape in progress at the very end. */
const METRICS_DRAIN_MS = 1_000;

export interface RunningProcesses extends StartedAddresses {
  /** Once all processes have ended. */
  readonly ended: Promise<Ended>;
}

/** Starts processes that share the port, each with all the roles, and replaces those that die. */
export async function serveProcesses(
  config: Config,
  roles: readonly Role[],
  count: number,
  { starting }: StopSignals,
): Promise<RunningProcesses> {
  if (config.databaseUrl === undefined)
    throw new ConfigError(
      '--processes needs DATABASE_URL: with the embedded database one process counts the limits, in memory.',
    );
  // Once, before any process serves. What each of them does again then takes some milliseconds.
  await openServiceDatabase(config, starting);
  const group = new ProcessGroup({
    fork: forkWith(roles),
    log: createLog(config),
    monotonicMs: () => performance.now(),
  });
  const metrics = await serveMetrics(config, group, count);
  starting.throwIfAborted();
  const stopped = onSignals((signal) => group.stop(signal));
  const stopMetrics = async (): Promise<void> => void (await metrics?.close(METRICS_DRAIN_MS));
  const started = await group.start(count).catch(async (error: unknown) => {
    // Of a start that a signal ends, the processes still finish what they have begun.
    const code = starting.aborted ? await stopped : undefined;
    await stopMetrics();
    throw code === 0 ? starting.reason : error;
  });
  const ended = stopped.then(async (code) => {
    await stopMetrics();
    return { code, cut: false };
  });
  return { ...started, ended };
}

/** METRICS_PORT is the parent's. */
function forkWith(roles: readonly Role[]): () => ReturnType<typeof cluster.fork> {
  cluster.setupPrimary({ args: ['serve', '--json', '--roles', roles.join(',')] });
  return () => cluster.fork({ METRICS_PORT: '' });
}

async function serveMetrics(
  config: Config,
  group: ProcessGroup,
  count: number,
): Promise<HttpListener | undefined> {
  const address = metricsAddress(config);
  if (address === undefined) return undefined;
  const listener = new HttpListener(createMetricsServer(groupMetrics(group, count)));
  await listener.listen(address);
  return listener;
}

/** Every signal is passed on: a second one tells a process not to wait any longer. */
function onSignals(stop: (signal: NodeJS.Signals) => Promise<number>): Promise<number> {
  return new Promise((resolve, reject) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal).then(resolve, reject));
  });
}
