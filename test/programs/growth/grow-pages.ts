import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../bench/webhooks/quantile.ts';
import { type GrownShop, openEmptyAndFull } from './fill-log.ts';
import { type Comparison, table } from './measure-log.ts';

const FEW = 10_000;
/** One of fifty events was given up by its endpoints. */
const FAILING = 50;
const ROUNDS = 60;

/** Every page of the panel that reads the log, and the others beside it. */
async function pagesOf({ environment, tenant }: GrownShop): Promise<Readonly<Record<string, string>>> {
  const [event] = await environment.context.db.query<{ id: string }>(
    'SELECT event_id AS id FROM events WHERE tenant_id = $1 ORDER BY occurred_at DESC LIMIT 1',
    [tenant.tenantId],
  );
  const [endpoint] = await environment.context.db.query<{ id: number }>(
    'SELECT min(id) AS id FROM webhook_registrations WHERE tenant_id = $1',
    [tenant.tenantId],
  );
  const list = '/panel/deliveries';
  return {
    home: '/panel',
    deliveries: list,
    'failed deliveries': `${list}?status=FAILED`,
    'retried deliveries': `${list}?status=RETRYING`,
    'deliveries of an endpoint': `${list}?endpoint=${endpoint!.id}`,
    'deliveries of a kind': `${list}?kind=order.created`,
    'deliveries of a day': `${list}?from=2020-01-01T00:00`,
    'an event in the list': `${list}?q=${event!.id}`,
    'recover a range': `${list}/recover?endpoint=${endpoint!.id}`,
    event: `/panel/events/${event!.id}`,
    search: '/panel/search?q=caf',
    webhooks: '/panel/webhooks',
    endpoint: `/panel/webhooks/${endpoint!.id}`,
    keys: '/panel/keys',
    requests: '/panel/requests',
    audit: '/panel/audit',
    alerts: '/panel/alerts',
    team: '/panel/team',
    account: '/panel/account',
  };
}

/** The p95 of each page of the panel with so many deliveries in the log and with ten thousand, in turn on one PostgreSQL. */
export async function growPages(deliveries: number): Promise<void> {
  const shops = await openEmptyAndFull(deliveries, (line) => console.log(line), undefined, {
    few: FEW,
    failing: FAILING,
  });
  try {
    console.log(table(await compare([shops.empty, shops.full])).join('\n'));
  } finally {
    await shops.close();
  }
}

async function compare(shops: readonly GrownShop[]): Promise<Comparison[]> {
  const pages = await Promise.all(shops.map(pagesOf));
  const compared: Comparison[] = [];
  for (const what of Object.keys(pages[0]!)) {
    const times: number[][] = shops.map(() => []);
    for (let round = -5; round < ROUNDS; round += 1)
      for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const ms = await timeOf(shops[turn]!, pages[turn]![what]!);
        if (round >= 0) times[turn]!.push(ms);
      }
    const [emptyMs, fullMs] = times.map((each) => quantile(each, 0.95));
    compared.push({ what, emptyMs: emptyMs!, fullMs: fullMs! });
  }
  return compared;
}

/** A user has 100 requests in ten seconds: the wait for more of them isn't measured. */
async function timeOf(shop: GrownShop, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status, headers } = await shop.staff.get(path);
  if (status === 200) return performance.now() - startedAt;
  if (status !== 429) throw new Error(`${path}: ${status}`);
  await wait(Number(headers.get('retry-after')) * 1000);
  return timeOf(shop, path);
}
