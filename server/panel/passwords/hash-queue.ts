/** Each hash takes 32 MiB and a thread of Node's four; files and other work need the rest. */
const MAX_RUNNING = 2;
/** The last one waits about 2 s, at 170 ms each and two at a time. */
const MAX_WAITING = 24;
/** A company behind one address logs in at nine o'clock. */
const MAX_WAITING_PER_NETWORK = 12;

export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface HashClient {
  readonly network: string;
  /** Has a device cookie, or is logged in: it isn't one of many strangers. */
  readonly trusted: boolean;
  /** Aborted when the browser has gone: its turn is skipped. */
  readonly signal: AbortSignal;
}

interface Job {
  readonly signal: AbortSignal;
  run(): Promise<void>;
}

/**
 * Runs a few password hashes at once. Trusted clients go first. Strangers take turns by network, so that one network with
 * many requests doesn't delay the others.
 */
export class HashQueue {
  readonly #trusted: Job[] = [];
  /** By network, in the order of their next turn. */
  readonly #strangers = new Map<string, Job[]>();
  #strangersWaiting = 0;
  #running = 0;

  /** Throws QueueFullError if too many are waiting. */
  run<T>({ network, trusted, signal }: HashClient, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): Promise<void> => work().then(resolve, reject);
      if (!this.#add({ signal, run }, trusted ? undefined : network))
        return reject(new QueueFullError('Too many passwords are being checked.'));
      this.#startNext();
    });
  }

  #add(job: Job, network: string | undefined): boolean {
    if (network === undefined) return this.#trusted.length < MAX_WAITING && this.#trusted.push(job) > 0;
    const waiting = this.#strangers.get(network) ?? [];
    if (this.#strangersWaiting >= MAX_WAITING || waiting.length >= MAX_WAITING_PER_NETWORK) return false;
    this.#strangers.set(network, [...waiting, job]);
    this.#strangersWaiting += 1;
    return true;
  }

  #startNext(): void {
    while (this.#running < MAX_RUNNING) {
      const job = this.#trusted.shift() ?? this.#nextStranger();
      if (!job) return;
      if (job.signal.aborted) continue;
      this.#running += 1;
      void job.run().finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  /** The network goes to the end of the line. */
  #nextStranger(): Job | undefined {
    const [network, [job, ...rest] = []] = this.#strangers.entries().next().value ?? [];
    if (network === undefined) return undefined;
    this.#strangers.delete(network);
    if (rest.length > 0) this.#strangers.set(network, rest);
    this.#strangersWaiting -= 1;
    return job;
  }
}
