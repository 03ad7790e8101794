import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildServer, type ServerBuild } from '../../support/server-build.ts';

const PROGRAM = 'test/programs/fuzz/service-process.ts';
const KEPT_CHARACTERS = 20_000;
const STOP_WITHIN_MS = 16_000; // the service promises 15 s

export interface Memory {
  readonly rss: number;
  /** Heap and buffers in use after garbage collection. */
  readonly used: number;
}

/** The service under test. */
export class Service {
  readonly address: string;
  readonly port: number;
  readonly #build: ServerBuild;
  readonly #child: ChildProcess;
  readonly #said: () => string;

  private constructor(build: ServerBuild, child: ChildProcess, address: string, said: () => string) {
    this.#build = build;
    this.#child = child;
    this.address = address;
    this.port = Number(new URL(address).port);
    this.#said = said;
  }

  static async start(databaseUrl: string): Promise<Service> {
    const { PATH, HOME, TMPDIR } = process.env;
    const build = buildServer([PROGRAM]);
    const child = spawn(process.execPath, ['--expose-gc', build.fileOf(PROGRAM)], {
      env: {
        PATH,
        HOME,
        TMPDIR,
        FUZZ_DATABASE_URL: databaseUrl,
        FUZZ_SECRET_KEY: 'fuzz'.repeat(16),
        PORT: '0',
        LOG_LEVEL: 'error',
        NODE_ENV: 'test',
        TRUST_PROXY: '1',
      },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-KEPT_CHARACTERS);
    });
    const died = once(child, 'exit').then(() => {
      throw new Error(`The service ended before it was ready:\n${said}`);
    });
    const [{ address }] = (await Promise.race([once(child, 'message'), died])) as [{ address: string }];
    died.catch(() => {});
    return new Service(build, child, address, () => said);
  }

  /** False once it has ended. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The service's log lines for a request, such as a stack trace. */
  logOf(requestId: string): string | undefined {
    return this.#said()
      .split('\n')
      .find((line) => line.includes(requestId));
  }

  async memory(): Promise<Memory> {
    const measured = once(this.#child, 'message');
    this.#child.send('memory');
    return ((await measured) as [Memory])[0];
  }

  async stop(): Promise<void> {
    await this.#end();
    this.#build.remove();
  }

  async #end(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    this.#child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  }
}
