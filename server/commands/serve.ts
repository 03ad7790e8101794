import { type Config, ROLES, type Role } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { loadSecretKey } from '../secret-key.ts';
import { type Service, startService } from '../service.ts';
import { openServiceDatabase } from './database.ts';
import { seedDemoUser } from './demo-user.ts';
import { refuseUnknown } from './labels.ts';
import { verifySecretKey } from './secrets.ts';
import { seedDemo } from './seed.ts';
import type { Started } from './welcome.ts';

const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);

export function parseRoles(text: string): Role[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !isRole(word));
  refuseUnknown(unknown, '--roles', 'role', ROLES);
  return words.filter(isRole);
}

type Demo = NonNullable<Started['demo']>;

export interface RunningService extends Started {
  /** The exit code, once the service has stopped: after a signal, or because the embedded server has exited. */
  readonly ended: Promise<number>;
}

/** Starts the service, which runs until a signal stops it. */
export async function serve(config: Config, roles: readonly Role[]): Promise<RunningService> {
  const { url, embedded } = await openServiceDatabase(config);
  const begun = start(config, url, roles, embedded !== undefined);
  const { context, service, demo } = await begun.catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const ended = waitForEnd((listener) => embedded?.onExit?.(listener)).then(async ({ code, reason }) => {
    context.log.info(`stopping: ${reason}`);
    await service.stop();
    await context.close();
    await embedded?.stop();
    return code;
  });
  const { address, panelAddress, healthAddress } = service;
  void service.warmUp();
  return { address, panelAddress, healthAddress, demo, ended };
}

async function start(
  config: Config,
  databaseUrl: string,
  roles: readonly Role[],
  embedded: boolean,
): Promise<{ context: Context; service: Service; demo: Demo | undefined }> {
  const context = createContext(config, { databaseUrl, secretKey: await loadSecretKey(config) });
  try {
    await verifySecretKey(context);
    const demo = embedded && !config.production ? await openDemo(context) : undefined;
    return { context, demo, service: await startService(context, roles) };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function openDemo(context: Context): Promise<Demo> {
  const key = await seedDemo(context);
  return { key, login: await seedDemoUser(context) };
}

interface End {
  readonly code: number;
  readonly reason: string;
}

function waitForEnd(onDatabaseExit: (listener: (reason: string) => void) => void): Promise<End> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => resolve({ code: 0, reason: `got ${signal}` }));
    onDatabaseExit((reason) => resolve({ code: 1, reason: `the embedded PostgreSQL exited: ${reason}` }));
  });
}
