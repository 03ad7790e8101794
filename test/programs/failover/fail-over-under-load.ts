import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry } from '../../../server/http/metrics.ts';
import { startWorker } from '../../../server/main/roles/start-worker.ts';
import { WebhookMetrics } from '../../../server/webhooks/metrics.ts';
import { onServer } from '../../support/databases.ts';
import type { PrimaryAndStandby } from '../../support/primary-and-standby.ts';
import { openEndpoint, type TestEndpoint } from '../../support/test-endpoint.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';
import { type Load, startLoad } from './load.ts';

/** How long clients write before and after a failover. */
const STEADY_WRITES = 40;
const DEADLINE_MS = 60_000;
const POLL_MS = 50;

export interface FailoverResult {
  readonly acknowledged: number;
  readonly refused: number;
  /** From the kill to the next acknowledged write. */
  readonly awayMs: number;
  readonly readyAgain: boolean;
  /** Names of customers that were acknowledged, and that the new primary doesn't have. */
  readonly lost: readonly string[];
  /** Names of those whose event no endpoint has received. */
  readonly undelivered: readonly string[];
}

/** Writes through a service whose primary is killed again and again. */
export async function failOverUnderLoad(
  pair: PrimaryAndStandby,
  failovers: number,
): Promise<FailoverResult[]> {
  const environment = await openTestEnvironment({
    database: { url: pair.url, drop: async () => {} },
    env: { DATABASE_URL: pair.url },
  });
  const endpoint = await openEndpoint();
  const { context } = environment;
  const worker = await startWorker(context, new WebhookMetrics(createRegistry(), context.db));
  const results: FailoverResult[] = [];
  try {
    const tenant = await environment.tenant();
    await register(context, tenant.tenantId, endpoint.url, ['customer.created']);
    while (results.length < failovers) {
      if (results.length > 0) await pair.rejoin();
      const load = startLoad(tenant, `Cliente ${results.length}`);
      results.push(await failOverOnce(pair, load, environment.baseUrl, endpoint));
    }
    return results;
  } finally {
    await worker.stop();
    await environment.close();
    await endpoint.close();
  }
}

async function failOverOnce(
  pair: PrimaryAndStandby,
  load: Load,
  baseUrl: string,
  endpoint: TestEndpoint,
): Promise<FailoverResult> {
  await load.reach(STEADY_WRITES);
  const killedAt = performance.now();
  await pair.failOver();
  const awayMs = (await load.nextAfter(killedAt)) - killedAt;
  await load.reach(load.acknowledged.size + STEADY_WRITES);
  const { ok: readyAgain } = await fetch(`${baseUrl}/readyz`);
  const refused = await load.stop();
  const stored = await storedNames(pair.primaryUrl());
  const undelivered = (): string[] => {
    const names = new Set(endpoint.received.map(({ body }) => nameIn(body)));
    return [...load.acknowledged].filter((name) => !names.has(name));
  };
  const giveUpAt = Date.now() + DEADLINE_MS;
  while (undelivered().length > 0 && Date.now() < giveUpAt) await sleep(POLL_MS);
  return {
    acknowledged: load.acknowledged.size,
    refused,
    awayMs: Math.round(awayMs),
    readyAgain,
    lost: [...load.acknowledged].filter((name) => !stored.has(name)),
    undelivered: undelivered(),
  };
}

const storedNames = (url: string): Promise<Set<string>> =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM customers');
    return new Set(rows.map(({ name }) => name));
  });

const nameIn = (body: Buffer): string =>
  (JSON.parse(body.toString()) as { data: { customer: { name: string } } }).data.customer.name;
