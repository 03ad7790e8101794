import { measured } from '../http-candidate.ts';
import { startSender } from '../open-loop/sender.ts';
import { PART_OF_RAW } from '../rows/loads.ts';
import { httpCandidates } from './closed-loop.ts';
import type { LoadedRow, RowCandidates } from './loaded-row.ts';

/** All candidates get the same rate: a part of what raw reaches in the closed loop, just before. */
export async function fixedRate(loaded: LoadedRow): Promise<RowCandidates> {
  const { defer, row, contestants, postgresCpuSeconds } = loaded;
  const perSecond = Math.round(PART_OF_RAW * (await rawPerSecond(loaded)));
  const sender = await startSender(defer, row.requests);
  const candidates = contestants.map(({ name, server }) => ({
    name,
    round: (seconds: number) =>
      measured(server, postgresCpuSeconds, async () => {
        const { address } = server;
        const schedule = {
          address,
          connections: row.connections,
          count: Math.round(seconds * perSecond),
          perSecond,
        };
        return { operations: schedule.count, ...(await sender.send(name, schedule)) };
      }),
    peakMemory: server.peakMemory,
  }));
  return { candidates, note: `at ${perSecond} requests/s` };
}

/** Warms all candidates up too. Raw's second round counts. */
async function rawPerSecond(loaded: LoadedRow): Promise<number> {
  const candidates = await httpCandidates(loaded);
  for (const { round } of candidates) await round(loaded.seconds);
  const { operations, seconds } = await candidates.find(({ name }) => name === 'raw')!.round(loaded.seconds);
  return operations / seconds;
}
