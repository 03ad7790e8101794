import type { Command } from 'commander';
import * as operators from '../../accounts/operators/operators.ts';
import { unlessTaken } from '../../accounts/staff/user-changes.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { formats } from '../../base/formats/contract-formats.ts';
import type { Config } from '../config.ts';
import { type Action, type CommandContext, change } from './action.ts';
import { linkResult } from './links.ts';
import { command } from './new-program.ts';
import { parseId, requireFound, requireName } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';

interface OperatorOptions {
  readonly email?: string;
  readonly name?: string;
}

function parseOptions({ email, name }: OperatorOptions): OperatorOptions {
  if (email !== undefined && !formats.email.validate(email))
    throw new ConfigError(`--email is ${email}; it must be an e-mail address.`);
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: requireName(name, '--name') }),
  };
}

async function createOperator(
  { db, config, operator }: CommandContext,
  options: Required<OperatorOptions>,
): Promise<CommandResult> {
  const { email, name } = parseOptions(options) as Required<OperatorOptions>;
  let made = { id: 0, token: '' };
  await refuseTaken(email, async () => {
    made = await db.transaction((tx) => operators.createOperator(tx, operator, { email, name }));
    return true;
  });
  return { operator_id: made.id, email, name, ...operatorLink(config, made.token) };
}

async function refuseTaken(email: string | undefined, work: () => Promise<boolean>): Promise<void> {
  if (!(await unlessTaken(work)))
    throw new ConfigError(`There is an operator with the e-mail address ${email}.`);
}

const operatorLink = (config: Config, token: string): CommandResult =>
  linkResult(config, 'console', operators.operatorLink(token), operators.OPERATOR_LINK_HOURS);

const listOperators = async ({ db }: CommandContext): Promise<CommandRows> =>
  (await operators.listOperators(db)).map(operatorResult);

const operatorResult = ({ id, email, name, enrolled, lastLoginAt }: operators.Operator): CommandResult => ({
  operator_id: id,
  email,
  name,
  status: enrolled ? 'enrolled' : 'invited',
  last_login_at: lastLoginAt,
});

const requireOperator = ({ db }: CommandContext, text: string): Promise<operators.Operator> =>
  requireFound('operator', parseId(text, 'The id'), (id) => operators.findOperator(db, id));

const showOperator = async (context: CommandContext, text: string): Promise<CommandResult> =>
  operatorResult(await requireOperator(context, text));

async function updateOperator(
  context: CommandContext,
  text: string,
  options: OperatorOptions,
): Promise<CommandResult> {
  const { db, operator } = context;
  const values = parseOptions(options);
  if (Object.keys(values).length === 0) throw new ConfigError('Nothing to change. Use --email or --name.');
  const { id } = await requireOperator(context, text);
  await refuseTaken(values.email, async () => {
    await db.transaction((tx) => operators.updateOperator(tx, operator, id, values));
    return true;
  });
  return showOperator(context, text);
}

async function deleteOperator(context: CommandContext, text: string): Promise<CommandResult> {
  const { id, email } = await requireOperator(context, text);
  await context.db.transaction((tx) => operators.deleteOperator(tx, context.operator, id));
  return { operator_id: id, email, status: 'deleted' };
}

async function resetFactor(context: CommandContext, text: string): Promise<CommandResult> {
  const { id, email } = await requireOperator(context, text);
  const token = await context.db.transaction((tx) => operators.resetOperator(tx, context.operator, id));
  if (token === undefined) throw new ConfigError(`There is no operator ${id}.`);
  return { operator_id: id, email, ...operatorLink(context.config, token) };
}

/** Operators are made by commands alone: whoever gets at the console must not be able to stay. */
export function addOperatorCommands(operator: Command, action: Action): void {
  change(
    operator,
    'create',
    'add somebody to the console; prints the link with which they set a password and a second factor',
  )
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .action(action(createOperator));
  command(operator, 'list', 'list the operators').action(action(listOperators));
  command(operator, 'show <id>', 'show an operator').action(action(showOperator));
  change(operator, 'update <id>', 'change an operator; what is left out stays')
    .option('--email <address>')
    .option('--name <name>')
    .action(action(updateOperator));
  change(operator, 'delete <id>', 'delete an operator and end the sessions').action(action(deleteOperator));
  change(
    operator,
    'reset-factor <id>',
    'for a lost phone or password: end the sessions, and print a link for another password and second factor',
  ).action(action(resetFactor));
}
