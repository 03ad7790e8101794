import { constants } from 'node:os';
import { Command } from 'commander';
import { openServiceDatabase, withContext } from './commands/database.ts';
import { seedDemoUser } from './commands/demo-user.ts';
import * as endpoints from './commands/endpoints.ts';
import * as keys from './commands/keys.ts';
import * as manage from './commands/manage.ts';
import { isRows, linesOf, tableOf } from './commands/print.ts';
import { printable, printableJson } from './commands/printable.ts';
import { refusalOf } from './commands/refusal.ts';
import { reencrypt } from './commands/secrets.ts';
import { seedDemo } from './commands/seed.ts';
import type { Ended } from './commands/serve.ts';
import { parseProcesses, parseRoles } from './commands/serve-options.ts';
import * as users from './commands/users.ts';
import * as webhooks from './commands/webhooks.ts';
import { demoReport, type Started, startReport, welcome } from './commands/welcome.ts';
import { type Config, ConfigError, ROLES, type Role, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { PoolerError } from './db/connection-check.ts';
import { createLog } from './log.ts';
import { isChild, reportToParent } from './process/child-process.ts';
import { releaseSignals } from './process/held-signals.ts';
import { type StopSignals, takeStopSignals } from './process/stop-signals.ts';
import { StartError, StartStopped } from './start-error.ts';
import { DEFAULT_CURRENCY } from './tenants/currency.ts';
import { DEFAULT_TIME_ZONE } from './tenants/time-zone.ts';

/** An unknown command or option, or one without its value, is a wrong setting like those of the environment. */
const WRONG_SETTINGS = 2;

// Commands that are added take this over.
const program = new Command('tradepost')
  .description('Runs and manages Tradepost.')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_SETTINGS));

/** The others are ended by a signal, as any program is. */
const STOPS_BY_ITSELF = ['serve', 'migrate'];
program.hook('preAction', (_program, action) => {
  if (!STOPS_BY_ITSELF.includes(action.name())) releaseSignals();
});

const group = (name: string, description: string): Command => program.command(name).description(description);

/** Every command has `--json`. */
const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print the result as JSON');

function print(report: manage.CommandResult | manage.CommandRows, json: boolean | undefined): void {
  const text = json ? printableJson(report) : isRows(report) ? tableOf(report) : linesOf(report);
  process.stdout.write(`${text}\n`);
}

/** The action of a command that works on the database and prints its result. */
const databaseAction =
  <A extends unknown[]>(
    work: (context: Context, ...args: A) => Promise<manage.CommandResult | manage.CommandRows>,
  ) =>
  async (...args: [...A, Command]): Promise<void> => {
    const own = args.at(-1) as Command;
    const report = await withContext(readConfig(process.env), (context) =>
      work(context, ...(args.slice(0, -1) as A)),
    );
    print(report, own.opts<{ json?: boolean }>().json);
  };

command(program, 'serve', 'run the service')
  .option('--roles <roles>', 'the roles to run, separated by commas', ROLES.join(','))
  .option('--processes <count>', 'how many processes share the port, or auto for one per core', '1')
  .action(async (options: { roles: string; processes: string; json?: boolean }) => {
    const signals = takeStopSignals();
    const config = readConfig(process.env);
    const roles = parseRoles(options.roles);
    const count = parseProcesses(options.processes);
    if (count > 1) return untilEnded(await serveMany(config, roles, count, signals), options);
    // Imported here: loading the HTTP server takes 0.35 s, which every other command would pay as well.
    const { serve } = await import('./commands/serve.ts');
    const service = await serve(config, roles, signals);
    if (!isChild()) return untilEnded(service, options);
    reportToParent(service, service.metrics);
    // The channel to the parent would keep the process alive.
    process.exit((await service.ended).code);
  });

async function serveMany(config: Config, roles: readonly Role[], count: number, signals: StopSignals) {
  const { serveProcesses } = await import('./commands/serve-processes.ts');
  return { ...(await serveProcesses(config, roles, count, signals)), demo: undefined };
}

