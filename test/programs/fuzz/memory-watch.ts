import type { Memory, Service } from './service.ts';

/** The warm-up: caches fill, schemas are compiled and code is optimised. */
const WARM_AFTER = 0.2;
const MEASURED_EVERY = 0.1;
/** The allowed memory, as a multiple of that after the warm-up. */
export const MOST_GROWTH = 1.3;

/** Measures the service's memory while requests are sent. */
export class MemoryWatch {
  readonly samples: { readonly sent: number; readonly memory: Memory }[] = [];
  readonly #service: Service;
  readonly #step: number;
  readonly #warm: number;
  #due: number;

  constructor(service: Service, runs: number) {
    this.#service = service;
    this.#step = Math.ceil(runs * MEASURED_EVERY);
    this.#warm = runs * WARM_AFTER;
    this.#due = Math.ceil(this.#warm);
  }

  async after(sent: number): Promise<void> {
    if (sent < this.#due) return;
    this.#due += this.#step;
    await this.#measure(sent);
  }

  async end(): Promise<void> {
    await this.#measure(Number.POSITIVE_INFINITY);
  }

  async #measure(sent: number): Promise<void> {
    if (this.#service.isAlive) this.samples.push({ sent, memory: await this.#service.memory() });
  }

  /** The memory at the end divided by that after the warm-up. */
  get growth(): number {
    return this.samples.at(-1)!.memory.used / this.samples[0]!.memory.used;
  }

  line(): string {
    const mb = (bytes: number) => Math.round(bytes / 1e6);
    const list = this.samples.map(({ memory }) => `${mb(memory.used)} (${mb(memory.rss)})`);
    return `memory in use after garbage collection (and RSS), MB:
 ${list.join(', ')}; growth ${this.growth.toFixed(2)}`;
  }
}
