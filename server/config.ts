import path from 'node:path';

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
}

/** Settings that cannot be: every mistake at once, each in a sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
