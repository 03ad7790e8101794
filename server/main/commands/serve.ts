import type { Logger } from 'pino';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import {
  createOperator,
  listOperators,
  operatorLink,
  resetOperator,
} from '../../accounts/operators/operators.ts';
import type { EmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { beginEpochIfRestored } from '../../events/begin-epoch.ts';
import type { Config, Role } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { createLog } from '../log.ts';
import { stopGracefully } from '../processes/graceful-stop.ts';
import type { StopSignals } from '../processes/stop-signals.ts';
import { type Service, startService } from '../roles/service.ts';
import { loadSecretKey } from '../secret-key.ts';
import { openTelemetry } from '../telemetry/open-if-set.ts';
import { openServiceDatabase, retryAtStart } from './database.ts';
import { seedDemoUser } from './demo-user.ts';
import { untilLost } from './embedded-restarts.ts';
import { verifySecretKey } from './secrets.ts';
import { seedDemo } from './seed.ts';
import type { Started } from './welcome.ts';

type Demo = NonNullable<Started['demo']>;

export interface RunningService extends Started {
  /** Once the service has stopped: after a signal, or because the embedded server has ended too often. */
  readonly ended: Promise<Ended>;
  readonly metrics: Service['metrics'];
}

export interface Ended {
  /** The exit code. */
  readonly code: number;
  /** Whether something is still in progress, which keeps the process alive. */
  readonly cut: boolean;
}

/**
 * Starts the service, which runs until a signal stops it. A signal that comes while the database is opened ends the start. Later,
 * the port may answer already, and a balancer send requests: then the start is finished, and stops like any other process.
 */
export async function serve(
  config: Config,
  roles: readonly Role[],
  signals: StopSignals,
): Promise<RunningService> {
  let opened = false;
  void signals.second.then(() => opened || process.exit(1));
  const { url, embedded } = await openServiceDatabase(config, signals.starting);
  opened = true;
  const begun = start(config, url, roles, embedded !== undefined);
  const { context, service, demo } = await begun.catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const { address, panelAddress, consoleAddress, healthAddress, metrics } = service;
  const ended = runUntilStopped(context, service, embedded, signals);
  void service.warmUp();
  return { address, panelAddress, consoleAddress, healthAddress, metrics, demo, ended };
}

async function runUntilStopped(
  context: Context,
  service: Service,
  embedded: EmbeddedPostgres | undefined,
  signals: StopSignals,
): Promise<Ended> {
  const { reason, code, ...stop } = await firstReason(context, embedded, signals);
  // No balancer sends requests to a process with only the role worker.
  const serves = [service.address, service.panelAddress, service.consoleAddress].some(
    (each) => each !== undefined,
  );
  const delayMs = serves ? stop.delayMs : 0;
  const impatience = signals.second.then((signal) => `got ${signal} again`);
  try {
    const cut = await stopGracefully(service, context, { reason, delayMs, impatience });
    return cut === undefined ? { code, cut: false } : { code: 1, cut: true };
  } finally {
    await embedded?.stop();
  }
}

interface StopReason {
  readonly reason: string;
  readonly delayMs: number;
  readonly code: number;
}

/** Without its database the process can't serve anybody, so it doesn't wait for the balancer. */
function firstReason(
  { config: { shutdownDelayMs }, log }: Context,
  embedded: EmbeddedPostgres | undefined,
  { first }: StopSignals,
): Promise<StopReason> {
  const signal = first.then((name) => ({ reason: `got ${name}`, delayMs: shutdownDelayMs, code: 0 }));
  if (!embedded) return signal;
  const lost = untilLost(embedded, log).then((reason) => {
    log.error(reason);
    return { reason, delayMs: 0, code: 1 };
  });
  return Promise.race([signal, lost]);
}

async function start(
  config: Config,
  databaseUrl: string,
  roles: readonly Role[],
  embedded: boolean,
): Promise<{ context: Context; service: Service; demo: Demo | undefined }> {
  const secretKey = await loadSecretKey(config);
  const telemetry = await openTelemetry({
    endpoint: config.otlpEndpoint,
    roles,
    log: (line, message) => log.warn(line, message),
    monotonicMs: () => performance.now(),
  });
  const log: Logger = createLog(config, roles, telemetry?.logStream);
  const context = createContext(config, { databaseUrl, secretKey }, { log, telemetry });
  try {
    await retryAtStart(config, () => verifySecretKey(context));
    // Before anything is written to a restored database.
    await retryAtStart(config, () => context.db.transaction(beginEpochIfRestored));
    const isDemo = embedded && !config.production;
    const opened = isDemo ? await openDemo(context) : undefined;
    const service = await startService(context, roles);
    const origin = config.consoleUrl ?? service.consoleAddress;
    // Once nothing else can fail: a start that can't listen must not end the link that another process has printed.
    const token = isDemo && origin ? await firstOperator(context) : undefined;
    const link = token && new URL(operatorLink(token), origin).href;
    return { context, demo: opened && { ...opened, operatorLink: link }, service };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function openDemo(context: Context): Promise<Omit<Demo, 'operatorLink'>> {
  const key = await seedDemo(context);
  return { key, login: await seedDemoUser(context) };
}

const FIRST_OPERATOR = { email: 'operator@example.com', name: 'Operator' };

/** The token with which the first operator sets a password and a second factor, another one at each start. Undefined once somebody has. */
async function firstOperator({ db }: Context): Promise<string | undefined> {
  const operators = await listOperators(db);
  if (operators.some(({ enrolled }) => enrolled)) return undefined;
  const [first] = operators;
  return db.transaction(async (tx) =>
    first
      ? resetOperator(tx, OPERATOR, first.id)
      : (await createOperator(tx, OPERATOR, FIRST_OPERATOR)).token,
  );
}
