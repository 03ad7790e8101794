import path from 'node:path';
import { parseDurations } from './durations.ts';

export const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];
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

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. An empty variable counts as one that is not set. */
export function readConfig(env: Env): Config {
  const faults: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    faults.push(`${name} is ${value}; it must be an integer from ${min} to ${max}.`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = (text(name) ?? fallback) as T;
    if (!allowed.includes(value))
      faults.push(`${name} is ${value}; it must be one of ${allowed.join(', ')}.`);
    return value;
  };
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value !== undefined && !(URL.canParse(value) && protocols.includes(new URL(value).protocol)))
      faults.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return value;
  };
  const waits = (name: string): number[] | undefined => {
    const value = text(name);
    const read = value === undefined ? undefined : parseDurations(value);
    if (value !== undefined && read?.every((ms) => ms <= MAX_WAIT_MS) !== true)
      faults.push(
        `${name} is ${value}; it must be waits of at most 24h with commas, 1m,5m,15m,1h,6h for instance.`,
      );
    return read;
  };
  const config: Config = {
    port: integer('PORT', 3000, 0, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, 200),
    preparedStatements: oneOf('DATABASE_PREPARED_STATEMENTS', 'on', ['on', 'off']) === 'on',
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    dataDir: path.resolve(text('TRADEPOST_DATA_DIR') ?? '.tradepost'),
    secretKey: text('TRADEPOST_SECRET_KEY'),
    production: oneOf('NODE_ENV', 'development', ['development', 'test', 'production']) === 'production',
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    directUrl: url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
    metricsPort: text('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 0, 65_535),
    webhooks: {
      maxAttempts:
        text('WEBHOOK_MAX_ATTEMPTS') === undefined
          ? undefined
          : integer('WEBHOOK_MAX_ATTEMPTS', 5, 1, MOST_ATTEMPTS),
      retryWaitsMs: waits('WEBHOOK_RETRY_SCHEDULE'),
      allowPrivateNetworks: oneOf('WEBHOOK_ALLOW_PRIVATE_NETWORKS', 'off', ['on', 'off']) === 'on',
    },
  };
  faults.push(...faultsOfSecret(config));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
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
