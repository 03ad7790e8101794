import { onServer } from '../support/databases.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type ContestantName, startContestant } from './contestants.ts';
import { downloadCandidate } from './download.ts';
import { type HttpCandidate, httpCandidate } from './http-candidate.ts';
import { pgbenchCandidate } from './pgbench.ts';
import { nextNumber, prepareRequests } from './prepared-requests.ts';
import type { Row } from './rows/row.ts';
import { assertSameResponses } from './same-responses.ts';
import type { Candidate, Defer } from './workload.ts';
import type { PreparedRequests } from './wrk.ts';

export interface BenchEnvironment {
  readonly defer: Defer;
  readonly database: BenchDatabase;
  readonly postgresCpuSeconds: () => number;
  /** The dist/server/cli.js of another checkout, which is then a contestant too. */
  readonly against?: string | undefined;
}

/** Starts a row's contestants, and checks that they respond alike. */
export async function startRow(environment: BenchEnvironment, row: Row): Promise<readonly Candidate[]> {
  const { defer, database, postgresCpuSeconds } = environment;
  await onServer(database.url, async (client) => row.prepare?.(client, database.tenantId));
  const requests = await prepareRequests(defer, row.requests);
  const candidates: HttpCandidate[] = [];
  const names = environment.against === undefined ? row.contestants : withBefore(row.contestants);
  for (const name of names) candidates.push(await startCandidate(environment, row, name, requests));
  await assertSameResponses(candidates.map((candidate) => responder(row, candidate)));
  if (row.pgbenchSpread === undefined) return candidates;
  const script = { spread: row.pgbenchSpread, connections: row.connections };
  return [...candidates, pgbenchCandidate(defer, database, script, postgresCpuSeconds)];
}

const withBefore = ([first, ...others]: readonly ContestantName[]): ContestantName[] => [
  first!,
  'before',
  ...others,
];

async function startCandidate(
  { defer, database, postgresCpuSeconds, against }: BenchEnvironment,
  { requests: [first], connections, isDownload }: Row,
  name: ContestantName,
  requests: PreparedRequests,
): Promise<HttpCandidate> {
  const server = await startContestant(defer, name, database, against);
  const headers = { authorization: `Bearer ${database.key}`, 'content-type': 'application/json' };
  const target = { path: first!.path, headers };
  if (isDownload) return downloadCandidate(name, server, target, postgresCpuSeconds);
  return httpCandidate(defer, name, server, { ...target, connections, requests }, postgresCpuSeconds);
}

function responder({ requests: [first], comparable }: Row, { name, fetch }: HttpCandidate) {
  return {
    name,
    respond: async (index: number): Promise<unknown> => {
      const number = String(nextNumber());
      const { body, ...request } = first!;
      const response = await fetch({ ...request, ...(body && { body: body.replaceAll('@', number) }) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${name} returned ${response.status}: ${text}`);
      return comparable(text.replaceAll(number, '0'), index);
    },
  };
}
