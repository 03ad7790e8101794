import { StartError } from '../../base/environment/start-error.ts';
import { describeMistake, targetOf } from '../../db/connect/connection-mistake.ts';
import type { UrlSetting } from '../../db/connect/query-first-host.ts';
import { assertOwner, assertRights } from '../../db/connect/required-rights.ts';
import { assertSameDatabase } from '../../db/connect/same-database.ts';
import {
  assertNoMistake,
  assertReachable,
  retryWhilePassing,
  waitForDatabase,
} from '../../db/connect/wait-for-database.ts';
import {
  type EmbeddedPostgres,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../../db/embedded/embedded-postgres.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { isDatabaseError } from '../../db/wire/errors.ts';
import type { Config } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { createLog } from '../log.ts';
import { loadSecretKey } from '../secret-key.ts';

const say = (message: string): void => void process.stderr.write(`${message}\n`);

/** The service's database: DATABASE_URL, otherwise the embedded server, which is started if need be. Runs migrations. */
export async function openServiceDatabase(
  config: Config,
  signal?: AbortSignal,
): Promise<{ url: string; embedded: EmbeddedPostgres | undefined }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say }).catch(explainFolder(config));
  try {
    signal?.throwIfAborted();
    const url = config.databaseUrl ?? embedded!.url;
    await prepare(config, config.directUrl ?? url, signal);
    signal?.throwIfAborted();
    return { url, embedded };
  } catch (error) {
    await embedded?.stop();
    throw signal?.aborted ? signal.reason : error;
  }
}

/** Waits for the servers of DATABASE_DIRECT_URL and DATABASE_URL, and migrates. The embedded one is ready already. */
async function prepare(config: Config, migratedUrl: string, signal: AbortSignal | undefined): Promise<void> {
  const { direct, served } = settingsOf(config);
  const onWaiting = onWaitingUpTo(config, config.databaseWaitMs);
  const wait = { limitMs: config.databaseWaitMs, onWaiting, signal };
  for (const setting of [direct, served]) if (setting) await waitForDatabase({ ...setting, ...wait });
  const steps = () => migrateAndCheck(config, migratedUrl, signal);
  await (served ? retryWhilePassing(steps, { ...served, ...wait }) : steps());
}

async function migrateAndCheck(
  config: Config,
  migratedUrl: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { databaseWaitMs, migrationWaitMs } = config;
  const { direct, served } = settingsOf(config);
  if (direct && served) await assertSameDatabase(served, direct);
  if (config.replicaUrl !== undefined) await assertNoMistake(config.replicaUrl, 'DATABASE_REPLICA_URL');
  const owner = direct ?? served;
  if (owner) await assertOwner(owner);
  await migrate(migratedUrl, {
    log: say,
    onDone: (name) => say(`Migrated: ${name}`),
    onWaiting: onWaitingUpTo(config, migrationWaitMs),
    idleLimitMs: databaseWaitMs,
    workLimitMs: migrationWaitMs,
    signal,
  }).catch(explainRights(owner));
  if (served) await assertRights(served);
}

const settingsOf = ({ directUrl, databaseUrl }: Config) => ({
  direct: directUrl === undefined ? undefined : { setting: 'DATABASE_DIRECT_URL', url: directUrl },
  served: databaseUrl === undefined ? undefined : { setting: 'DATABASE_URL', url: databaseUrl },
});

/** The same for a step of the start that comes after. With the embedded server there is nothing to wait for. */
export async function retryAtStart<T>(config: Config, step: () => Promise<T>): Promise<T> {
  const { served } = settingsOf(config);
  const { databaseWaitMs: limitMs } = config;
  return served
    ? retryWhilePassing(step, { ...served, limitMs, onWaiting: onWaitingUpTo(config, limitMs) })
    : step();
}

/** Logs what is waited for. */
function onWaitingUpTo(config: Config, limit_ms: number): (sentence: string, waitedMs: number) => void {
  const log = createLog(config);
  return (sentence, waitedMs) =>
    log.warn({ waited_ms: Math.round(waitedMs), limit_ms }, `waiting for the database: ${sentence}`);
}

/** Not a folder, or one that this user may not use. */
const explainFolder =
  ({ dataDir }: Config) =>
  (error: unknown): never => {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!path?.startsWith(dataDir)) throw error;
    throw new StartError(`TRADEPOST_DATA_DIR is ${dataDir}, which can't be used as a folder (${code}).`);
  };

/** The user may connect, and not create tables. */
const explainRights =
  (owner: UrlSetting | undefined) =>
  (error: unknown): never => {
    if (!(owner && isDatabaseError(error) && error.code === '42501')) throw error;
    throw new StartError(`${describeMistake(error, targetOf(owner.url, owner.setting)).sentence}.`);
  };

/**
 * Runs a command's work on the database. With the embedded server, it uses the one of a running service, or starts one
 * and stops it afterwards.
 */
export async function withContext<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const running = config.databaseUrl ? undefined : await findRunningEmbedded(config.dataDir);
  if (running) return inContext(config, running.url, work);
  if (config.databaseUrl) await assertReachable(config.databaseUrl, 'DATABASE_URL');
  const { url, embedded } = config.databaseUrl
    ? { url: config.databaseUrl, embedded: undefined }
    : await openServiceDatabase(config);
  try {
    return await inContext(config, url, work);
  } finally {
    await embedded?.stop();
  }
}

async function inContext<T>(
  config: Config,
  databaseUrl: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  // A command ends with one sentence about what the database refuses (failure.ts). A warning of the pool's would say it twice.
  const log = createLog({ logLevel: 'error' });
  const context = createContext(config, { databaseUrl, secretKey: await loadSecretKey(config) }, { log });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
