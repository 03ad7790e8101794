import http from 'node:http';
import { type HttpCandidate, measured } from './http-candidate.ts';
import type { ServerProcess } from './server-process.ts';
import { quantile } from './webhooks/quantile.ts';

export interface Download {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A candidate that sends a large response again and again. Each is counted whole, with its CPU time. */
export function downloadCandidate(
  name: string,
  server: ServerProcess,
  { path, headers }: Download,
  postgresCpuSeconds: () => number,
): HttpCandidate {
  const url = server.address + path;
  return {
    name,
    fetch: () => fetch(url, { headers }),
    round: (seconds) => measured(server, postgresCpuSeconds, () => downloadFor(url, headers, seconds)),
    peakMemory: server.peakMemory,
  };
}

async function downloadFor(url: string, headers: Download['headers'], seconds: number) {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const begunAt = performance.now();
    await download(url, headers);
    latenciesMs.push(performance.now() - begunAt);
  }
  return {
    operations: latenciesMs.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

const download = (url: string, headers: Download['headers']): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}.`));
      response.resume().once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
