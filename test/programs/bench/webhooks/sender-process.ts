import { fileURLToPath } from 'node:url';
import { startServer } from '../server-process.ts';
import type { Defer } from '../workload.ts';
import { familySeconds } from './processor-time.ts';
import type { Sender } from './serve-sender.ts';

export interface SenderProcess extends Sender {
  readonly name: string;
  /** User and system time so far. */
  cpuSeconds(): number;
  /** User and system time of the store that has its queue. */
  storeSeconds(): number;
}

export interface SenderSurroundings {
  /** The process id of PostgreSQL or Redis. */
  readonly store?: number;
  /** Defaults to the server's core. */
  readonly core?: string;
}

/** Starts a program from senders/. */
export async function startSender(
  defer: Defer,
  name: string,
  program: string,
  env: Readonly<Record<string, string>>,
  { store, core }: SenderSurroundings = {},
): Promise<SenderProcess> {
  const file = fileURLToPath(new URL(`./senders/${program}.ts`, import.meta.url));
  const server = await startServer(defer, ['--import', 'tsx', file], env, core);
  const ask = async (path: string, body: unknown = null): Promise<unknown> => {
    const response = await fetch(server.address + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return response.json();
  };
  return {
    name,
    cpuSeconds: server.cpuSeconds,
    storeSeconds: () => (store === undefined ? 0 : familySeconds(store)),
    fill: async (load) => void (await ask('/fill', load)),
    start: async () => void (await ask('/start')),
    left: async () => (await ask('/left')) as number,
    stop: async () => void (await ask('/stop')),
  };
}
