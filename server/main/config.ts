import path from 'node:path';
import { type Env, EnvReader, mistakesOf } from '../base/environment/env-reader.ts';
import { withLoginFile, withSecretFiles } from '../base/environment/secret-files.ts';
import { readSmtp, type SmtpSettings } from '../base/environment/smtp-settings.ts';
import { ConfigError } from '../base/environment/start-error.ts';
import { readTrustProxy, type TrustProxy } from '../base/environment/trust-proxy.ts';
import { formats } from '../base/formats/contract-formats.ts';
import { parseUrl } from '../base/formats/parse-url.ts';
import { readDatabaseUrl } from '../db/connect/database-url.ts';

export const ROLES = ['api', 'panel', 'worker', 'console'] as const;
export type Role = (typeof ROLES)[number];
/** The console opens every tenant, so it's served only where somebody asks for it. */
export const DEFAULT_ROLES: readonly Role[] = ['api', 'panel', 'worker'];
const MAX_PORT = 65_535;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Undefined: the embedded server is used. */
  readonly databaseUrl: string | undefined;
  /** Standbys that may serve lists, exports and reports. */
  readonly replicaUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Undefined: unless a pooler is in between. */
  readonly preparedStatements: boolean | undefined;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined: the key in the data folder is used, and created if there is none. */
  readonly secretKey: string | undefined;
  /** Used only to decrypt and verify, never to encrypt or sign. */
  readonly previousSecretKey: string | undefined;
  readonly production: boolean;
  /** Which proxies may set X-Forwarded-For, in Express's format: none, a number of them, or their addresses. */
  readonly trustProxy: TrustProxy;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** How long a start waits for a database that isn't available. */
  readonly databaseWaitMs: number;
  /** How long a start waits for another process that migrates and works. */
  readonly migrationWaitMs: number;
  /** Bypasses PgBouncer, which supports neither notifications nor locks that outlive a transaction. */
  readonly directUrl: string | undefined;
  /** How long a process that stops still accepts connections, so that the balancer can notice. */
  readonly shutdownDelayMs: number;
  /** Undefined: no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Where the panel listens by itself. Undefined: at the API's address. */
  readonly panel: { readonly host: string; readonly port: number } | undefined;
  /**
   * Where staff open the panel: `https://panel.example.com`. With it, the panel refuses requests for other hosts, and forms from
   * other origins. Undefined: wherever a request says.
   */
  readonly panelUrl: string | undefined;
  /** Where the console listens, if the process has the role: never where the API or the panel does. */
  readonly console: { readonly host: string; readonly port: number };
  /** Where operators open the console, as `panelUrl` for staff. */
  readonly consoleUrl: string | undefined;
  /** Where the pages are opened, as far as settings of their own say so: the process that serves them may have another PORT. */
  readonly origins: Readonly<Record<'panel' | 'console', string | undefined>>;
  /** Where traces, metrics and logs are exported by OTLP. Undefined: nowhere. */
  readonly otlpEndpoint: string | undefined;
  /** The API's public address, for the panel's examples. Undefined: as the browser sees the panel. */
  readonly apiUrl: string | undefined;
  readonly webhooks: WebhookConfig;
  /** How long a closed tenant can be reopened before it's deleted. */
  readonly tenantGraceDays: number;
  /** How long rows are kept that were deleted by the API. */
  readonly deletedRowsDays: number;
  /** Whom staff ask who operates the service: an e-mail address or a URL. */
  readonly operatorContact: string | undefined;
  /** Undefined: no e-mails. */
  readonly smtp: SmtpSettings | undefined;
}

export interface WebhookConfig {
  /** Undefined: the default schedule's. */
  readonly maxAttempts: number | undefined;
  readonly retryWaitsMs: readonly number[] | undefined;
  readonly allowPrivateNetworks: boolean;
  /** Sends nothing, neither webhooks nor e-mails: for a restored copy. */
  readonly paused: boolean;
}

/** Even with the longest waits, a delivery ends within weeks, while its event still exists. */
const MOST_ATTEMPTS = 20;
const MAX_WAIT_MS = 24 * 3_600_000;
/** PostgreSQL recovers from a crash in less. Then a restart by the orchestrator is what the operator sees. */
const DATABASE_WAIT_MS = 60_000;
const MAX_DATABASE_WAIT_MS = 24 * 3_600_000;
/** Longer than the migrations of any database that was measured. One that takes longer goes on; who waits for it is started again. */
const MIGRATION_WAIT_MS = 3_600_000;
const MAX_MIGRATION_WAIT_MS = 168 * 3_600_000;
/** A balancer that checks every 2 s and gives up after three failures, as haproxy does by default, notices in 6 s. */
const SHUTDOWN_DELAY_MS = 7_000;
/** Longer than any balancer's checks take. */
const MAX_DELAY_MS = 10 * 60_000;
/** A month: whoever misses the shop, or the invoice, notices within one. */
const TENANT_GRACE_DAYS = 30;
/** A sync by updated_since that was off for a summer still hears of it. */
const DELETED_ROWS_DAYS = 365;
const MAX_DELETED_ROWS_DAYS = 36_500;
/** Longer would be keeping. */
const MAX_GRACE_DAYS = 365;
export const MIN_SECRET_CHARACTERS = 32; // 128 random bits in hex

