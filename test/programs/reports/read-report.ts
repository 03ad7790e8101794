import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { backendBytes } from '../recovery/advancer.ts';

const WATCH_INTERVAL_MS = 20;
/** Of Linux, in /proc/PID/stat. */
const TICK_SECONDS = 0.01;

export interface ReadReport {
  readonly status: number;
  readonly bytes: number;
  readonly seconds: number;
  /** The most that this process, with service and client, has had in its heap since the report began. */
  readonly heapBytes: number;
  /** The largest process of PostgreSQL, without memory that it shares with others. */
  readonly backendBytes: number;
  /** The processor time that PostgreSQL took, by Linux's clock of 10 ms. */
  readonly cpuSeconds: number;
}

/** Reads a report as fast as it comes, keeping nothing of it. */
export async function readReport(
  baseUrl: string,
  key: string,
  query: Readonly<Record<string, string>>,
  client: pg.Client,
): Promise<ReadReport> {
  const pids = async (): Promise<number[]> =>
    (await client.query<{ pid: number }>(BACKENDS)).rows.map(({ pid }) => pid);
  const cpuBefore = await cpuSecondsOf(await pids());
  let heapBytes = 0;
  let largest = 0;
  const ended = new AbortController();
  const watched = watch(ended.signal, async () => {
    heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
    largest = Math.max(largest, (await backendBytes(await pids())) ?? 0);
  });
  const startMs = performance.now();
  const { status, bytes } = await read(`${baseUrl}/api/v1/reports/sales?${new URLSearchParams(query)}`, key);
  const seconds = (performance.now() - startMs) / 1_000;
  ended.abort();
  await watched;
  const cpuSeconds = (await cpuSecondsOf(await pids())) - cpuBefore;
  return { status, bytes, seconds, heapBytes, backendBytes: largest, cpuSeconds };
}

const BACKENDS =
  'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

async function watch(ended: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await look();
    await wait(WATCH_INTERVAL_MS);
  }
}

/** User and system time of the processes so far. */
async function cpuSecondsOf(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.map((stat) =>
    stat
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number),
  );
  return ticks.flat().reduce((sum, each) => sum + each, 0) * TICK_SECONDS;
}

function read(url: string, key: string): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = http.get(url, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve({ status: response.statusCode!, bytes }));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}
