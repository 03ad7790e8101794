import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CleanupStack } from '../../support/cleanup-stack.ts';
import { type Env, spawnCommand } from '../../support/command.ts';

export interface RunningService {
  readonly url: string;
  /** The environment that connects commands to its database. */
  readonly env: Env;
}

/** Starts `tradepost serve` with an embedded PostgreSQL on a free port. Without a data folder it gets one for this run. */
export async function startOwnService(
  { defer }: CleanupStack,
  dataDir: string | undefined,
): Promise<RunningService> {
  const env = { TRADEPOST_DATA_DIR: dataDir ?? (await temporaryFolder(defer)) };
  const child = spawnCommand(['serve', '--json'], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  const closed = once(child, 'close');
  defer(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = closed.then(() => Promise.reject(new Error(`The service didn't start: ${errors}`)));
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  return { url: (JSON.parse(line.toString()) as { address: string }).address, env };
}

async function temporaryFolder(defer: CleanupStack['defer']): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-workflows-'));
  // Started by root, PostgreSQL runs as another user, who has to reach the folder.
  await chmod(folder, 0o711);
  defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
