import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../base/environment/start-error.ts';
import { type ListedErasure, listErasures, replayErasures } from '../../lifecycle/erasure/list-erasures.ts';
import type { Context } from '../context.ts';
import type { CommandResult, CommandRows } from './print.ts';

export const listAllErasures = async ({ db }: Context): Promise<CommandRows> =>
  (await listErasures(db)).map((erasure) => ({ ...erasure }));

/** `file` has what `erasure list --json` printed. */
export async function replayFile({ owner }: Context, file: string): Promise<CommandResult> {
  return { ...(await replayErasures(owner, parseErasures(await readFile(file, 'utf8'), file))) };
}

function parseErasures(text: string, file: string): ListedErasure[] {
  try {
    const listed: unknown = JSON.parse(text);
    if (Array.isArray(listed) && listed.every(isListed)) return listed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ConfigError(`${file} isn't what tradepost erasure list --json prints.`);
}

const isListed = (entry: Partial<ListedErasure> | null): entry is ListedErasure =>
  Number.isInteger(entry?.tenant_id) &&
  Number.isInteger(entry?.customer_id) &&
  typeof entry?.customer_created_at === 'string';
