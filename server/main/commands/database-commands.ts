import type { Command } from 'commander';
import { PERMISSIONS, ROLE_NAMES } from '../../accounts/staff/rules/roles.ts';
import { type Action, actionOn, change, graveChange } from './action.ts';
import * as deliveries from './deliveries.ts';
import { seedDemoUser } from './demo-user.ts';
import { distributeDatabase } from './distribute.ts';
import * as endpoints from './endpoints.ts';
import * as erasures from './erasures.ts';
import { allowFine } from './fine-prices.ts';
import * as holds from './holds.ts';
import * as keys from './keys.ts';
import { command, group, type Terminal } from './new-program.ts';
import { reencrypt } from './secrets.ts';
import { seedDemo } from './seed.ts';
import { addTenantCommands, pages } from './tenant-commands.ts';
import { addTopCommand } from './top.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';
import { demoReport } from './welcome.ts';

/** Adds every command except those that run the service. */
export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  const action = actionOn(terminal);
  const readStdin = () => readLine(terminal.stdin);
  addSeedCommand(program, action);
  addTenantCommands(program, action, (line) => void terminal.stderr.write(`${line}\n`));
  addUserCommands(program, action, readStdin);
  addKeyCommands(program, action);
  addWebhookCommands(program, action);
  addDeliveryCommands(program, action);
  addErasureCommands(program, action);
  addTopCommand(program, terminal);
}

function addSeedCommand(program: Command, action: Action): void {
  command(program, 'seed', 'create the demo tenant, unless it exists').action(
    action(async (context) => demoReport(await seedDemo(context), await seedDemoUser(context))),
  );
}

const ROLE_HELP = `one of ${ROLE_NAMES.join(', ')}`;
const PERMISSIONS_HELP = `instead of a role: all, none, or some of ${PERMISSIONS.join(',')}`;

function addUserCommands(program: Command, action: Action, readStdin: () => Promise<string>): void {
  const user = group(program, 'user', "users of a tenant's staff");
  change(user, 'create', "create a user of the tenant's staff")
    .requiredOption('--tenant <id>')
    .requiredOption('--email <address>')
    .option('--name <name>')
    .option('--role <role>', ROLE_HELP)
    .option('--permissions <list>', PERMISSIONS_HELP)
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action(
      action(async (context, options: users.UserOptions) =>
        users.createUser(context, options, await readStdin()),
      ),
    );
  change(user, 'invite', 'print a link with which somebody becomes a user, with a password of their own')
    .requiredOption('--tenant <id>')
    .requiredOption('--email <address>')
    .option('--role <role>', ROLE_HELP)
    .option('--permissions <list>', PERMISSIONS_HELP)
    .action(action(users.inviteUser));
  pages(command(user, 'list', 'list users, of all tenants or of one'))
    .option('--tenant <id>')
    .option('--email <address>', 'the whole address, to find whose it is')
    .action(action(users.listUsers));
  command(user, 'show <id>', 'show a user').action(action(users.showUser));
  change(user, 'delete <id>', 'delete a user; what they did stays in the audit').action(
    action(users.deleteUser),
  );
  change(user, 'end-sessions <id>', 'log a user out everywhere').action(action(users.endUserSessions));
  graveChange(
    user,
    'reset-factor <id>',
    'for a lost phone: remove the second factor of a user and end the sessions',
  ).action(action(users.resetUserFactor));
  change(user, 'disable <id>', 'end the sessions of a user and refuse further logins').action(
    action((context, id: string) => users.setUserDisabled(context, id, true)),
  );
  change(user, 'enable <id>', 'let a disabled user log in again').action(
    action((context, id: string) => users.setUserDisabled(context, id, false)),
  );
  change(user, 'set-password <id>', "set a user's password and end the user's sessions")
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action(action(async (context, id: string) => users.setUserPassword(context, id, await readStdin())));
  change(user, 'set-permissions <id>', 'replace the permissions of a user')
    .option('--role <role>', ROLE_HELP)
    .option('--permissions <list>', PERMISSIONS_HELP)
    .action(action(users.setUserPermissions));
}

function addKeyCommands(program: Command, action: Action): void {
  const key = group(program, 'key', 'API keys');
  change(key, 'create', 'create an API key')
    .requiredOption('--tenant <id>')
    .requiredOption('--name <name>')
    .requiredOption('--scopes <list>', 'all, or a list separated by commas')
    .option('--expires <time>', 'when it stops working, for example 2027-01-31T00:00:00Z')
    .action(action(keys.createKey));
  command(key, 'list', "list a tenant's API keys")
    .requiredOption('--tenant <id>')
    .action(action(keys.listKeysOfTenant));
  change(key, 'deactivate <id>', 'deactivate an API key; returns once no process accepts it anymore').action(
    action(keys.deactivateKey),
  );
  change(key, 'delete <id>', 'delete an API key; returns once no process accepts it anymore').action(
    action(keys.deleteKey),
  );
}

