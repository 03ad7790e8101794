import type { ServerProcess } from './server-process.ts';
import type { Candidate, Defer, Round } from './workload.ts';
import { loadByWrk, type PreparedRequests, type Refusals } from './wrk.ts';

export interface Target {
  /** Includes the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections?: number;
  readonly refusals?: Refusals;
  /** Sent instead of a GET of the path. */
  readonly requests?: PreparedRequests;
}

export interface HttpCandidate extends Candidate {
  /** Sends one request outside of a round: a GET of its path, unless another is given. */
  fetch(request?: { readonly path: string } & RequestInit): Promise<Response>;
}

/** A candidate that serves the same requests repeatedly, over keep-alive connections. */
export function httpCandidate(
  defer: Defer,
  name: string,
  server: ServerProcess,
  { path, headers = {}, ...load }: Target,
  postgresCpuSeconds?: () => number,
): HttpCandidate {
  return {
    name,
    fetch: (request = { path }) => fetch(server.address + request.path, { ...request, headers }),
    round: (seconds) =>
      measured(server, postgresCpuSeconds, () =>
        loadByWrk(defer, { name, url: server.address + path, headers, seconds, ...load }),
      ),
    peakMemory: server.peakMemory,
  };
}

/** Adds the CPU time that the server and PostgreSQL used for a load. */
export async function measured(
  server: Pick<ServerProcess, 'cpuSeconds'>,
  postgresCpuSeconds: (() => number) | undefined,
  load: () => Promise<Omit<Round, 'cpuSeconds'>>,
): Promise<Round> {
  const [before, postgresBefore] = [server.cpuSeconds(), postgresCpuSeconds?.()];
  const result = await load();
  const cpuSeconds = server.cpuSeconds() - before;
  if (postgresCpuSeconds === undefined) return { ...result, cpuSeconds };
  return { ...result, cpuSeconds, postgresCpuSeconds: postgresCpuSeconds() - postgresBefore! };
}
