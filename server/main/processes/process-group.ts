import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { StartError } from '../../base/environment/start-error.ts';
import type { ProcessMetrics, StartedAddresses, ToChild, ToParent } from './child-process.ts';
import { restartDelay } from './restart-delay.ts';

/** A process that doesn't answer is missing in a scrape. Prometheus gives up after 10 s by default. */
const METRICS_TIMEOUT_MS = 4_000;

export interface ProcessGroupDeps {
  readonly fork: () => Worker;
  readonly log: Logger;
  readonly monotonicMs: () => number;
}

/** The child processes of `serve --processes`: started together, replaced when one dies, stopped together. */
export class ProcessGroup {
  readonly #deps: ProcessGroupDeps;
  readonly #children = new Set<Worker>();
  readonly #ready = new Set<Worker>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #questions = new Map<number, (metrics: ProcessMetrics) => void>();
  #lastQuestion = 0;
  #stopSignal: NodeJS.Signals | undefined;
  #exitCode = 0;
  #onEmpty = (): void => {};

  constructor(deps: ProcessGroupDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when all are ready, or have been tried. One goes ahead, so that a mistake in the settings is said once, and ends the
   * start if it can't start. Another that can't, for instance because it found no connection left, is tried again while its
   * siblings serve.
   */
  async start(count: number): Promise<StartedAddresses> {
    try {
      const started = await this.#startOne();
      await Promise.all(Array.from({ length: count - 1 }, () => this.#startAnother()));
      if (this.#stopSignal) throw new StartError('The processes are being stopped.');
      return started;
    } catch (error) {
      if (!this.#stopSignal) await this.stop('SIGTERM');
      throw error;
    }
  }

  /** Passes a signal on, and resolves with the exit code when all processes have ended. */
  async stop(signal: NodeJS.Signals): Promise<number> {
    this.#stopSignal = signal;
    for (const timer of this.#restarts) clearTimeout(timer);
    await this.#signalAll(signal);
    return this.#exitCode;
  }

  /** Of each process that is ready. */
  metrics(): Promise<ProcessMetrics[]> {
    return Promise.all([...this.#ready].map((child) => this.#ask(child)));
  }

  #signalAll(signal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#children.size === 0) resolve();
      for (const child of this.#children) child.process.kill(signal);
    });
  }

  #startOne(): Promise<StartedAddresses> {
    return new Promise((resolve, reject) => {
      if (this.#stopSignal) return reject(new StartError('The processes are being stopped.'));
      const child = this.#fork(0, resolve, false);
      child.once('exit', (code, signal) =>
        reject(new StartError(`A process of the service couldn't start (${signal ?? `exit code ${code}`}).`)),
      );
    });
  }

  #startAnother(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopSignal) return resolve();
      this.#fork(0, () => resolve()).once('exit', () => resolve());
    });
  }

  #fork(delayMs: number, onReady: (started: StartedAddresses) => void, isReplaced = true): Worker {
    const { fork, monotonicMs } = this.#deps;
    const startedMs = monotonicMs();
    const child = fork();
    this.#children.add(child);
    child.on('message', (message: ToParent) => {
      if (message.type === 'metrics') return this.#questions.get(message.id)?.(message.metrics);
      this.#ready.add(child);
      onReady(message.started);
    });
    // A message to a process that is just ending; its exit says the rest.
    child.on('error', () => {});
    child.once('exit', (code, signal) => {
      const wasReady = this.#ready.delete(child);
      this.#children.delete(child);
      // Until a process has loaded its program, the signal itself ends it.
      const endedByStop = !wasReady && signal === this.#stopSignal;
      if (this.#stopSignal) return this.#ended(signal ? Number(!endedByStop) : code);
      if (wasReady || isReplaced) this.#restart(child, monotonicMs() - startedMs, delayMs, signal ?? code);
    });
    return child;
  }

  #ended(code: number): void {
    this.#exitCode ||= code;
    if (this.#children.size === 0) this.#onEmpty();
  }

  #restart(child: Worker, livedMs: number, lastDelayMs: number, cause: string | number): void {
    const delayMs = restartDelay(livedMs, lastDelayMs);
    this.#deps.log.error(
      { child_pid: child.process.pid, cause, delay_ms: delayMs },
      'a process of the service ended, and another is started',
    );
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#fork(delayMs, () => this.#deps.log.info('the process that ended is replaced'));
    }, delayMs);
    this.#restarts.add(timer);
  }

  #ask(child: Worker): Promise<ProcessMetrics> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    return new Promise((resolve) => {
      const answer = (metrics: ProcessMetrics): void => {
        clearTimeout(timer);
        this.#questions.delete(id);
        resolve(metrics);
      };
      const timer = setTimeout(() => answer([]), METRICS_TIMEOUT_MS);
      this.#questions.set(id, answer);
      child.send({ type: 'metrics', id } satisfies ToChild, () => {});
    });
  }
}
