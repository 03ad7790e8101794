import type { Config } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import {
  type EmbeddedPostgres,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { loadSecretKey } from '../secret-key.ts';

const say = (message: string): void => void process.stderr.write(`${message}\n`);

/** The service's database: DATABASE_URL, otherwise the embedded server, which is started if need be. Runs migrations. */
export async function openServiceDatabase(
  config: Config,
): Promise<{ url: string; embedded: EmbeddedPostgres | undefined }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  const url = config.databaseUrl ?? embedded!.url;
  for (const name of await migrate(config.directUrl ?? url, { log: say })) say(`Migrated: ${name}`);
  return { url, embedded };
}

/**
 * Runs a command's work on the database. With the embedded server, it uses the one of a running service, or starts one
 * and stops it afterwards.
 */
export async function withContext<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const running = config.databaseUrl ? undefined : await findRunningEmbedded(config.dataDir);
  if (running) return inContext(config, running.url, work);
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
