import { quantile } from '../webhooks/quantile.ts';
import { Connection } from './connection.ts';

export interface Schedule {
  readonly address: string;
  readonly connections: number;
  readonly count: number;
  /** Which of the requests are sent, in turn; all, unless given. */
  readonly only?: { readonly from: number; readonly to: number };
  /** Without it, all are due at once. */
  readonly perSecond?: number | undefined;
}

export interface Sent {
  readonly seconds: number;
  /** From the time at which a request was due, also if it had to wait for a connection. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** With a status of 400 or above. */
  readonly refused: number;
}

/** Node has no shorter timer. Between two ticks, each response sends what is due. */
const TICK_MS = 1;

/** Sends requests in turn, each when it is due, once. */
export class ScheduledSender {
  readonly #schedule: Schedule;
  readonly #requests: readonly Buffer[];
  readonly #intervalMs: number;
  readonly #latenciesMs: Float64Array;
  readonly #connections: Connection[] = [];
  readonly #idle: Connection[] = [];
  /** When the request that each connection waits for was due. */
  readonly #dueMs = new Map<Connection, number>();
  #startedMs = 0;
  #sent = 0;
  #answered = 0;
  #refused = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(schedule: Schedule, requests: readonly Buffer[]) {
    this.#schedule = schedule;
    this.#requests = requests;
    this.#intervalMs = schedule.perSecond === undefined ? 0 : 1000 / schedule.perSecond;
    this.#latenciesMs = new Float64Array(schedule.count);
  }

  run(): Promise<Sent> {
    return new Promise<Sent>((resolve, reject) => {
      this.#start(() => resolve(this.#result()), reject).catch(reject);
    }).finally(() => this.#close());
  }

  #close(): void {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.close();
  }

  async #start(onEnd: () => void, onError: (error: Error) => void): Promise<void> {
    const { address, connections, count } = this.#schedule;
    const onResponse = (connection: Connection, status: number): void => {
      this.#record(connection, status);
      if (this.#answered === count) onEnd();
      else this.#sendDue();
    };
    for (let n = 0; n < connections; n += 1)
      this.#connections.push(await Connection.open(address, onResponse, onError));
    this.#idle.push(...this.#connections);
    this.#startedMs = performance.now();
    this.#timer = setInterval(() => this.#sendDue(), TICK_MS);
    this.#sendDue();
  }

  #sendDue(): void {
    const nowMs = performance.now();
    while (this.#sent < this.#schedule.count && this.#idle.length > 0) {
      const dueMs = this.#startedMs + this.#sent * this.#intervalMs;
      if (dueMs > nowMs) return;
      // The one that has been idle for longest: servers close those that are for seconds.
      const connection = this.#idle.shift()!;
      this.#dueMs.set(connection, dueMs);
      connection.send(this.#requests[this.#sent % this.#requests.length]!);
      this.#sent += 1;
    }
  }

  #record(connection: Connection, status: number): void {
    this.#latenciesMs[this.#answered] = performance.now() - this.#dueMs.get(connection)!;
    this.#answered += 1;
    if (status >= 400) this.#refused += 1;
    this.#idle.push(connection);
  }

  #result(): Sent {
    const latenciesMs = Array.from(this.#latenciesMs);
    return {
      seconds: (performance.now() - this.#startedMs) / 1000,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
      refused: this.#refused,
    };
  }
}
