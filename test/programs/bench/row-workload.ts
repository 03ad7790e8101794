import { type Contest, type Contestant, startContestant } from './contestants.ts';
import { bursts } from './loads/burst.ts';
import { closedLoop } from './loads/closed-loop.ts';
import { download } from './loads/download.ts';
import { fixedRate } from './loads/fixed-rate.ts';
import type { LoadedRow, RowCandidates } from './loads/loaded-row.ts';
import { nextNumber } from './prepared-requests.ts';
import type { LoadKind, Row } from './rows/row.ts';
import { assertSameResponses } from './same-responses.ts';

const LOADS: Readonly<Record<LoadKind, (loaded: LoadedRow) => Promise<RowCandidates>>> = {
  'closed loop': closedLoop,
  download,
  'fixed rate': fixedRate,
  burst: bursts,
};

/** Starts a row's contestants, and checks that they respond alike. */
export async function startRow(
  contest: Contest & Pick<LoadedRow, 'postgresCpuSeconds' | 'seconds'>,
  row: Row,
): Promise<RowCandidates> {
  const [first, ...peers] = row.contestants;
  const names = [
    first!,
    ...(contest.against === undefined ? [] : ['before' as const]),
    ...(contest.noPeers ? [] : peers),
  ];
  const contestants: Contestant[] = [];
  for (const name of names) contestants.push(await startContestant(contest, name));
  await assertSameResponses(contestants.map((contestant) => responder(row, contestant)));
  const loaded = contest.noPeers ? { ...row, pgbenchSpread: undefined } : row;
  return LOADS[row.load]({ ...contest, row: loaded, contestants });
}

function responder({ requests, comparable }: Row, { name, server }: Contestant) {
  return {
    name,
    respond: async (index: number): Promise<unknown> => {
      const number = String(nextNumber());
      const { method, path, body, key } = requests[0]!;
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const sent = { method, headers, body: body?.replaceAll('@', number) };
      const response = await fetch(server.address + path, sent);
      const text = await response.text();
      if (!response.ok) throw new Error(`${name} returned ${response.status}: ${text}`);
      return comparable(text.replaceAll(number, '0'), index);
    },
  };
}