async function untilEnded(
  service: Started & { readonly ended: Promise<Ended> },
  options: { json?: boolean },
) {
  if (options.json) print(startReport(service), true);
  else process.stdout.write(welcome(service));
  const { code, cut } = await service.ended;
  process.exitCode = code;
  if (cut) process.exit();
}

command(program, 'migrate', 'bring the database up to date').action(async ({ json }: { json?: boolean }) => {
  const signals = takeStopSignals();
  const stopped = (signal: string): never => process.exit(128 + constants.signals[signal as NodeJS.Signals]);
  void signals.second.then(stopped);
  const { embedded } = await openServiceDatabase(readConfig(process.env), signals.starting).catch((error) => {
    if (!(error instanceof StartStopped)) throw error;
    createLog(readConfig(process.env)).info(error.message);
    // Not 0: whoever waits for this command must not take the database for migrated.
    return stopped(error.signal);
  });
  await embedded?.stop();
  print({ status: 'up to date' }, json);
});

command(program, 'seed', 'create the demo tenant, unless it exists').action(
  databaseAction(async (context) => demoReport(await seedDemo(context), await seedDemoUser(context))),
);

command(group('tenant', 'tenants'), 'create', 'create a tenant')
  .requiredOption('--name <name>')
  .requiredOption('--plan <plan>', 'Basic, Pro or Enterprise')
  .option(
    '--currency <code>',
    "ISO 4217 code of the tenant's currency; it can't be changed later",
    DEFAULT_CURRENCY,
  )
  .option('--time-zone <name>', 'IANA name of the zone that the panel shows times in', DEFAULT_TIME_ZONE)
  .action(databaseAction(manage.createTenant));

const PERMISSIONS_HELP = 'all, none, or some of api_key.manage,webhook.manage';
const user = group('user', "users of a tenant's staff");
command(user, 'create', "create a user of the tenant's staff")
  .requiredOption('--tenant <id>')
  .requiredOption('--email <address>')
  .option('--name <name>')
  .requiredOption('--permissions <list>', PERMISSIONS_HELP)
  .requiredOption('--password-stdin', 'read the password from standard input')
  .action(
    databaseAction(async (context, options: users.UserOptions) =>
      users.createUser(context, options, await readStdin()),
    ),
  );
command(user, 'list', "list a tenant's users")
  .requiredOption('--tenant <id>')
  .action(databaseAction(users.listUsersOf));
command(user, 'disable <id>', 'end the sessions of a user and refuse further logins').action(
  databaseAction((context, id: string) => users.setUserDisabled(context, id, true)),
);
command(user, 'enable <id>', 'let a disabled user log in again').action(
  databaseAction((context, id: string) => users.setUserDisabled(context, id, false)),
);
command(user, 'set-password <id>', "set a user's password and end the user's sessions")
  .requiredOption('--password-stdin', 'read the password from standard input')
  .action(
    databaseAction(async (context, id: string) => users.setUserPassword(context, id, await readStdin())),
  );
command(user, 'set-permissions <id>', 'replace the permissions of a user')
  .requiredOption('--permissions <list>', PERMISSIONS_HELP)
  .action(databaseAction(users.setUserPermissions));

const key = group('key', 'API keys');
command(key, 'create', 'create an API key')
  .requiredOption('--tenant <id>')
  .requiredOption('--name <name>')
  .requiredOption('--scopes <list>', 'all, or a list separated by commas')
  .option('--expires <time>', 'when it stops working, for example 2027-01-31T00:00:00Z')
  .action(databaseAction(keys.createKey));
command(key, 'list', "list a tenant's API keys")
  .requiredOption('--tenant <id>')
  .action(databaseAction(keys.listKeysOfTenant));
command(key, 'deactivate <id>', 'deactivate an API key; returns once no process accepts it anymore').action(
  databaseAction((context, id: string) => keys.deactivateKey(context, id)),
);
command(key, 'delete <id>', 'delete an API key; returns once no process accepts it anymore').action(
  databaseAction((context, id: string) => keys.deleteKey(context, id)),
);

