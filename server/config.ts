import path from 'node:path';
import { type Env, EnvReader } from './env-reader.ts';

export const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
const POSTGRES = ['postgres:', 'postgresql:'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly preparedStatements: boolean;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined: one is made in the data folder. */
  readonly secretKey: string | undefined;
  readonly production: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Past a PgBouncer, for what it cannot pass on: notifications, and locks that outlive a transaction. */
  readonly directUrl: string | undefined;
  /** Undefined: no metrics. */
  readonly metricsPort: number | undefined;
  readonly webhooks: WebhookConfig;
}

export interface WebhookConfig {
  /** Undefined: the document's. */
  readonly maxAttempts: number | undefined;
  readonly retryWaitsMs: readonly number[] | undefined;
  readonly allowPrivateNetworks: boolean;
}

/** Settings that cannot be: every mistake at once, each in a sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** With the longest waits, a delivery ends within some weeks, while its event is still kept. */
const MOST_ATTEMPTS = 20;
const MAX_WAIT_MS = 24 * 3_600_000;
const MIN_SECRET_CHARACTERS = 32; // as many as 16 random bytes have in hex, 128 bits

/** Reads the environment. An empty variable counts as one that is not set. */
export function readConfig(env: Env): Config {
  const read = new EnvReader(env);
  const config: Config = {
    port: read.integer('PORT', 3000, 0, 65_535),
    host: read.text('HOST') ?? '127.0.0.1',
    databaseUrl: read.url('DATABASE_URL', POSTGRES),
    directUrl: read.url('DATABASE_DIRECT_URL', POSTGRES),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    preparedStatements: read.oneOf('DATABASE_PREPARED_STATEMENTS', 'on', ['on', 'off']) === 'on',
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    dataDir: path.resolve(read.text('TRADEPOST_DATA_DIR') ?? '.tradepost'),
    secretKey: read.text('TRADEPOST_SECRET_KEY'),
    production: read.oneOf('NODE_ENV', 'development', ['development', 'test', 'production']) === 'production',
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
    webhooks: readWebhooks(read),
  };
  const faults = [...read.faults, ...faultsOfSecret(config)];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

function readWebhooks(read: EnvReader): WebhookConfig {
  return {
    maxAttempts: read.integer('WEBHOOK_MAX_ATTEMPTS', undefined, 1, MOST_ATTEMPTS),
    retryWaitsMs: read.durations('WEBHOOK_RETRY_SCHEDULE', MAX_WAIT_MS, '1m,5m,15m,1h,6h, each at most 24h'),
    allowPrivateNetworks: read.oneOf('WEBHOOK_ALLOW_PRIVATE_NETWORKS', 'off', ['on', 'off']) === 'on',
  };
}

function faultsOfSecret({ secretKey, production }: Config): string[] {
  if (secretKey === undefined)
    return production
      ? ['TRADEPOST_SECRET_KEY is not set. In production it must be, the same for all processes.']
      : [];
  if (secretKey.length >= MIN_SECRET_CHARACTERS) return [];
  return [
    `TRADEPOST_SECRET_KEY must have at least ${MIN_SECRET_CHARACTERS} characters, 32 random bytes in hex for instance.`,
  ];
}
