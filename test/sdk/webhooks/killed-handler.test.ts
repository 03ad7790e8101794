import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import type { EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { signTestDelivery, type TestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { hasRedis } from '../../support/redis-server.ts';
import { SECRET } from './deliveries.ts';
import { kill } from './example-app.ts';
import { openIoredis, openPostgres } from './open-stores.ts';

const LEASE_MS = 3_000; // long enough to see it busy, on a loaded machine too
const fixture = fileURLToPath(new URL('hanging-handler.fixture.ts', import.meta.url));

/** A process whose handler has started and doesn't finish. */
async function startHandling(storeUrl: string, delivery: TestDelivery) {
  const child = spawn(process.execPath, ['--import', 'tsx', fixture], {
    env: { PATH: process.env.PATH, STORE_URL: storeUrl, SECRET, LEASE_MS: String(LEASE_MS) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => kill(child));
  child.stdin.end(JSON.stringify(delivery));
  for await (const chunk of child.stdout) {
    expect(String(chunk)).toBe('started\n');
    break;
  }
  return child;
}

type Opened = { store: EventStore; url: string; close(): Promise<void> };
const STORES: [string, () => Promise<Opened>][] = [
  ['PostgreSQL', openPostgres],
  ...(hasRedis() ? ([['Redis', openIoredis]] as [string, typeof openIoredis][]) : []),
];

describe.each(STORES)('a handler that is killed, with a %s store', (_name, open) => {
  it('runs again in another process when its lease has expired, and not before', async () => {
    const { store, url, close } = await open();
    onTestFinished(close);
    const delivery = await signTestDelivery({
      secret: SECRET,
      event: { event_type: 'order.created', data: { order_id: 1001 } },
    });
    const startedAt = Date.now();
    const child = await startHandling(url, delivery);
    await kill(child);

    let runs = 0;
    const receiver = createWebhookReceiver({ secrets: [SECRET], consumer: 'erp', store });
    receiver.on('order.created', () => void runs++);
    const outcomes = new Set<string>();
    await expect
      .poll(
        async () => {
          const { outcome } = await receiver.receive(delivery);
          outcomes.add(outcome);
          return outcome;
        },
        { timeout: 90_000 },
      )
      .toBe('duplicate');

    expect([...outcomes]).toEqual(['busy', 'handled', 'duplicate']);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(LEASE_MS);
    expect(runs).toBe(1);
  });
});
