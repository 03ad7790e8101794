import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { importBuilt } from './built.ts';
import { dataOf, type Load } from './load.ts';

const { deliveryHeaders } =
  await importBuilt<typeof import('../../../server/webhooks/send/headers.ts')>('webhooks/send/headers.js');
const { createSigningKey } = await importBuilt<typeof import('../../../server/webhooks/send/signature.ts')>(
  'webhooks/send/signature.js',
);

/** As many as Tradepost sends side by side. */
export const CONCURRENCY = 256;

/** What another queue keeps of a delivery. Its senders have the secret at hand; Tradepost has to read and open it. */
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

/** The POST of everybody but Tradepost: the same headers and signatures, by undici's pool of kept connections. */
export class Poster {
  readonly #pools = new Map<string, Pool>();

  /** Throws when it is not answered with a 2xx. */
  async post(job: Job): Promise<void> {
    const { origin, pathname } = new URL(job.url);
    const { statusCode, body } = await this.#pool(origin).request({
      path: pathname,
      method: 'POST',
      headers: deliveryHeaders(job, [KEY], Date.now()),
      body: job.body,
    });
    await body.dump();
    if (statusCode >= 300) throw new Error(`POST ${job.url} answered ${statusCode}.`);
  }

  /** So that each round begins without a connection to the endpoint server. */
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

/** Runs the work on all items, so many at a time. */
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
