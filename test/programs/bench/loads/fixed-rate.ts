import type { Contestant } from '../contestants.ts';
import { measured } from '../http-candidate.ts';
import { type Sender, startSender } from '../open-loop/sender.ts';
import { PART_OF_RAW } from '../rows/loads.ts';
import type { Candidate } from '../workload.ts';
import { httpCandidates } from './closed-loop.ts';
import { withLeadIn } from './lead-in.ts';
import type { LoadedRow, RowCandidates } from './loaded-row.ts';

/** All candidates get the same rate: a part of what raw reaches in the closed loop, just before. */
export async function fixedRate(loaded: LoadedRow): Promise<RowCandidates> {
  const { defer, row, contestants } = loaded;
  const perSecond = Math.round(PART_OF_RAW * (await rawPerSecond(loaded)));
  const sender = await startSender(defer, row.requests);
  const candidates = contestants.map((contestant) =>
    withLeadIn(loaded, rateCandidate(loaded, contestant, { sender, perSecond })),
  );
  return { candidates, note: `at ${perSecond} requests/s` };
}

function rateCandidate(
  { row, postgresCpuSeconds }: LoadedRow,
  { name, server }: Contestant,
  { sender, perSecond }: { readonly sender: Sender; readonly perSecond: number },
): Candidate {
  const target = { address: server.address, connections: row.connections };
  const send = async (seconds: number) => {
    const operations = Math.round(seconds * perSecond);
    return { operations, ...(await sender.send(name, { ...target, count: operations, perSecond })) };
  };
  return {
    name,
    round: (seconds) => measured(server, postgresCpuSeconds, () => send(seconds)),
    peakMemory: server.peakMemory,
  };
}

/** Warms all candidates up too. Raw's second round counts. */
async function rawPerSecond(loaded: LoadedRow): Promise<number> {
  const candidates = await httpCandidates(loaded);
  for (const { round } of candidates) await round(loaded.seconds);
  const { operations, seconds } = await candidates.find(({ name }) => name === 'raw')!.round(loaded.seconds);
  return operations / seconds;
}
