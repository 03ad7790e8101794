import type { Checks } from '../transport/checks.ts';
import { ListSync, type Pass, type State, type SyncClient, type SyncTools } from './list-sync.ts';
import type { SyncList, SyncOptions, SyncReport } from './options.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

const OPTIONS: readonly string[] = [
  'lists',
  'store',
  'apply',
  'onProgress',
  'everyMs',
  'signal',
] satisfies (keyof SyncOptions)[];
const LISTS: readonly string[] = [
  'products',
  'categories',
  'customers',
  'stock',
  'priceTables',
  'promotions',
  'coupons',
  'orders',
] satisfies SyncList[];

export async function syncLists<List extends SyncList>(
  options: SyncOptions<List>,
  client: SyncClient,
  tools: SyncTools,
): Promise<SyncReport<List>> {
  checkOptions(options, tools.checks);
  const { lists, store, everyMs, signal } = options;
  const report = Object.fromEntries(lists.map((list) => [list, 0])) as SyncReport<List>;
  const close = store.open?.();
  try {
    while (!signal?.aborted) {
      const waitMs = await passOrDelay(options, { client, tools, report });
      if (everyMs === undefined) break;
      // An abort ends the loop and isn't an error.
      await tools.sleep(Math.max(everyMs, waitMs), signal).catch(() => {});
    }
    return report;
  } finally {
    close?.();
  }
}

function checkOptions<List extends SyncList>(
  options: SyncOptions<List>,
  { names, type, wholeNumber, refuse }: Checks,
): void {
  names(options, OPTIONS);
  const { lists, store, everyMs = 1 } = options;
  for (const name of ['read', 'write'] as const) type(`store.${name}`, store?.[name] ?? null, 'function');
  type('apply', options.apply ?? null, 'function');
  type('onProgress', options.onProgress, 'function');
  wholeNumber('everyMs', everyMs, 1);
  if (!Array.isArray(lists) || lists.length === 0) refuse("lists has no list. Pass such as ['products'].");
  const known = LISTS.join(', ');
  for (const list of lists)
    if (!LISTS.includes(list)) refuse(`There is no list ${list} to sync, only ${known}.`);
  if (new Set(lists).size < lists.length) refuse('lists has one twice.');
}

/** Returns how long to wait at least before the next pass. */
async function passOrDelay<List extends SyncList>(
  options: SyncOptions<List>,
  pass: Pass<List>,
): Promise<number> {
  try {
    const state = await currentState(options, pass);
    for (const list of options.lists) await new ListSync(list, state, options, pass).run();
    return 0;
  } catch (error) {
    if (options.signal?.aborted) return 0;
    const delayMs = options.everyMs === undefined ? undefined : pass.tools.retryAfterMs(error);
    if (delayMs === undefined) throw error;
    return delayMs;
  }
}

/** Another epoch means that Tradepost continued from a backup: rows may be older again, or gone, and no list says so. */
async function currentState(
  { store, signal }: Pick<SyncOptions, 'store' | 'signal'>,
  { client, tools }: Pick<Pass<SyncList>, 'client' | 'tools'>,
): Promise<State> {
  const saved = readState(await store.read(), tools.checks);
  const { data_epoch: epoch } = (await client.me({ signal })) ?? {};
  if (!epoch) return tools.checks.refuse('The answer to me() has no data_epoch. Check baseUrl.');
  if (saved?.epoch === epoch) return saved;
  const state: State = { sync: 1, epoch, load: (saved?.load ?? 0) + 1, lists: {} };
  await store.write(JSON.stringify(state));
  return state;
}

/** A store that has been used for the feed has a cursor, which would be lost. An empty one of Redis or SQL has null. */
function readState(text: string | null | undefined, { refuse }: Checks): State | undefined {
  if (text == null) return undefined;
  try {
    const state = JSON.parse(text) as State;
    if (state.sync === 1 && typeof state.load === 'number' && state.lists) return state;
  } catch {}
  return refuse('The store has something other than the state of a sync. Give the sync a store of its own.');
}
