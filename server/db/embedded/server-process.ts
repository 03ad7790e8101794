import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLayout } from './data-layout.ts';
import { OWNER_ONLY_FILE, undefinedIfMissing } from './files.ts';
import { isPostmaster, livePostmaster, neutralizePidFile, readPidFile } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { programSpawnOptions, runProgram, type UnprivilegedUser } from './run-program.ts';

/** pg_ctl's own default: replaying the write-ahead log after a crash can take a while. */
export const READY_TIMEOUT_MS = 60_000;
/** After kill -9 the server's children keep its shared memory for up to a second or two. */
const RETRY_START_FOR_MS = 10_000;
const RETRY_INTERVAL_MS = 50;
/** SIGINT: transactions are rolled back, and a checkpoint of up to shared_buffers (128 MB) is written. */
const FAST_SHUTDOWN_TIMEOUT_MS = 20_000;
/** SIGQUIT: PostgreSQL itself kills its remaining children after 5 s. */
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 10_000;
const START_POLL_INTERVAL_MS = 5;
const STOP_POLL_INTERVAL_MS = 10;
const LOG_LINES_SHOWN = 10;

/** What PostgreSQL logs when the same start can succeed a moment later, or on another port. */
const TRANSIENT_FAILURE =
  /pre-existing shared memory block|lock file "postmaster\.pid"|could not create any TCP\/IP sockets/;

/** Given on the command line and not in postgresql.conf, so that a new version of Tradepost brings its own. */
const SETTINGS: Readonly<Record<string, string>> = {
  cluster_name: 'tradepost',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // The client gets the errors. In the log they would show values: 'invalid input syntax for type uuid: "…"'.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',

  // These routine lines would fill the log, which is only rotated at a start.
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** Starts the server on its former port or a free one, and tries again while the failure may be transient. */
export async function launchServer(
  layout: DataLayout,
  programs: Programs,
  user?: UnprivilegedUser,
  formerPort?: number,
): Promise<{ pid: number; port: number }> {
  await undefinedIfMissing(rename(logFile(layout), `${logFile(layout)}.old`));
  const giveUpAt = Date.now() + RETRY_START_FOR_MS;
  for (;;) {
    const port = formerPort ?? (await freePort());
    await neutralizePidFile(layout.cluster);
    const child = await spawnServer(layout, programs, port, user);
    if (await becomesReady(child, layout)) return { pid: child.pid ?? 0, port };
    const logged = await readFile(logFile(layout), 'utf8');
    const ended = `It ended with ${child.signalCode ?? `exit code ${child.exitCode}`}.`;
    if (!TRANSIENT_FAILURE.test(logged) || Date.now() > giveUpAt)
      throw notStarted(layout, `${logged}${ended}`);
    await sleep(RETRY_INTERVAL_MS);
  }
}

/** A free port on 127.0.0.1. Another process may take it before PostgreSQL does: launchServer() then tries another. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

function logFile(layout: DataLayout): string {
  return path.join(layout.folder, 'server.log');
}

/** In a process group of its own: Ctrl-C in the terminal reaches us but not the server, which outlives us. */
async function spawnServer(
  layout: DataLayout,
  programs: Programs,
  port: number,
  user?: UnprivilegedUser,
): Promise<ChildProcess> {
  const log = await open(logFile(layout), 'w', OWNER_ONLY_FILE);
  try {
    const child = spawn(programs.postgres, serverArguments(layout.cluster, port), {
      ...programSpawnOptions(user),
      detached: process.platform !== 'win32', // there it would open a console window
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** `-D` first, never last: isPostmaster() in postmaster.ts looks for it followed by a space. */
function serverArguments(cluster: string, port: number): string[] {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...settings];
}

/** False when the process ended before the server was ready. */
async function becomesReady(child: ChildProcess, layout: DataLayout): Promise<boolean> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(layout.cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    if (Date.now() > giveUpAt) {
      child.kill('SIGQUIT');
      throw notStarted(layout, `It was not ready after ${READY_TIMEOUT_MS / 1000} s.`);
    }
    await sleep(START_POLL_INTERVAL_MS);
  }
  return false;
}

function notStarted(layout: DataLayout, output: string): Error {
  const lines = output.trim().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
  return new Error(`The embedded PostgreSQL did not start (log: ${logFile(layout)}):\n${lines}`);
}

/**
 * Stops the server. pg_ctl sends the signal, as the server's user. Never signal as root: whoever can write
 * postmaster.pid could make us kill any process.
 */
export async function shutDown(
  pid: number,
  cluster: string,
  programs: Programs,
  user?: UnprivilegedUser,
): Promise<void> {
  const current = await livePostmaster(cluster);
  // If ours has already ended, pg_ctl would stop the server that another service has started since.
  if (current?.pid !== pid) return;
  const stop = (mode: string) => runProgram(programs.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], user);
  await stop('fast');
  if (await waitUntilGone(pid, cluster, FAST_SHUTDOWN_TIMEOUT_MS)) return;
  const { output } = await stop('immediate'); // the next start recovers from it
  if (await waitUntilGone(pid, cluster, IMMEDIATE_SHUTDOWN_TIMEOUT_MS)) return;
  throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop: ${output}`);
}

async function waitUntilGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (await isPostmaster(pid, cluster)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(STOP_POLL_INTERVAL_MS);
  }
  return true;
}
