import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { TcpProxy } from './tcp-proxy.ts';

/** Between a process's exit and its restart, like a supervisor's delay. */
const RESTART_AFTER_MS = 100;
/** A start on a busy machine takes some seconds; beyond this, it hangs. */
const READY_WITHIN_MS = 60_000;
/** The time in which the program promises to stop, and a little for the process to exit. */
const STOP_WITHIN_MS = 16_000;
/** Enough for a stack trace. */
const STDERR_LINES = 15;

export interface RoleOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly proxy: TcpProxy;
  readonly databaseUrl: () => string;
  /** Called when the process becomes ready and when it stops being ready. */
  readonly onReadyChange: (ready: boolean) => void;
}

/** Runs one role in a separate process and restarts it whenever it exits. */
export class RoleProcess {
  readonly name: string;
  readonly proxy: TcpProxy;
  /** Exits that no fault caused. */
  readonly violations: string[] = [];
  readonly #options: RoleOptions;
  #child: ChildProcess | undefined;
  #ready = false;
  #address: string | undefined;
  #killed = false;
  #stopping = false;
  #starts = 0;
  #stderrTail: string[] = [];
  #supervision: Promise<void> = Promise.resolve();

  constructor(options: RoleOptions) {
    this.name = options.name;
    this.proxy = options.proxy;
    this.#options = options;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** The api's address; undefined while it isn't ready. */
  get address(): string | undefined {
    return this.#ready ? this.#address : undefined;
  }

  /** The process that runs now, or ran last. */
  get pid(): number {
    return this.#child!.pid!;
  }

  /** The application_name of its current connections. */
  get connectionName(): string {
    return `chaos ${this.name} #${this.#starts}`;
  }

  start(): void {
    this.#supervision = this.#supervise();
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping) {
      await this.#runOnce();
      if (!this.#stopping) await wait(RESTART_AFTER_MS);
    }
  }

  async #runOnce(): Promise<void> {
    const { args, env, proxy, databaseUrl } = this.#options;
    this.#starts += 1;
    this.#killed = false;
    const { PATH, HOME, TMPDIR } = process.env;
    const child = spawn(process.execPath, args, {
      env: { PATH, HOME, TMPDIR, ...env, DATABASE_URL: proxy.url(databaseUrl(), this.connectionName) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const hung = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    createInterface(child.stderr!).on('line', (line) => {
      this.#stderrTail = [...this.#stderrTail, line].slice(-STDERR_LINES);
    });
    createInterface(child.stdout!).on('line', (line) => {
      if (!line.startsWith('{')) return; // knex writes there too, when the database goes away at the start
      clearTimeout(hung);
      this.#becomeReady(line);
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    clearTimeout(hung);
    this.#ended(code ?? signal);
  }

  #becomeReady(line: string): void {
    this.#address = (JSON.parse(line) as { address?: string }).address;
    this.#ready = true;
    this.#options.onReadyChange(true);
  }

  /** Before it's ready, exit code 1 is allowed: the database may be down, and a supervisor would restart it. */
  #ended(how: number | string | null): void {
    const wasReady = this.#ready;
    this.#ready = false;
    this.#options.onReadyChange(false);
    if (this.#killed || this.#stopping || (!wasReady && how === 1)) return;
    this.violations.push(`${this.name} exited unexpectedly (${how}): ${this.#stderrTail.join(' | ')}`);
  }

  /** Resolves when the process has exited. */
  async kill(): Promise<void> {
    const child = this.#child!;
    this.#killed = true;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
  }

  /** Makes the worker crash at a step. Returns whether it did so in time; if not, the crash is called off. */
  async crashAtStep(crashPoint: object, withinMs: number): Promise<boolean> {
    const child = this.#child!;
    const giveUp = new AbortController();
    const gone = once(child, 'exit').then(() => true);
    this.#killed = true;
    child.send(crashPoint, ignoreError);
    const late = wait(withinMs, false, { signal: giveUp.signal }).catch(() => false);
    const died = await Promise.race([gone, late]);
    giveUp.abort();
    this.#killed = died;
    if (!died) child.send({}, ignoreError);
    return died;
  }

  freeze(): void {
    this.#options.onReadyChange(false);
    this.#child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child!.kill('SIGCONT');
    if (this.#ready) this.#options.onReadyChange(true);
  }

  /** Stops it with SIGTERM, like an operator. Returns a violation if it didn't exit cleanly in time. */
  async stop(): Promise<string | undefined> {
    this.#stopping = true;
    const child = this.#child;
    if (child === undefined || !this.#ready) return this.destroy();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.kill('SIGTERM');
    await this.#supervision;
    clearTimeout(timer);
    return child.exitCode === 0
      ? undefined
      : `${this.name} did not stop cleanly in time (${child.exitCode ?? child.signalCode})`;
  }

  async destroy(): Promise<undefined> {
    this.#stopping = true;
    this.#child?.kill('SIGKILL');
    await this.#supervision;
  }
}

/** Sending to a process that has just exited fails. */
const ignoreError = (): void => {};
