import type { ServerProcess } from './server-process.ts';
import type { Candidate, Defer } from './workload.ts';
import { loadByWrk, type Refusals } from './wrk.ts';

export interface Target {
  /** Includes the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly refusals?: Refusals;
}

export interface HttpCandidate extends Candidate {
  /** Sends one request outside of a round. */
  fetch(): Promise<Response>;
}

/** A candidate that serves the same GET repeatedly, over keep-alive connections. */
export function httpCandidate(
  defer: Defer,
  name: string,
  server: ServerProcess,
  { path, headers = {}, refusals }: Target,
): HttpCandidate {
  const url = server.address + path;
  return {
    name,
    fetch: () => fetch(url, { headers }),
    async round(seconds) {
      const before = server.cpuSeconds();
      const load = await loadByWrk(defer, { name, url, headers, seconds, refusals });
      return { ...load, cpuSeconds: server.cpuSeconds() - before };
    },
  };
}
