import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Program {
  readonly file: string;
  readonly port: number;
}

interface Runner {
  /** A command that succeeds where the language is installed. */
  readonly probe: readonly [string, ...string[]];
  /** Whether .ci/run installs it, so that a missing one is an error there. */
  readonly inCi: boolean;
  /** Compiles, if the language has to be compiled. */
  readonly compile?: (file: string) => void;
  readonly command: (program: Program) => readonly [string, ...string[]];
}

/** By language id. The commands are the page's, as one process each, so that the test can end it. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  typescript: {
    probe: ['node', '--version'],
    inCi: true,
    command: ({ file }) => [process.execPath, '--import', import.meta.resolve('tsx'), file],
  },
  python: { probe: ['python3', '--version'], inCi: true, command: ({ file }) => ['python3', file] },
  php: {
    probe: ['php', '--version'],
    inCi: true,
    command: ({ file, port }) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  java: { probe: ['java', '--version'], inCi: false, command: ({ file }) => ['java', file] },
  go: {
    probe: ['go', 'version'],
    inCi: false,
    // `go run` starts a second process.
    compile: (file) =>
      void execFileSync('go', ['build', '-o', `${file}.out`, file], { cwd: path.dirname(file) }),
    command: ({ file }) => [`${file}.out`],
  },
};

/** Why a language's test is skipped, or undefined if it runs. */
export function missing(language: string): string | undefined {
  const { probe, inCi } = RUNNERS[language] ?? { probe: ['openssl', 'version'] as const, inCi: true };
  const [command, ...args] = probe;
  if (spawnSync(command, args).status === 0 || (inCi && process.env.CI)) return undefined;
  return `there is no ${command}`;
}

export interface RunningSnippet {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Saves a program under the name that the page gives it, and runs it until it accepts connections. */
export async function runSnippet(
  { id, file }: { id: string; file: string },
  text: string,
  secret: string,
): Promise<RunningSnippet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-snippet-'));
  const saved = path.join(folder, file);
  writeFileSync(saved, text);
  const running = id === 'openssl' ? await serveScript(saved, secret) : await startProgram(id, saved, secret);
  return {
    origin: running.origin,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const environment = (secret: string, port = 0): SpawnOptions['env'] => ({
  ...process.env,
  TRADEPOST_WEBHOOK_SECRET: secret,
  PORT: String(port),
  // The TypeScript program finds the SDK's source, as if it were installed.
  TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json'),
});

async function startProgram(id: string, file: string, secret: string): Promise<RunningSnippet> {
  const { compile, command: commandOf } = RUNNERS[id]!;
  compile?.(file);
  const port = await freePort();
  const [command, ...args] = commandOf({ file, port });
  const child = spawn(command, args, { env: environment(secret, port), stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  while (!(await accepts(port)))
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${output}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether somebody listens on the port. Takes 50 ms if nobody does, so it can be asked in a loop. */
async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => setTimeout(resolve, 50, false));
  });
  socket.destroy();
  return connected;
}

/** The script checks one delivery. Here a server gives it each that arrives, and responds with what it says. */
async function serveScript(file: string, secret: string): Promise<RunningSnippet> {
  const server = http.createServer(async (request, response) => {
    const header = (name: string): string => String(request.headers[name] ?? '');
    const args = ['timestamp', 'signature', 'signature-previous'].map((name) => header(`x-service-${name}`));
    const child = spawn('bash', [file, ...args], { env: environment(secret), stdio: 'pipe' });
    child.stdin.on('error', () => {}); // it may refuse before it has read the body
    request.pipe(child.stdin);
    const [code] = await once(child, 'close');
    response.writeHead(code === 0 ? 204 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
