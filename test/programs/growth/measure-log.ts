import { setTimeout as wait } from 'node:timers/promises';
import { claimTenants } from '../../../server/webhooks/queue/claim.ts';
import { completeAttempts } from '../../../server/webhooks/queue/complete.ts';
import { median } from '../bench/statistics.ts';
import { accepted, CAPACITY } from './claims.ts';
import type { EmptyAndFull, GrownShop } from './fill-log.ts';
import { KIND } from './fill-log.ts';

/** Events of a round, each of which goes to the shop's five endpoints. */
const EVENTS = 20;

export type Timed = Readonly<Record<string, number>>;
export interface Comparison {
  readonly what: string;
  readonly emptyMs: number;
  readonly fullMs: number;
}

/** The median, or what `pick` takes, of each step in both shops, which take turns: what disturbs the machine disturbs both. */
export async function measure(
  { empty, full }: EmptyAndFull,
  rounds: number,
  pick = median,
): Promise<Comparison[]> {
  const times = { empty: [] as Timed[], full: [] as Timed[] };
  // The first rounds plan, and read what the disk has.
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    const turn = [['empty', empty] as const, ['full', full] as const];
    for (const [name, shop] of round % 2 === 0 ? turn : turn.toReversed()) {
      const timed = await runRound(shop);
      if (round >= 0) times[name].push(timed);
    }
  }
  return Object.keys(times.empty[0]!).map((what) => ({
    what,
    emptyMs: pick(times.empty.map((timed) => timed[what]!)),
    fullMs: pick(times.full.map((timed) => timed[what]!)),
  }));
}

async function runRound(shop: GrownShop): Promise<Timed> {
  const { environment, tenant, worker, staff } = shop;
  const { tenantId } = tenant;
  const timed: Record<string, number> = {};
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work();
    timed[what] = performance.now() - startedAt;
    return result;
  };
  const emit = `SELECT emit_event($1, '${KIND}', '{"product_id":1}') FROM generate_series(1, ${EVENTS})`;
  await time('emit', () => environment.context.db.query(emit, [tenantId]));
  const { deliveries } = await time('claim', () => claimTenants(worker, [tenantId], CAPACITY));
  if (deliveries.length !== EVENTS * 5) throw new Error(`${deliveries.length} deliveries were claimed`);
  await time('complete', () => completeAttempts(worker, deliveries.map(accepted)));
  await time('GET /events, first page', () => get(shop, '/events?limit=50'));
  await time('GET /products', () => get(shop, '/products?limit=50'));
  /** A user has 100 requests in ten seconds: the wait for more of them isn't measured. */
  const timePage = async (what: string, path: string): Promise<void> => {
    const { status, headers } = await time(what, () => staff.get(path));
    if (status === 200) return;
    if (status !== 429) throw new Error(`${path}: ${status}`);
    await wait(Number(headers.get('retry-after')) * 1000);
    await timePage(what, path);
  };
  await timePage('panel: deliveries', '/panel/deliveries');
  await timePage('panel: failed deliveries', '/panel/deliveries?status=FAILED');
  await timePage('panel: a delivery', `/panel/deliveries?open=${deliveries[0]!.id}`);
  return timed;
}

async function get({ environment, tenant }: GrownShop, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${tenant.key}` };
  const response = await fetch(`${environment.baseUrl}/api/v1${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await response.text();
}

/** What a busy machine disturbs least. */
export const fastest = (values: readonly number[]): number => Math.min(...values);

export const table = (compared: readonly Comparison[]): string[] =>
  compared.map(
    ({ what, emptyMs, fullMs }) =>
      `${what.padEnd(28)} ${emptyMs.toFixed(2).padStart(8)} ms empty ${fullMs.toFixed(2).padStart(8)} ms full ${(fullMs / emptyMs).toFixed(2).padStart(6)} x`,
  );
