import { downloadCandidate } from '../download.ts';
import type { LoadedRow, RowCandidates } from './loaded-row.ts';

export async function download({ row, contestants, postgresCpuSeconds }: LoadedRow): Promise<RowCandidates> {
  const { path, key } = row.requests[0]!;
  const target = { path, headers: { authorization: `Bearer ${key}` } };
  const candidates = contestants.map(({ name, server }) =>
    downloadCandidate(name, server, target, postgresCpuSeconds),
  );
  return { candidates };
}
