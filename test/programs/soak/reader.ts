import { setTimeout as wait } from 'node:timers/promises';
import { describeError, problemOf } from '../chaos/client.ts';
import { CountWatch } from './count-watch.ts';
import type { Timed } from './record.ts';

export type ReadRequest = readonly [kind: string, path: string];

/** Pages and the feed: what integrators ask for all day. A page has as many rows however many there are. */
export const SHOP_REQUESTS: readonly ReadRequest[] = [
  ['list', '/products?limit=20'],
  ['orders', '/orders?limit=20&sort=-updated_at'],
  ['filtered', '/products?status=active&sort=-updated_at&limit=20'],
  ['feed', '/events?limit=50'],
  ['me', '/me'],
];
/** Longer than the service lets anything take. */
const WITHIN_MS = 30_000;

/** Requests one thing after the other, like an integrator's jobs, and notes how long each took. It follows the feed by its cursor. */
export class Reader {
  readonly responses: Timed[] = [];
  readonly counts = new CountWatch();
  readonly #address: () => string | undefined;
  readonly #key: string;
  readonly #requests: readonly ReadRequest[];
  readonly #pauseMs: number;
  #cursor = '';
  #stopped = false;
  #done: Promise<void> = Promise.resolve();

  constructor(
    address: () => string | undefined,
    key: string,
    requests: readonly ReadRequest[],
    pauseMs: number,
  ) {
    this.#address = address;
    this.#key = key;
    this.#requests = requests;
    this.#pauseMs = pauseMs;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#stopped; turn += 1) {
      const [kind, path] = this.#requests[turn % this.#requests.length]!;
      await this.#request(kind, kind === 'feed' ? path + this.#cursor : path);
      await wait(this.#pauseMs);
    }
  }

  async #request(kind: string, path: string): Promise<void> {
    const at = Date.now();
    const begun = performance.now();
    const failure = await this.#failureOf(kind, path).catch(describeError);
    this.responses.push({ at, kind, ms: performance.now() - begun, failure });
  }

  async #failureOf(kind: string, path: string): Promise<string | undefined> {
    const at = Date.now();
    const response = await fetch(`${this.#address()}/api/v1${path}`, {
      headers: { authorization: `Bearer ${this.#key}` },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const text = await response.text();
    if (!response.ok) return problemOf(response.status, JSON.parse(text));
    this.counts.add(at, response.headers);
    if (kind === 'feed') this.#cursor = `&cursor=${nextCursor(text)}`;
    return undefined;
  }
}

const nextCursor = (text: string): string =>
  encodeURIComponent((JSON.parse(text) as { page: { next_cursor: string } }).page.next_cursor);
