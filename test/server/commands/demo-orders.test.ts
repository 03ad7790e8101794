import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { seedDemo } from '../../../server/main/commands/seed.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

it('the demo tenant has an order that was changed and one of which a part came back', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-demo-'));
  const environment = await openTestEnvironment({ env: { TRADEPOST_DATA_DIR: dataDir } });
  try {
    const apiKey = await seedDemo(environment.context);
    const tp = new Tradepost({ apiKey, baseUrl: environment.baseUrl });
    const { data: orders } = await tp.orders.list({ limit: 200 });
    const changed = orders.find(({ changes }) => changes.length > 0);
    expect(changed).toMatchObject({
      ...{ total: 129, channel: 'whatsapp', version: 2, items: [{ sku: 'CAF-250', quantity: 6 }] },
      changes: [{ fields: expect.arrayContaining(['items', 'notes', 'channel', 'total']) }],
    });
    expect(orders.some(({ returns, refunds }) => returns.length > 0 && refunds.length > 0)).toBe(true);
  } finally {
    await environment.close();
    await rm(dataDir, { recursive: true });
  }
});
