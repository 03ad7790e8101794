import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { OWNER_ONLY_FILE, unlessMissing } from './own-files.ts';
import { disownPidFile, readPidFile } from './postmaster.ts';
import { toolSpawnOptions } from './run-tool.ts';
import { serverArguments } from './server-settings.ts';
import type { Site } from './site.ts';
import type { Tools } from './tools.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** pg_ctl's own default: replaying the log after a crash can take a while. */
export const READY_WITHIN_MS = 60_000;
/** After kill -9 the server's children hold its memory for up to a second or two. */
const RETRY_FOR_MS = 10_000;
const RETRY_EVERY_MS = 50;
const LOOK_EVERY_MS = 5;
const LOG_LINES_SHOWN = 10;

/** What PostgreSQL says when the same start can work a moment later, or on another port. */
const PASSING =
  /pre-existing shared memory block|lock file "postmaster\.pid"|could not create any TCP\/IP sockets/;

/** Starts the server on a free port, again and again while what stops it may pass. */
export async function launchServer(
  site: Site,
  tools: Tools,
  user?: UnprivilegedUser,
): Promise<{ pid: number; port: number }> {
  await unlessMissing(rename(logFile(site), `${logFile(site)}.old`));
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const port = await freePort();
    await disownPidFile(site.cluster);
    const child = await spawnServer(site, tools, port, user);
    if (await becomesReady(child, site)) return { pid: child.pid ?? 0, port };
    const said = await readFile(logFile(site), 'utf8');
    const ended = `It ended with ${child.signalCode ?? `exit code ${child.exitCode}`}.`;
    if (!PASSING.test(said) || Date.now() > giveUpAt) throw notStarted(site, `${said}${ended}`);
    await sleep(RETRY_EVERY_MS);
  }
}

function logFile(site: Site): string {
  return path.join(site.folder, 'server.log');
}

/** A group of its own, so that Ctrl-C in the terminal reaches us and not the server, and it outlives us. */
async function spawnServer(
  site: Site,
  tools: Tools,
  port: number,
  user?: UnprivilegedUser,
): Promise<ChildProcess> {
  const log = await open(logFile(site), 'w', OWNER_ONLY_FILE);
  try {
    const child = spawn(tools.postgres, serverArguments(site.cluster, port), {
      ...toolSpawnOptions(user),
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
async function becomesReady(child: ChildProcess, site: Site): Promise<boolean> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(site.cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    if (Date.now() > giveUpAt) {
      child.kill('SIGQUIT');
      throw notStarted(site, `It was not ready after ${READY_WITHIN_MS / 1000} s.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

function notStarted(site: Site, said: string): Error {
  const lines = said.trim().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
  return new Error(`The embedded PostgreSQL did not start (log: ${logFile(site)}):\n${lines}`);
}
