import type { Command } from 'commander';
import { DEFAULT_CURRENCY } from '../../accounts/tenants/currency.ts';
import { DEFAULT_TIME_ZONE } from '../../accounts/tenants/time-zone.ts';
import { type Action, change, graveChange } from './action.ts';
import { command, group } from './new-program.ts';
import { listActions } from './operator-actions.ts';
import { addOperatorCommands } from './operators.ts';
import * as lifecycle from './tenant-lifecycle.ts';
import * as tenants from './tenants.ts';

/** A list by pages. */
export const pages = (list: Command): Command =>
  list
    .option('--limit <number>', 'rows, at most 500', '50')
    .option('--after <id>', 'the last id of the page before');

/** What an operator does with tenants, and what operators have done. */
export function addTenantCommands(program: Command, action: Action, say: lifecycle.Say): void {
  const tenant = group(program, 'tenant', 'tenants');
  change(tenant, 'create', 'create a tenant')
    .requiredOption('--name <name>')
    .requiredOption('--plan <plan>', 'Basic, Pro or Enterprise')
    .option(
      '--currency <code>',
      "ISO 4217 code of the tenant's currency; it can't be changed later",
      DEFAULT_CURRENCY,
    )
    .option('--time-zone <name>', 'IANA name of the zone that the panel shows times in', DEFAULT_TIME_ZONE)
    .action(action(tenants.createTenant));
  pages(command(tenant, 'list', 'list tenants'))
    .option('--search <text>', "a part of the name, an id, a user's e-mail, an API key's prefix, or a host")
    .option('--status <status>', 'active, suspended, closed, deleting, or the receipts of deleted ones')
    .action(action(tenants.listTenants));
  command(tenant, 'show <id>', 'show a tenant, what it uses, and what waits to be sent').action(
    action(tenants.showTenant),
  );
  change(tenant, 'update <id>', 'change a tenant; what is left out stays')
    .option('--name <name>')
    .option('--time-zone <name>', 'IANA name of the zone that the panel shows times in')
    .option('--plan <plan>', 'Basic, Pro or Enterprise, with its limits')
    .option('--api <on|off>', 'whether the API answers')
    .option('--webhooks <on|off>', 'whether webhooks are sent')
    .option('--rate-limit <number>', 'requests a minute')
    .option('--storage-gb <number>', 'what its data may have, such as 0.5')
    .action(action(tenants.updateTenant));
  addLifecycleCommands(tenant, action, say);
  const operator = group(program, 'operator', 'those who operate the service');
  addOperatorCommands(operator, action);
  command(operator, 'actions', 'what operators have done')
    .option('--tenant <id>', 'only what concerns this tenant, which may be deleted')
    .option('--limit <number>', 'rows, at most 500', '50')
    .option('--before <id>', 'the last id of the page before')
    .action(action(listActions));
}

function addLifecycleCommands(tenant: Command, action: Action, say: lifecycle.Say): void {
  graveChange(
    tenant,
    'suspend <id>',
    'refuse requests, make the panel read-only, and hold deliveries',
  ).action(action(lifecycle.suspendTenant));
  change(tenant, 'resume <id>', 'end a suspension; deliveries that have waited are sent').action(
    action(lifecycle.resumeTenant),
  );
  graveChange(
    tenant,
    'close <id>',
    'refuse keys and logins, and delete the tenant after the grace period',
  ).action(action(lifecycle.closeTenant));
  change(tenant, 'reopen <id>', 'undo a closing within its grace period').action(
    action(lifecycle.reopenTenant),
  );
  graveChange(
    tenant,
    'delete <id>',
    'delete a closed tenant before its grace period ends; nothing brings it back',
  )
    .requiredOption('--confirm <name>', "the tenant's name")
    .action(
      action((context, id: string, o: { confirm: string }) => lifecycle.deleteTenant(context, id, o, say)),
    );
  change(tenant, 'export <id>', "write all of a tenant's data into a new folder, as NDJSON with a manifest")
    .requiredOption('--to <folder>')
    .action(action((context, id: string, o: { to: string }) => lifecycle.exportTenant(context, id, o, say)));
}