const webhook = group('webhook', 'webhook endpoints, which events are sent to');
command(webhook, 'create', 'create a webhook endpoint')
  .requiredOption('--tenant <id>')
  .requiredOption('--url <url>')
  .requiredOption('--events <list>', 'all, or a list separated by commas')
  .option('--description <text>', 'a label', '')
  .action(databaseAction(endpoints.createWebhook));
command(webhook, 'list', "list a tenant's webhook endpoints")
  .requiredOption('--tenant <id>')
  .action(databaseAction(endpoints.listWebhooks));
command(webhook, 'update <id>', 'change an endpoint; what is left out stays')
  .option('--url <url>')
  .option('--events <list>', 'all, or a list separated by commas')
  .option('--description <text>', 'a label')
  .action(
    databaseAction((context, id: string, o: endpoints.UpdateOptions) =>
      endpoints.updateWebhook(context, id, o),
    ),
  );
command(webhook, 'delete <id>', 'delete an endpoint; deliveries that wait for it are dropped').action(
  databaseAction((context, id: string) => endpoints.deleteWebhook(context, id)),
);
command(webhook, 'activate <id>', 'activate an endpoint; deliveries that have waited are sent').action(
  databaseAction((context, id: string) => webhooks.switchWebhook(context, id, true)),
);
command(webhook, 'deactivate <id>', 'deactivate an endpoint: nothing is sent to it').action(
  databaseAction((context, id: string) => webhooks.switchWebhook(context, id, false)),
);
command(webhook, 'rotate-secret <id>', 'create a new secret; for 24 h the old one signs too').action(
  databaseAction((context, id: string) => webhooks.rotateWebhook(context, id)),
);
command(webhook, 'test <id>', 'send an endpoint a sample event, marked as a test')
  .requiredOption('--event <kind>', 'for example order.created')
  .action(
    databaseAction((context, id: string, o: { event: string }) => webhooks.testWebhook(context, id, o.event)),
  );
command(
  webhook,
  'recover <id>',
  'send failed deliveries again, and events missed while the endpoint was inactive',
)
  .requiredOption('--from <time>', 'start of the time range of events, for example 2027-01-31T00:00:00Z')
  .option('--until <time>', 'end of the range; now if left out')
  .option('--dry-run', 'only count the deliveries')
  .action(
    databaseAction((context, id: string, o: webhooks.RecoverOptions) =>
      webhooks.recoverWebhook(context, id, o),
    ),
  );
command(webhook, 'recovery <id>', 'show the progress of a recovery')
  .requiredOption('--webhook <id>')
  .option('--stop', 'stop the recovery')
  .action(
    databaseAction((context, id: string, o: { webhook: string; stop?: boolean }) =>
      webhooks.showRecovery(context, id, o),
    ),
  );

command(group('delivery', 'deliveries of events'), 'resend <id>', 'put a delivery back in the queue').action(
  databaseAction((context, id: string) => webhooks.resendDelivery(context, id)),
);

command(
  group('secrets', 'encrypted secrets'),
  'reencrypt',
  'encrypt all stored secrets with TRADEPOST_SECRET_KEY',
)
  .option('--key-lost', "the old key is lost: record the new one, although it can't decrypt what is stored")
  .action(databaseAction((context, options: { keyLost?: boolean }) => reencrypt(context, options)));

/** The line end that `echo` adds isn't part of the password. */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Errors that the operator can fix are explained; others are printed with their stack. */
function explain(error: unknown): string {
  if ([ConfigError, PoolerError, StartError].some((explained) => error instanceof explained))
    return (error as Error).message;
  return refusalOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

await program.parseAsync().catch((error: unknown) => {
  if (error instanceof StartStopped) {
    createLog(readConfig(process.env)).info(error.message);
    // Whatever still waits for the database would keep the process alive.
    process.exit(0);
  }
  process.stderr.write(`${explain(error).split('\n').map(printable).join('\n')}\n`);
  process.exitCode = error instanceof ConfigError || error instanceof PoolerError ? WRONG_SETTINGS : 1;
  // The channel to the parent would keep the process alive.
  if (isChild()) process.exit();
});
