import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLayout } from './data-layout.ts';
import { OWNER_ONLY_FILE, undefinedIfMissing } from './files.ts';
import { freePort } from './free-port.ts';
import { neutralizePidFile, readPidFile } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { programSpawnOptions } from './run-program.ts';
import { serverArguments } from './server-settings.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** pg_ctl's own default: replaying the log after a crash can take a while. */
export const READY_TIMEOUT_MS = 60_000;
/** After kill -9 the server's children hold its memory for up to a second or two. */
const RETRY_FOR_MS = 10_000;
const RETRY_INTERVAL_MS = 50;
const POLL_INTERVAL_MS = 5;
const LOG_LINES_SHOWN = 10;

/** What PostgreSQL says when the same start can work a moment later, or on another port. */
const TRANSIENT_FAILURE =
  /pre-existing shared memory block|lock file "postmaster\.pid"|could not create any TCP\/IP sockets/;

/** Starts the server on a free port, again and again while what stops it may pass. */
export async function launchServer(
  layout: DataLayout,
  programs: Programs,
  user?: UnprivilegedUser,
): Promise<{ pid: number; port: number }> {
  await undefinedIfMissing(rename(logFile(layout), `${logFile(layout)}.old`));
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const port = await freePort();
    await neutralizePidFile(layout.cluster);
    const child = await spawnServer(layout, programs, port, user);
    if (await becomesReady(child, layout)) return { pid: child.pid ?? 0, port };
    const said = await readFile(logFile(layout), 'utf8');
    const ended = `It ended with ${child.signalCode ?? `exit code ${child.exitCode}`}.`;
    if (!TRANSIENT_FAILURE.test(said) || Date.now() > giveUpAt) throw notStarted(layout, `${said}${ended}`);
    await sleep(RETRY_INTERVAL_MS);
  }
}

function logFile(layout: DataLayout): string {
  return path.join(layout.folder, 'server.log');
}

/** A group of its own, so that Ctrl-C in the terminal reaches us and not the server, and it outlives us. */
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
      detached: process.platform !== 'win32', // there it would open a console of its own
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** False when it ended before it was ready. */
async function becomesReady(child: ChildProcess, layout: DataLayout): Promise<boolean> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(layout.cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    if (Date.now() > giveUpAt) {
      child.kill('SIGQUIT');
      throw notStarted(layout, `It was not ready after ${READY_TIMEOUT_MS / 1000} s.`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
  return false;
}

function notStarted(layout: DataLayout, said: string): Error {
  const lines = said.trim().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
  return new Error(`The embedded PostgreSQL did not start (log: ${logFile(layout)}):\n${lines}`);
}
