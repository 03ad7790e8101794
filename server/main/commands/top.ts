import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { KEPT_HOURS } from '../../accounts/tenants/activity.ts';
import { TOP_BY, topTenants } from '../../lifecycle/tenants/top-tenants.ts';
import { readConfig } from '../config.ts';
import { withContext } from './database.ts';
import { command, type Terminal } from './new-program.ts';
import { parseInteger, parseWord } from './option-checks.ts';
import { print } from './print.ts';

/** The processes write their numbers every 10 s, and the queue is read anew each time. */
const REFRESH_MS = 2_000;
const MAX_ROWS = 500;
const CLEAR = '\u001b[H\u001b[J';

interface TopOptions {
  readonly by: string;
  readonly minutes: string;
  readonly limit: string;
  readonly once?: boolean;
  readonly json?: boolean;
}

export function addTopCommand(program: Command, terminal: Terminal): void {
  command(program, 'top', 'which tenants are busiest; refreshes until you press Ctrl+C')
    .option('--by <what>', `one of ${TOP_BY.join(', ')}`, 'database')
    .option('--minutes <count>', 'how far it looks back', '5')
    .option('--limit <rows>', 'how many tenants', '20')
    .option('--once', 'print it once; the default with --json, and where nobody looks')
    .action((options: TopOptions) => top(terminal, options));
}

async function top({ env, stdout }: Terminal, o: TopOptions): Promise<void> {
  const by = parseWord(o.by, '--by', TOP_BY);
  const minutes = parseInteger(o.minutes, '--minutes', 1, KEPT_HOURS * 60);
  const limit = parseInteger(o.limit, '--limit', 1, MAX_ROWS);
  const once = o.once || o.json || !('isTTY' in stdout && stdout.isTTY);
  const interrupted = new AbortController();
  if (!once) process.once('SIGINT', () => interrupted.abort());
  await withContext(readConfig(env), async ({ db }) => {
    do {
      const loads = await topTenants(db, by, minutes, limit);
      if (!once) stdout.write(CLEAR);
      print(
        stdout,
        loads.map((load) => ({ ...load })),
        o.json,
      );
      if (!once) await wait(REFRESH_MS, undefined, { signal: interrupted.signal }).catch(() => {});
    } while (!once && !interrupted.signal.aborted);
  });
}
