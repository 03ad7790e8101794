import type { Logger } from 'pino';
import { TenantActivity } from '../accounts/tenants/activity.ts';
import { StorageMeter } from '../accounts/tenants/storage.ts';
import { Cursors } from '../base/cursors.ts';
import { deriveKey, SecretBox } from '../base/secrets/secret-box.ts';
import { BackgroundJobs } from '../base/time/background-jobs.ts';
import { type Database, openDatabase } from '../db/pool/database.ts';
import { ReportDatabase } from '../db/pool/report-database.ts';
import { ConsistencyTokens } from '../db/replicas/consistency-tokens.ts';
import { Replicas, type ReplicasOptions } from '../db/replicas/replicas.ts';
import { TenantDatabases } from '../db/tenants/tenant-database.ts';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** The shared dependencies, created in one place. Tests override them. */
export interface Context {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly db: Database;
  /** `db` as requests use it, of the API and of the panel: one share for a tenant, whichever it asks. */
  readonly tenantDatabases: TenantDatabases;
  /** What tenants ask of this process. */
  readonly activity: TenantActivity;
  /** What they add to the database. */
  readonly storage: StorageMeter;
  /** As the owner of the tables, for jobs that make and drop partitions: DATABASE_DIRECT_URL, whose user may have more rights. */
  readonly owner: Database;
  /** For statements that take seconds. It connects when it's first used. */
  readonly reports: ReportDatabase;
  /** Undefined without DATABASE_REPLICA_URL. */
  readonly replicas?: Replicas | undefined;
  readonly log: Logger;
  readonly cursors: Cursors;
  readonly box: SecretBox;
  /** Sign the panel's session cookies: the first one new cookies, each of them may verify. */
  readonly sessionSecrets: readonly string[];
  readonly monotonicMs: () => number;
  readonly nowMs: () => number;
  readonly jobs: BackgroundJobs;
  /** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly telemetry?: Telemetry | undefined;
  close(): Promise<void>;
}

export interface Secrets {
  readonly databaseUrl: string;
  readonly secretKey: string;
}

export function createContext(
  config: Config,
  { databaseUrl, secretKey }: Secrets,
  overrides: Partial<Context> = {},
): Context {
  const log = overrides.log ?? createLog(config);
  const connections = {
    url: databaseUrl,
    preparedStatements: config.preparedStatements,
    log: (message: string) => log.warn(message),
  };
  const monotonicMs = overrides.monotonicMs ?? performance.now.bind(performance);
  const db = overrides.db ?? openDatabase({ ...connections, size: config.databasePoolSize, monotonicMs });
  const owner = overrides.owner ?? (config.directUrl === undefined ? db : openOwner(config.directUrl, log));
  const reports = overrides.reports ?? new ReportDatabase(connections, db);
  const activity = overrides.activity ?? new TenantActivity(db);
  const nowMs = overrides.nowMs ?? Date.now;
  const { previousSecretKey: previous } = config;
  const keysFor = (use: string) =>
    [deriveKey(secretKey, use), previous === undefined ? undefined : deriveKey(previous, use)] as const;
  const tokens = new ConsistencyTokens(...keysFor('consistency tokens'));
  const replicas =
    overrides.replicas ?? openReplicas(config, { primary: db, tokens, log, monotonicMs, nowMs });
  return {
    config,
    databaseUrl,
    db,
    tenantDatabases:
      overrides.tenantDatabases ??
      new TenantDatabases(db, activity.usedDatabase, overrides.telemetry?.traceWork),
    activity,
    storage: new StorageMeter(db),
    owner,
    reports,
    replicas,
    log,
    cursors: new Cursors(...keysFor('cursors')),
    box: new SecretBox(...keysFor('webhook secrets')),
    sessionSecrets: keysFor('panel sessions').flatMap((key) => (key ? [key.toString('base64url')] : [])),
    monotonicMs,
    nowMs,
    jobs: new BackgroundJobs({ log, monotonicMs, nowMs }),
    close: async () => {
      // First, because some metrics are read from the database.
      await overrides.telemetry?.close();
      await Promise.all([db.close(), owner === db || owner.close(), reports.close(), replicas?.close()]);
    },
    ...overrides,
  };
}

/** One at a time, and one more for what a job reads meanwhile. Connected only while a job runs. */
const OWNER_CONNECTIONS = 2;

const openOwner = (url: string, log: Logger): Database =>
  openDatabase({
    url,
    size: OWNER_CONNECTIONS,
    preparedStatements: undefined,
    log: (message) => log.warn(message),
  });

function openReplicas(
  { replicaUrl, databasePoolSize, preparedStatements }: Config,
  deps: Pick<ReplicasOptions, 'primary' | 'tokens' | 'log' | 'monotonicMs' | 'nowMs'>,
): Replicas | undefined {
  if (replicaUrl === undefined) return undefined;
  return new Replicas({ url: replicaUrl, size: databasePoolSize, preparedStatements, ...deps });
}