/** Where the metrics are served, with the names of its settings. */
export const metricsAddress = ({ metricsHost: host, metricsPort: port }: Config) =>
  port === undefined ? undefined : { host, port, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' };

/** Reads the environment, and the files that it names. An empty variable counts as not set. */
export function readConfig(env: Env): Config {
  const read = new EnvReader(withSecretFiles(env));
  const production =
    read.oneOf('NODE_ENV', 'development', ['development', 'test', 'production']) === 'production';
  const port = read.integer('PORT', 3000, 0, MAX_PORT);
  const panel = readPanel(read);
  const console = readConsole(read, port);
  const panelUrl = readSiteUrl(read, 'panel', production);
  const consoleUrl = readSiteUrl(read, 'console', production);
  const config: Config = {
    port,
    host: read.text('HOST') ?? '127.0.0.1',
    databaseUrl: readDatabaseUrl(read, 'DATABASE_URL'),
    directUrl: readDatabaseUrl(read, 'DATABASE_DIRECT_URL'),
    replicaUrl: readDatabaseUrl(read, 'DATABASE_REPLICA_URL', 'standby'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    preparedStatements: readPreparedStatements(read),
    redisUrl: readRedisUrl(read),
    dataDir: path.resolve(read.text('TRADEPOST_DATA_DIR') ?? '.tradepost'),
    secretKey: read.text('TRADEPOST_SECRET_KEY'),
    previousSecretKey: read.text('TRADEPOST_SECRET_KEY_PREVIOUS'),
    production,
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy: readTrustProxy(read),
    databaseWaitMs: read.duration('DATABASE_START_TIMEOUT', DATABASE_WAIT_MS, MAX_DATABASE_WAIT_MS, '24h'),
    migrationWaitMs: read.duration(
      'DATABASE_MIGRATION_TIMEOUT',
      MIGRATION_WAIT_MS,
      MAX_MIGRATION_WAIT_MS,
      '168h',
    ),
    shutdownDelayMs: read.duration('SHUTDOWN_DELAY', production ? SHUTDOWN_DELAY_MS : 0, MAX_DELAY_MS, '10m'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, MAX_PORT),
    metricsHost: read.text('METRICS_HOST') ?? '127.0.0.1',
    panel,
    panelUrl,
    console,
    consoleUrl,
    origins: {
      panel: panelUrl ?? originOf(panel, read.text('PANEL_PORT')),
      console: consoleUrl ?? originOf(console, read.text('CONSOLE_PORT')),
    },
    otlpEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    apiUrl: read.url('API_URL', ['http:', 'https:']),
    webhooks: readWebhooks(read),
    deletedRowsDays: read.integer('DELETED_ROWS_DAYS', DELETED_ROWS_DAYS, 90, MAX_DELETED_ROWS_DAYS),
    tenantGraceDays: read.integer('TENANT_GRACE_DAYS', TENANT_GRACE_DAYS, 0, MAX_GRACE_DAYS),
    operatorContact: readOperatorContact(read),
    smtp: readSmtp(read, panelUrl),
  };
  const embedded = read.oneOf('DATABASE_EMBEDDED', 'off', ['on', 'off']) === 'on';
  const errors = [
    ...read.errors,
    ...databaseErrors(config, embedded),
    ...secretErrors(config),
    ...portErrors(config),
  ];
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return config;
}

function readRedisUrl(read: EnvReader): string | undefined {
  const url = read.url('REDIS_URL', ['redis:', 'rediss:']);
  return url && withLoginFile(url, read.text('REDIS_URL_FILE'));
}

function readPreparedStatements(read: EnvReader): boolean | undefined {
  const value = read.oneOf('DATABASE_PREPARED_STATEMENTS', 'auto', ['auto', 'on', 'off']);
  return value === 'auto' ? undefined : value === 'on';
}

/** One of the two variables is enough; the other one is then the API's. */
function readPanel(read: EnvReader): Config['panel'] {
  const host = read.text('PANEL_HOST');
  const port = read.integer('PANEL_PORT', undefined, 0, MAX_PORT);
  if (host === undefined && port === undefined) return undefined;
  return {
    host: host ?? read.text('HOST') ?? '127.0.0.1',
    port: port ?? read.integer('PORT', 3000, 0, MAX_PORT),
  };
}

/** On loopback unless CONSOLE_HOST says otherwise, whatever HOST is, and at the port after PORT. */
function readConsole(read: EnvReader, port: number): Config['console'] {
  const next = port === 0 || port === MAX_PORT ? 0 : port + 1;
  return {
    host: read.text('CONSOLE_HOST') ?? '127.0.0.1',
    port: read.integer('CONSOLE_PORT', next, 0, MAX_PORT),
  };
}

/** Undefined unless the port was set, to one that isn't chosen at start. */
function originOf(address: Config['panel'], setPort: string | undefined): string | undefined {
  if (!address || setPort === undefined || address.port === 0 || ALL_ADDRESSES.has(address.host))
    return undefined;
  const { host, port } = address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const WHO = { panel: 'staff', console: 'operators' } as const;

/** Its origin. */
function readSiteUrl(read: EnvReader, site: 'panel' | 'console', production: boolean): string | undefined {
  const setting = `${site.toUpperCase()}_URL`;
  const value = read.text(setting);
  if (value === undefined) return undefined;
  const url = parseUrl(value);
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  const allowed = production ? ['https:'] : ['https:', 'http:'];
  if (plain && allowed.includes(url.protocol) && [`/`, `/${site}`, `/${site}/`].includes(url.pathname))
    return url.origin;
  read.errors.push(
    `${setting} must be where ${WHO[site]} open the ${site}, such as https://${site}.example.com${production ? ', with https in production' : ''}.`,
  );
  return undefined;
}

function readOperatorContact(read: EnvReader): string | undefined {
  const value = read.text('OPERATOR_CONTACT');
  if (
    value === undefined ||
    formats.email.validate(value) ||
    /^https?:$/.test(parseUrl(value)?.protocol ?? '')
  )
    return value;
  read.errors.push('OPERATOR_CONTACT must be an e-mail address, or a URL that begins with https://.');
  return undefined;
}

function readWebhooks(read: EnvReader): WebhookConfig {
  return {
    maxAttempts: read.integer('WEBHOOK_MAX_ATTEMPTS', undefined, 1, MOST_ATTEMPTS),
    retryWaitsMs: read.durations('WEBHOOK_RETRY_SCHEDULE', MAX_WAIT_MS, '1m,5m,15m,1h,6h, each at most 24h'),
    allowPrivateNetworks: read.oneOf('WEBHOOK_ALLOW_PRIVATE_NETWORKS', 'off', ['on', 'off']) === 'on',
    paused: read.oneOf('WEBHOOKS_PAUSED', 'off', ['on', 'off']) === 'on',
  };
}

/** In production, starting with an empty embedded database by mistake would look as if all data were lost. */
function databaseErrors(
  { databaseUrl, directUrl, replicaUrl, production }: Config,
  embedded: boolean,
): string[] {
  if (databaseUrl !== undefined)
    return mistakesOf({ 'DATABASE_URL is set and DATABASE_EMBEDDED is on. Use only one of them.': embedded });
  return mistakesOf({
    'DATABASE_DIRECT_URL is set, but DATABASE_URL is not.': directUrl !== undefined,
    'DATABASE_REPLICA_URL is set, but DATABASE_URL is not.': replicaUrl !== undefined,
    'DATABASE_URL is not set. In production, set it to your PostgreSQL server, or set DATABASE_EMBEDDED=on to keep the data in the embedded database.':
      production && !embedded,
  });
}

function secretErrors({ secretKey, previousSecretKey, production }: Config): string[] {
  const isShort = (secret: string | undefined): boolean =>
    secret !== undefined && secret.length < MIN_SECRET_CHARACTERS;
  const needed = `must have at least ${MIN_SECRET_CHARACTERS} characters, for example 32 random bytes in hex.`;
  return mistakesOf({
    'TRADEPOST_SECRET_KEY is not set. In production it is required, with the same value for all processes.':
      secretKey === undefined && production,
    [`TRADEPOST_SECRET_KEY ${needed}`]: isShort(secretKey),
    [`TRADEPOST_SECRET_KEY_PREVIOUS ${needed}`]: isShort(previousSecretKey),
    'TRADEPOST_SECRET_KEY_PREVIOUS is the same as TRADEPOST_SECRET_KEY.':
      previousSecretKey !== undefined && previousSecretKey === secretKey,
  });
}

const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

/**
 * A sentence if the metrics would listen where something else does. Which role listens on PORT and PANEL_PORT is a matter of the command,
 * so these two may be the same.
 */
function portErrors({ host, port, panel, console, metricsHost, metricsPort }: Config): string[] {
  const meet = (one: { host: string; port: number | undefined }, other: Config['panel']): boolean =>
    other !== undefined &&
    // The system chooses another port for each 0.
    one.port === other.port &&
    one.port !== 0 &&
    (one.host === other.host || ALL_ADDRESSES.has(one.host) || ALL_ADDRESSES.has(other.host));
  const metrics = { host: metricsHost, port: metricsPort };
  return mistakesOf({
    [`METRICS_PORT is ${metricsPort}, as PORT; it needs a port of its own.`]: meet(metrics, { host, port }),
    [`CONSOLE_PORT is ${console.port}, as PORT; it needs a port of its own.`]: meet(console, { host, port }),
    [`METRICS_PORT is ${metricsPort}, as PANEL_PORT; it needs a port of its own.`]: meet(metrics, panel),
  });
}