const HEADER_HELP = "a header sent with each delivery, like 'X-Api-Key: value'; may be repeated";
const repeated = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function addWebhookCommands(program: Command, action: Action): void {
  const webhook = group(program, 'webhook', 'webhook endpoints, which events are sent to');
  change(webhook, 'create', 'create a webhook endpoint')
    .requiredOption('--tenant <id>')
    .requiredOption('--url <url>')
    .requiredOption('--events <list>', 'all, or a list separated by commas')
    .option('--description <text>', 'a label', '')
    .option('--header <line>', HEADER_HELP, repeated)
    .action(action(endpoints.createWebhook));
  command(webhook, 'list', "list a tenant's webhook endpoints")
    .requiredOption('--tenant <id>')
    .action(action(endpoints.listWebhooks));
  change(webhook, 'update <id>', 'change an endpoint; what is left out stays')
    .option('--url <url>')
    .option('--events <list>', 'all, or a list separated by commas')
    .option('--description <text>', 'a label')
    .option('--header <line>', HEADER_HELP, repeated)
    .option('--remove-header <name>', 'a header to send no more; may be repeated', repeated)
    .action(action(endpoints.updateWebhook));
  change(webhook, 'delete <id>', 'delete an endpoint; deliveries that wait for it are dropped').action(
    action(endpoints.deleteWebhook),
  );
  change(webhook, 'activate <id>', 'activate an endpoint; deliveries that have waited are sent').action(
    action((context, id: string) => webhooks.switchWebhook(context, id, true)),
  );
  change(webhook, 'deactivate <id>', 'deactivate an endpoint: nothing is sent to it').action(
    action((context, id: string) => webhooks.switchWebhook(context, id, false)),
  );
  change(webhook, 'rotate-secret <id>', 'create a new secret; for 24 h the old one signs too').action(
    action(webhooks.rotateWebhook),
  );
  change(webhook, 'test <id>', 'send an endpoint a sample event, marked as a test')
    .requiredOption('--event <kind>', 'for example order.created')
    .action(action(webhooks.testWebhook));
  addRecoveryCommands(webhook, action);
}

function addRecoveryCommands(webhook: Command, action: Action): void {
  change(
    webhook,
    'recover <id>',
    'send failed deliveries again, and events missed while the endpoint was inactive',
  )
    .requiredOption('--from <time>', 'start of the time range of events, for example 2027-01-31T00:00:00Z')
    .option('--until <time>', 'end of the range; now if left out')
    .option('--dry-run', 'only count the deliveries')
    .action(action(webhooks.recoverWebhook));
  change(webhook, 'recovery <id>', 'show the progress of a recovery')
    .requiredOption('--webhook <id>')
    .option('--stop', 'stop the recovery')
    .action(action(webhooks.showRecovery));
}

function addDeliveryCommands(program: Command, action: Action): void {
  const database = group(program, 'database', 'what the database may hold, and where');
  change(
    database,
    'distribute',
    'on Citus: distribute the tables over its machines by tenant; while no process of the service runs',
  ).action(action(distributeDatabase));
  change(
    database,
    'allow-fine-prices',
    'allow prices of up to 10 decimals and quantities of 4; once no process of a release before 0.2.0 runs',
  ).action(action(allowFine));

  const delivery = group(program, 'delivery', 'deliveries of events');
  command(delivery, 'show <id>', 'what happened to a delivery, or to those of an event, and when').action(
    action(deliveries.showDelivery),
  );
  change(delivery, 'resend <id>', 'put a delivery back in the queue').action(
    action(deliveries.resendDelivery),
  );
  const held: [name: string, description: string, hold: boolean][] = [
    ['hold', 'send nothing for a tenant, or to a host, until it is released; it stays in the queue', true],
    ['release', 'send again what was held, the oldest first', false],
  ];
  for (const [name, description, hold] of held)
    graveChange(delivery, name, description)
      .option('--tenant <id>')
      .option('--host <name>', 'of endpoints, of all tenants')
      .action(action((context, o: holds.HoldOptions) => holds.holdDeliveries(context, o, hold)));
  command(delivery, 'held', 'the tenants and hosts whose deliveries are held').action(
    action(holds.listHolds),
  );

  change(
    group(program, 'secrets', 'encrypted secrets'),
    'reencrypt',
    'encrypt all stored secrets with TRADEPOST_SECRET_KEY',
  )
    .option('--key-lost', "the old key is lost: record the new one, although it can't decrypt what is stored")
    .action(action(reencrypt));
}

function addErasureCommands(program: Command, action: Action): void {
  const erasure = group(program, 'erasure', "erasures of people's data");
  command(erasure, 'list', 'list the erasures of all tenants, by ids, to keep beside the backups').action(
    action(erasures.listAllErasures),
  );
  command(
    erasure,
    'replay <file>',
    'after a restore, erase again what erasure list --json had listed',
  ).action(action(erasures.replayFile));
}

/** The line end that `echo` adds isn't part of the password. */
async function readLine(stdin: Terminal['stdin']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
