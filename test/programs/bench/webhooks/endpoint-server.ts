import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Defer } from '../workload.ts';

export type Question =
  | { readonly kind: 'take' }
  | { readonly kind: 'hang'; readonly paths: readonly string[] }
  | { readonly kind: 'count'; readonly atLeast: number };

export interface Answer {
  readonly address?: string;
  readonly arrivals?: Arrivals;
}

/** The POSTs in order of arrival: event id, path, and time by monotonicMs(). */
export interface Arrivals {
  readonly ids: string[];
  readonly paths: string[];
  readonly atMs: number[];
}

export interface EndpointServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly pid: number;
  /** Returns the arrivals since the last call. */
  take(): Promise<Arrivals>;
  /** Resolves when `count` POSTs have arrived since the last take(). */
  until(count: number): Promise<void>;
  /** From now on, POSTs to these paths get no response. Connections that hung until now are closed. */
  hang(paths: readonly string[]): Promise<void>;
}

/** Starts an endpoint server in a separate process, on the benchmark's cores. One question at a time. */
export async function startEndpointServer(defer: Defer): Promise<EndpointServer> {
  const program = fileURLToPath(new URL('./endpoint-server-process.ts', import.meta.url));
  const child = fork(program, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  defer(async () => void child.disconnect());
  const response = async (): Promise<Answer> => (await once(child, 'message'))[0] as Answer;
  const ask = (question: Question): Promise<Answer> => {
    const answered = response();
    child.send(question);
    return answered;
  };
  const { address } = await response();
  return {
    address: address!,
    pid: child.pid!,
    take: async () => (await ask({ kind: 'take' })).arrivals!,
    until: async (count) => void (await ask({ kind: 'count', atLeast: count })),
    hang: async (paths) => void (await ask({ kind: 'hang', paths })),
  };
}

/** `count` URLs on the endpoint server. */
export const urlsOf = ({ address }: EndpointServer, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `${address}/hooks/${from + n}`);
