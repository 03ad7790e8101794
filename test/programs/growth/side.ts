import { postgresMeter } from '../bench/bench-postgres.ts';
import { httpCandidate } from '../bench/http-candidate.ts';
import { prepareRequests } from '../bench/prepared-requests.ts';
import type { ServerProcess } from '../bench/server-process.ts';
import { openBenchContext } from '../bench/webhooks/bench-environment.ts';
import type { Candidate, Defer } from '../bench/workload.ts';
import { claimCandidate } from './claims.ts';
import type { Pair } from './compare.ts';
import type { Requests } from './requests.ts';

/** One of the two that are compared. */
export interface Side {
  readonly name: string;
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  readonly tenantIds: readonly number[];
  /** The key of a request that has none of its own. */
  readonly key: string;
  /** Both sides have the same, in the same order. */
  readonly requests: readonly Requests[];
}

/** Each kind of request, and a worker's claim. */
export async function pairsOf(defer: Defer, base: Side, other: Side): Promise<Pair[]> {
  const [ofBase, ofOther] = [await candidatesOf(defer, base), await candidatesOf(defer, other)];
  const titles = [...base.requests.map(({ title }) => title), 'claim a due delivery'];
  return titles.map((title, index) => ({ title, candidates: [ofBase[index]!, ofOther[index]!] }));
}

async function candidatesOf(
  defer: Defer,
  { name, databaseUrl, server, tenantIds, key, requests }: Side,
): Promise<Candidate[]> {
  const postgresCpuSeconds = await postgresMeter(databaseUrl);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const candidates: Candidate[] = [];
  for (const { requests: ofKind, connections } of requests) {
    const target = { path: ofKind[0]!.path, headers, connections };
    const prepared = { ...target, requests: await prepareRequests(defer, ofKind) };
    candidates.push(httpCandidate(defer, name, server, prepared, postgresCpuSeconds));
  }
  const context = openBenchContext(defer, databaseUrl);
  return [...candidates, await claimCandidate(defer, { name, context, tenantIds, postgresCpuSeconds })];
}
