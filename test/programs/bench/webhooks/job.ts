import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { importBuilt } from './built.ts';
import { dataOf, type Load } from './load.ts';

const { deliveryHeaders } = await importBuilt('webhooks/send/headers');
const { createSigningKey } = await importBuilt('webhooks/send/rules/signature');

/** Tradepost's number of concurrent requests. */
export const CONCURRENCY = 256;

/** A delivery as other queues store it. Their senders have the secret in memory; Tradepost reads and decrypts it. */
export interface Job {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly body: string;
  readonly test: boolean;
  readonly url: string;
}

const KEY = createSigningKey('benchmark'.repeat(7).padEnd(64, '0'));

export function jobOf(n: number, url: string): Job {
  const eventId = randomUUID();
  const body = `{"event_type":"order.created","event_id":"${eventId}","tenant_id":1,"occurred_at":"${new Date().toISOString()}","data":${dataOf(n)}}`;
  return { id: randomUUID(), eventId, kind: 'order.created', body, test: false, url };
}

export const jobsOf = ({ count, urls }: Load): Job[] =>
  Array.from({ length: count }, (_, n) => jobOf(n, urls[n % urls.length]!));

/** Sends POSTs for all senders but Tradepost: the same headers and signatures, over undici's keep-alive pool. */
export class Poster {
  readonly #pools = new Map<string, Pool>();

  /** Throws unless the response is a 2xx. */
  async post(job: Job): Promise<void> {
    const { origin, pathname } = new URL(job.url);
    const { statusCode, body } = await this.#pool(origin).request({
      path: pathname,
      method: 'POST',
      headers: deliveryHeaders(job, [KEY], Date.now()),
      body: job.body,
    });
    await body.dump();
    if (statusCode >= 300) throw new Error(`POST ${job.url} returned ${statusCode}.`);
  }

  /** Closes all connections, so that each round starts without any. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    this.#pools.clear();
  }

  #pool(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const pool = new Pool(origin, { connections: CONCURRENCY });
    this.#pools.set(origin, pool);
    return pool;
  }
}

/** Runs `work` on all items, `width` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
