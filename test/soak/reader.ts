import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../chaos/client.ts';
import type { Timed } from './detect-growth.ts';

/** Pages, the feed and a whole export: what integrators ask for all day. */
const REQUESTS: readonly (readonly [kind: string, path: string])[] = [
  ['list', '/products?limit=20'],
  ['orders', '/orders?limit=20&sort=-updated_at'],
  ['filtered', '/products?status=active&sort=-updated_at&limit=20'],
  ['feed', '/events?limit=50'],
  ['me', '/me'],
  // The writers never make a category, so that the export stays as long as it was.
  ['export', '/exports/categories?format=csv'],
];
const BETWEEN_MS = 40;
/** Longer than the service lets anything take. */
const WITHIN_MS = 30_000;

/** As many as a batch takes. */
const CATEGORIES = 100;

/** Makes what each export has. */
export const makeCategories = (client: Client): Promise<unknown> =>
  client.send({
    method: 'POST',
    path: '/categories/batch',
    body: { items: Array.from({ length: CATEGORIES }, (_, i) => ({ name: `Categoria ${i}` })) },
    idempotencyKey: 'soak-categories',
  });

/** Requests one thing after the other, like an integrator's jobs, and notes how long each took. */
export class Reader {
  readonly responses: Timed[] = [];
  readonly #address: () => string | undefined;
  readonly #key: string;
  #stopped = false;
  #done: Promise<void> = Promise.resolve();

  constructor(address: () => string | undefined, key: string) {
    this.#address = address;
    this.#key = key;
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
      const [kind, path] = REQUESTS[turn % REQUESTS.length]!;
      await this.#request(kind, path);
      await wait(BETWEEN_MS);
    }
  }

  async #request(kind: string, path: string): Promise<void> {
    const at = Date.now();
    const begun = performance.now();
    const failure = await this.#failureOf(path);
    this.responses.push({ at, kind, ms: performance.now() - begun, failure });
  }

  async #failureOf(path: string): Promise<string | undefined> {
    try {
      const response = await fetch(`${this.#address()}/api/v1${path}`, {
        headers: { authorization: `Bearer ${this.#key}` },
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      const body = await response.text();
      return response.ok ? undefined : `${response.status} ${body}`;
    } catch (error) {
      return String(error);
    }
  }
}
