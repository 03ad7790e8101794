import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestTenant } from '../../support/test-environment.ts';

/** Clients that write all the time, each one request after the other. */
const CLIENTS = 4;
/** A client that was refused tries again, as the SDK does. */
const PAUSE_AFTER_REFUSAL_MS = 50;
const DEADLINE_MS = 60_000;

export interface Load {
  readonly acknowledged: ReadonlySet<string>;
  /** Waits for this many acknowledged writes. */
  reach(count: number): Promise<void>;
  /** When the first write was acknowledged that was sent after this time. */
  nextAfter(timeMs: number): Promise<number>;
  /** Returns how many writes were refused. */
  stop(): Promise<number>;
}

/** Creates customers, and remembers which were acknowledged. */
export function startLoad({ request }: TestTenant, prefix: string): Load {
  const acknowledged = new Set<string>();
  const writes = new EventTarget();
  let [made, refused, latestSentAt, stopped] = [0, 0, 0, false];
  const write = async (): Promise<void> => {
    made += 1;
    const name = `${prefix}-${made}`;
    const sentAt = performance.now();
    const response = await request('POST', '/customers', {
      body: { type: 'person', name },
      headers: { 'idempotency-key': name.replaceAll(' ', '-') },
    });
    if (response.status === 201) {
      acknowledged.add(name);
      latestSentAt = Math.max(latestSentAt, sentAt);
      writes.dispatchEvent(new Event('write'));
    } else if (response.status === 503 && response.headers.has('Retry-After')) {
      refused += 1;
      await sleep(PAUSE_AFTER_REFUSAL_MS);
    } else throw new Error(`a write was answered with ${response.status}: ${await response.text()}`);
  };
  const client = async (): Promise<void> => {
    while (!stopped) await write();
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  const until = async (condition: () => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    while (!condition()) await Promise.race([clients, once(writes, 'write', { signal })]);
  };
  return {
    acknowledged,
    reach: (count) => until(() => acknowledged.size >= count),
    nextAfter: async (timeMs) => {
      await until(() => latestSentAt > timeMs);
      return performance.now();
    },
    stop: async () => {
      stopped = true;
      await clients;
      return refused;
    },
  };
}
