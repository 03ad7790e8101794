import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { ServerBuild } from './server-build.ts';

const SECRET_KEY = 's'.repeat(64);

/** `serve --json` writes to standard output once, when it is ready. At that moment this prints what the process has used. */
const PROBE = `const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...args) => {
  const { user, system } = process.cpuUsage();
  write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, seconds: performance.now() / 1000, megabytes: process.memoryUsage().rss / 1e6 }) + '\\n');
  process.kill(process.pid, 'SIGTERM');
  return write(...args);
};`;

const PROBE_AT_EXIT = `process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(String((user + system) / 1e6));
});`;

const withProbe = (probe: string): string => `--import=data:text/javascript,${encodeURIComponent(probe)}`;

/** The seconds of CPU that it takes to load what each command loads. */
export function measureHelp(build: ServerBuild): number {
  const command = [withProbe(PROBE_AT_EXIT), build.fileOf('server/cli.ts'), '--help'];
  return Number(spawnSync(process.execPath, command, { encoding: 'utf8' }).stderr);
}

/** What a process has used until it was ready. */
export interface Start {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly megabytes: number;
}

/** Starts all roles, and stops them as soon as they are ready. */
export async function measureStart(build: ServerBuild, databaseUrl: string): Promise<Start> {
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    [withProbe(PROBE), build.fileOf('server/cli.ts'), 'serve', '--json'],
    {
      env: {
        PATH,
        HOME,
        PORT: '0',
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        TRADEPOST_SECRET_KEY: SECRET_KEY,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return JSON.parse(output.split('\n')[0]!) as Start;
}
