import pg from 'pg';
import type { Config } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { describeMistake, targetOf } from '../db/connection-mistake.ts';
import {
  type EmbeddedPostgres,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { assertSameDatabase } from '../db/same-database.ts';
import { assertNoMistake, assertReachable, waitForDatabase } from '../db/wait-for-database.ts';
import { createLog } from '../log.ts';
import { loadSecretKey } from '../secret-key.ts';
import { StartError } from '../start-error.ts';

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
  const { directUrl, databaseUrl, databaseWaitMs: limitMs } = config;
  const log = createLog(config);
  const onWaiting = (sentence: string, waitedMs: number): void =>
    log.warn({ waited_ms: Math.round(waitedMs), limit_ms: limitMs }, `waiting for the database: ${sentence}`);
  for (const [setting, url] of [
    ['DATABASE_DIRECT_URL', directUrl],
    ['DATABASE_URL', databaseUrl],
  ] as const)
    if (url !== undefined) await waitForDatabase({ url, setting, limitMs, onWaiting, signal });
  if (directUrl !== undefined && databaseUrl !== undefined)
    await assertSameDatabase(
      { name: 'DATABASE_URL', url: databaseUrl },
      { name: 'DATABASE_DIRECT_URL', url: directUrl },
    );
  if (config.replicaUrl !== undefined) await assertNoMistake(config.replicaUrl, 'DATABASE_REPLICA_URL');
  const onDone = (name: string): void => say(`Migrated: ${name}`);
  await migrate(migratedUrl, { log: say, onDone, onWaiting, idleLimitMs: limitMs, signal }).catch(
    explainRights(config),
  );
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
  ({ directUrl, databaseUrl }: Config) =>
  (error: unknown): never => {
    const [setting, url] =
      directUrl === undefined ? ['DATABASE_URL', databaseUrl] : ['DATABASE_DIRECT_URL', directUrl];
    if (!(error instanceof pg.DatabaseError && error.code === '42501' && url)) throw error;
    throw new StartError(`${describeMistake(error, targetOf(url, setting!)).sentence}.`);
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
  const context = createContext(config, { databaseUrl, secretKey: await loadSecretKey(config) });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
