import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { TcpProxy } from './tcp-proxy.ts';

/** Between the end of a process and its next start, as a supervisor would wait. */
const RESTART_AFTER_MS = 100;
/** A start on a busy machine takes some seconds; one that takes longer hangs. */
const READY_WITHIN_MS = 60_000;
/** What the program promises to a supervisor, and a little for the process to go. */
const STOP_WITHIN_MS = 16_000;
/** Of what it said: a stack trace. */
const STDERR_LINES = 15;

export interface RoleOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly proxy: TcpProxy;
  readonly databaseUrl: () => string;
  /** Told when it becomes ready, and when it no longer is. */
  readonly onReadyChange: (ready: boolean) => void;
}

/** One role in a process of its own, started again whenever it ends. */
export class RoleProcess {
  readonly name: string;
  readonly proxy: TcpProxy;
  /** Ends that nobody caused. */
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

  /** Where the api is; undefined while it is not. */
  get address(): string | undefined {
    return this.#ready ? this.#address : undefined;
  }

  /** The name of its present connections. */
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

  /** Before it is ready it may end because the database is away, which a supervisor answers with the next start. */
  #ended(how: number | string | null): void {
    const wasReady = this.#ready;
    this.#ready = false;
    this.#options.onReadyChange(false);
    if (this.#killed || this.#stopping || (!wasReady && how === 1)) return;
    this.violations.push(`${this.name} ended by itself (${how}): ${this.#stderrTail.join(' | ')}`);
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child!;
    this.#killed = true;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
  }

  /** Tells it when to die. Answers whether it did so in time; else it is told to live on. */
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

  /** As an operator stops it. Answers what was wrong with the way it ended. */
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
      : `${this.name} did not stop in time (${child.exitCode ?? child.signalCode})`;
  }

  async destroy(): Promise<undefined> {
    this.#stopping = true;
    this.#child?.kill('SIGKILL');
    await this.#supervision;
  }
}

/** One that has just ended hears nothing more. */
const ignoreError = (): void => {};
