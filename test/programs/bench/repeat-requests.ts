import http from 'node:http';

export interface Client {
  readonly address: string;
  readonly key: string;
  readonly agent: http.Agent;
}
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}
export interface Measured {
  readonly latenciesMs: number[];
  readonly statuses: Map<number | string, number>;
}

/** Uses node:http, at a tenth of fetch's CPU time, because the load shares the cores with the measured server. */
export function send({ address, key, agent }: Client, { method, path, body }: Request): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}/api/v1${path}`, { method, headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode!));
    });
    request.once('error', reject).end(text);
  });
}

const measured = (): Measured => ({ latenciesMs: [], statuses: new Map() });

/** Repeats a request until the signal aborts, `concurrency` at a time. */
export async function repeat(
  client: Client,
  requestOf: (worker: number) => Request,
  concurrency: number,
  signal: AbortSignal,
): Promise<Measured> {
  const { latenciesMs, statuses } = measured();
  const work = async (worker: number): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const status = await send(client, requestOf(worker)).catch((error: Error) => error.message);
      latenciesMs.push(performance.now() - startedAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)));
  return { latenciesMs, statuses };
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;

export function quantiles({ latenciesMs }: Measured): { p50: number; p99: number } {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
