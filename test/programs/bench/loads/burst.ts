import { setTimeout } from 'node:timers/promises';
import type { Contestant } from '../contestants.ts';
import { measured } from '../http-candidate.ts';
import type { Schedule } from '../open-loop/scheduled-sender.ts';
import { type Sender, startSender } from '../open-loop/sender.ts';
import { BURST } from '../rows/loads.ts';
import type { Row } from '../rows/row.ts';
import type { Candidate } from '../workload.ts';
import { httpCandidates } from './closed-loop.ts';
import type { LoadedRow, RowCandidates } from './loaded-row.ts';

/** What a server or PostgreSQL puts off until there is time for it is part of the burst's CPU time. */
const SILENCE_MS = 1_000;

/** A round is one burst, however many seconds a round should have. */
export async function bursts(loaded: LoadedRow): Promise<RowCandidates> {
  const { defer, row, contestants } = loaded;
  for (const { round } of await httpCandidates(loaded)) await round(loaded.seconds);
  const sender = await startSender(defer, row.bursts!.flat());
  return { candidates: contestants.map((contestant) => burstCandidate(loaded, contestant, sender)) };
}

function burstCandidate(
  { row, postgresCpuSeconds }: LoadedRow,
  { name, server }: Contestant,
  sender: Sender,
): Candidate {
  let turn = 0;
  const burst = async () => {
    const only = burstOf(row.bursts!, turn);
    turn += 1;
    const target = { address: server.address, connections: row.connections };
    const sent = await sender.send(name, { ...target, count: BURST, only });
    await setTimeout(SILENCE_MS);
    return { operations: BURST, ...sent };
  };
  return {
    name,
    round: () => measured(server, postgresCpuSeconds, burst),
    peakMemory: server.peakMemory,
  };
}

/** Which of the sender's requests are those of a turn's tenant. */
function burstOf(all: NonNullable<Row['bursts']>, turn: number): Schedule['only'] {
  const distinct = all[0]!.length;
  const from = (turn % all.length) * distinct;
  return { from, to: from + distinct };
}
