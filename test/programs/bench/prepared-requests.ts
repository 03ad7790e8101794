import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PreparedRequest } from './rows/row.ts';
import type { Defer } from './workload.ts';
import type { PreparedRequests } from './wrk.ts';

/** What takes the place of an @. Seven digits, so that it's found again in a response. */
let numbers = 1_000_000;
const NUMBERS_PER_ROUND = 50_000;
export function nextNumber(): number {
  numbers += NUMBERS_PER_ROUND;
  return numbers;
}

/** Writes requests as requests.lua reads them. */
export async function prepareRequests(
  defer: Defer,
  requests: readonly PreparedRequest[],
): Promise<PreparedRequests> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-requests-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const line = ({ method, path, body = '', key = '' }: PreparedRequest): string =>
    `${method}\t${path}\t${body}\t${key}\n`;
  const file = path.join(folder, 'requests.txt');
  await writeFile(file, requests.map(line).join(''));
  return { file, firstNumber: nextNumber };
}
