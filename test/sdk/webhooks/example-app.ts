import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The first example of WEBHOOKS.md, as documented.test.ts sees to. */
export const EXAMPLE = readFileSync(`${root}/sdk/examples/webhook-receiver.ts`, 'utf8');

const SOURCES = {
  '@tradepost/sdk/webhooks': 'index.ts',
  '@tradepost/sdk/webhooks/express': 'adapters/express.ts',
  '@tradepost/sdk/webhooks/postgres': 'stores/postgres.ts',
};

/** The example, importing the sources instead of the package. */
function program(): string {
  return Object.entries(SOURCES).reduce(
    (text, [name, file]) => text.replace(`'${name}'`, `'./sdk/src/webhooks/${file}'`),
    EXAMPLE,
  );
}

export interface ExampleApp {
  readonly url: string;
  readonly process: ChildProcess;
  readonly errors: () => string;
}

/** Starts the example as a process and waits until it listens. It is killed at the end of the test. */
export async function startExample(databaseUrl: string, secret: string): Promise<ExampleApp> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      TRADEPOST_WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  });
  onTestFinished(() => kill(child));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdin.end(program());
  await untilListening(child, port, () => errors);
  return { url: `http://127.0.0.1:${port}/hooks`, process: child, errors: () => errors };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function untilListening(child: ChildProcess, port: number, errors: () => string): Promise<void> {
  while (child.exitCode === null) {
    const socket = net.connect(port, '127.0.0.1');
    const connected = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The example ended: ${errors()}`);
}
