import { recordOperatorAction } from '../../accounts/audit/operator-actions.ts';
import { distribute } from '../../db/migrate/distribute.ts';
import type { CommandContext } from './action.ts';
import type { CommandResult } from './print.ts';

const say = (message: string): void => void process.stderr.write(`${message}\n`);

export async function distributeDatabase({
  config,
  databaseUrl,
  db,
  operator,
}: CommandContext): Promise<CommandResult> {
  const url = config.directUrl ?? databaseUrl;
  const tables = await distribute(url, { log: say, onDone: (name) => say(`Distributed: ${name}`) });
  await recordOperatorAction(db, { actor: operator, action: 'database.distributed' });
  return { tables: tables.length };
}
