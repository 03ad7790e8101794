import { httpCandidate } from '../http-candidate.ts';
import { pgbenchCandidate } from '../pgbench.ts';
import { prepareRequests } from '../prepared-requests.ts';
import type { Candidate } from '../workload.ts';
import { withLeadIn } from './lead-in.ts';
import type { LoadedRow, RowCandidates } from './loaded-row.ts';

/** wrk sends the requests; pgbench its own. */
export async function closedLoop(loaded: LoadedRow): Promise<RowCandidates> {
  const { defer, database, tenants, row, postgresCpuSeconds } = loaded;
  const candidates = (await httpCandidates(loaded)).map((candidate) => withLeadIn(loaded, candidate));
  if (row.pgbenchSpread === undefined) return { candidates };
  const script = { url: database.url, tenants, spread: row.pgbenchSpread, connections: row.connections };
  return { candidates: [...candidates, pgbenchCandidate(defer, script, postgresCpuSeconds)] };
}

export async function httpCandidates({
  defer,
  row,
  contestants,
  postgresCpuSeconds,
}: LoadedRow): Promise<Candidate[]> {
  const { connections } = row;
  const requests = await prepareRequests(defer, row.requests);
  const target = { path: '/', headers: { 'content-type': 'application/json' }, connections, requests };
  return contestants.map(({ name, server }) =>
    httpCandidate(defer, name, server, target, postgresCpuSeconds),
  );
}
