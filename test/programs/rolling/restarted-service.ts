import { once } from 'node:events';
import { type Env, spawnCommand } from '../../support/command.ts';

export type Spawn = typeof spawnCommand;

/** A `tradepost serve` that is restarted on the same port. */
export class RestartedService {
  readonly #env: Env;
  readonly #args: readonly string[];
  readonly #spawn: Spawn;
  #child: ReturnType<Spawn> | undefined;
  #errors = '';

  /** The arguments are added to the command's. Without `spawn`, its schemas aren't compiled ahead, as in the processes of other tests. */
  constructor(env: Env, args: readonly string[] = [], spawn: Spawn = spawnCommand) {
    this.#env = env;
    this.#args = args;
    this.#spawn = spawn;
  }

  /** Resolves when it says that it's ready. */
  async start(): Promise<void> {
    const child = this.#spawn(['serve', '--json', ...this.#args], this.#env);
    this.#child = child;
    this.#errors = '';
    child.stderr.on('data', (chunk) => (this.#errors += chunk));
    const ended = once(child, 'close').then(() => Promise.reject(new Error(`serve ended: ${this.#errors}`)));
    ended.catch(() => {});
    await Promise.race([once(child.stdout, 'data'), ended]);
  }

  /** Stops it as an orchestrator does. Fails unless it exits with 0. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const closed = once(child, 'close') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const [code] = await closed;
    if (code !== 0) throw new Error(`A service that was asked to stop exited with ${code}: ${this.#errors}`);
  }
}
