#!/usr/bin/env node
import { Command } from 'commander';
import pg from 'pg';
import { openServiceDatabase, withContext } from './commands/database.ts';
import * as manage from './commands/manage.ts';
import { printable, printableJson } from './commands/printable.ts';
import { reencrypt } from './commands/secrets.ts';
import { seedDemo } from './commands/seed.ts';
import * as webhooks from './commands/webhooks.ts';
import { ConfigError, ROLES, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { DEFAULT_CURRENCY } from './tenants/currency.ts';

const program = new Command('tradepost').description('Runs and manages Tradepost.').showHelpAfterError();

const group = (name: string, description: string): Command => program.command(name).description(description);

/** A command's flags. `--json` is every command's. */
const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'answer in JSON');

function print(report: manage.CommandResult, json: boolean | undefined): void {
  const lines = Object.entries(report).map(([name, value]) =>
    printable(`${name}: ${Array.isArray(value) ? value.join(', ') : value}`),
  );
  process.stdout.write(`${json ? printableJson(report) : lines.join('\n')}\n`);
}

/** The action of a command that works on the database and reports. */
const databaseAction =
  <A extends unknown[]>(work: (context: Context, ...args: A) => Promise<manage.CommandResult>) =>
  async (...args: [...A, Command]): Promise<void> => {
    const own = args.at(-1) as Command;
    const report = await withContext(readConfig(process.env), (context) =>
      work(context, ...(args.slice(0, -1) as A)),
    );
    print(report, own.opts<{ json?: boolean }>().json);
  };

command(program, 'serve', 'run the service')
  .option('--roles <roles>', 'which of its roles, with commas', ROLES.join(','))
  .action(async (options: { roles: string; json?: boolean }) => {
    // Imported here: loading the HTTP server takes 0.35 s, which every other command would pay as well.
    const { parseRoles, serve } = await import('./commands/serve.ts');
    const { address, demoKey, ended } = await serve(readConfig(process.env), parseRoles(options.roles));
    if (options.json) print({ address: address ?? null, demo_key: demoKey ?? null }, true);
    else process.stdout.write(welcome(address, demoKey));
    process.exitCode = await ended;
  });

function welcome(address: string | undefined, demoKey: string | undefined): string {
  if (address === undefined) return 'Tradepost is running.\n';
  const lines = [
    '',
    `  Tradepost   ${address}`,
    `  API         ${address}/api/v1`,
    `  Docs        ${address}/docs`,
  ];
  const demo = [
    '',
    `  Demo key    ${demoKey}`,
    '',
    `  Try it:     curl -H 'Authorization: Bearer ${demoKey}' '${address}/api/v1/products?limit=2'`,
  ];
  return `${[...lines, ...(demoKey ? demo : [])].join('\n')}\n\n`;
}

command(program, 'migrate', 'bring the database up to date').action(async ({ json }: { json?: boolean }) => {
  const { embedded } = await openServiceDatabase(readConfig(process.env));
  await embedded?.stop();
  print({ status: 'up to date' }, json);
});

command(program, 'seed', 'make the demo tenant, once').action(
  databaseAction(async (context) => ({ demo_key: await seedDemo(context) })),
);

command(group('tenant', 'tenants'), 'create', 'make a tenant')
  .requiredOption('--name <name>')
  .requiredOption('--plan <plan>', 'Basic, Pro or Enterprise')
  .option(
    '--currency <code>',
    'ISO 4217 code of all its amounts; it cannot be changed later',
    DEFAULT_CURRENCY,
  )
  .action(databaseAction(manage.createTenant));

command(group('user', "users of a tenant's staff"), 'create', "make a user of the tenant's staff")
  .requiredOption('--tenant <id>')
  .requiredOption('--email <address>')
  .requiredOption('--permissions <list>', 'all, or some of api_key.manage,webhook.manage')
  .requiredOption('--password-stdin', 'read the password from standard input')
  .action(
    databaseAction(async (context, options: manage.UserOptions) =>
      manage.createUser(context, options, await readStdin()),
    ),
  );

const key = group('key', 'API keys');
command(key, 'create', 'make an API key')
  .requiredOption('--tenant <id>')
  .requiredOption('--name <name>')
  .requiredOption('--scopes <list>', 'all, or a list with commas')
  .option('--expires <time>', 'when it stops working, 2027-01-31T00:00:00Z for instance')
  .action(databaseAction(manage.createKey));
command(key, 'deactivate <id>', 'deactivate an API key; returns when no process accepts it any more').action(
  databaseAction((context, id: string) => manage.deactivateKey(context, id)),
);

const webhook = group('webhook', 'addresses that events are posted to');
command(webhook, 'create', 'register an address for events')
  .requiredOption('--tenant <id>')
  .requiredOption('--url <url>')
  .requiredOption('--events <list>', 'all, or a list with commas')
  .option('--description <text>', 'a label', '')
  .action(databaseAction(webhooks.createWebhook));
command(webhook, 'activate <id>', 'send to it again; what has waited goes out').action(
  databaseAction((context, id: string) => webhooks.switchWebhook(context, id, true)),
);
command(webhook, 'deactivate <id>', 'send nothing to it').action(
  databaseAction((context, id: string) => webhooks.switchWebhook(context, id, false)),
);
command(webhook, 'rotate-secret <id>', 'make a new secret; for 24 h the old one signs beside it').action(
  databaseAction((context, id: string) => webhooks.rotateWebhook(context, id)),
);
command(webhook, 'test <id>', 'send it a sample, marked as a test')
  .requiredOption('--event <kind>', 'order.created for instance')
  .action(
    databaseAction((context, id: string, o: { event: string }) => webhooks.testWebhook(context, id, o.event)),
  );
command(webhook, 'recover <id>', 'send what failed, and what happened while it was inactive')
  .requiredOption('--from <time>', 'of the events, 2027-01-31T00:00:00Z for instance')
  .option('--until <time>', 'now, if it is left out')
  .option('--dry-run', 'only count')
  .action(
    databaseAction((context, id: string, o: webhooks.RecoverOptions) =>
      webhooks.recoverWebhook(context, id, o),
    ),
  );
command(webhook, 'recovery <id>', 'how far a recovery has come')
  .requiredOption('--webhook <id>')
  .option('--stop', 'end it here')
  .action(
    databaseAction((context, id: string, o: { webhook: string; stop?: boolean }) =>
      webhooks.showRecovery(context, id, o),
    ),
  );

command(
  group('delivery', 'deliveries of events'),
  'resend <id>',
  'put a delivery back into the queue',
).action(databaseAction((context, id: string) => webhooks.resendDelivery(context, id)));

command(
  group('secrets', 'what is encrypted'),
  'reencrypt',
  'encrypt with TRADEPOST_SECRET_KEY all that is stored',
)
  .option('--key-lost', 'the old key is gone: record the new one, though it opens nothing that is stored')
  .action(databaseAction((context, options: { keyLost?: boolean }) => reencrypt(context, options)));

/** A line end that `echo` put behind the password is not part of it. */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** What the operator can mend is said in words; the rest comes with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one, or stop what uses it.`;
  if (error instanceof pg.DatabaseError && code === '42P01')
    return 'The database has no tables yet. Run: tradepost migrate';
  if (code === 'ECONNREFUSED') return 'The database of DATABASE_URL cannot be reached.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explain(error).split('\n').map(printable).join('\n')}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
});
