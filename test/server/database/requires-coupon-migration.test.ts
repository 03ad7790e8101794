import { expect, inject, it } from 'vitest';
import { migrations } from '../../../server/db/migrations/index.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';

const PAST = '2020-01-01T00:00:00.000Z';
const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '008-requires-coupon'),
);
const [migration] = migrations.slice(before.length);

/** Three promotions of one tenant: the first has a coupon, the second's coupon was deleted, the third has none. */
const ROWS = `
INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm) VALUES (1, 'Loja', 'Basic', true, false, 60);
INSERT INTO promotions (tenant_id, id, name, status, priority, stackable, discount, target, conditions, metadata, updated_at)
  SELECT 1, id, 'P', 'active', 0, false, '{}', '{}', '{}', '{}', '${PAST}' FROM generate_series(1, 3) AS id;
INSERT INTO coupons (tenant_id, code, status, promotion_id, metadata, deleted_at)
  VALUES (1, 'A', 'active', 1, '{}', NULL), (1, 'B', 'active', 2, '{}', now());`;

it('migration 008 marks promotions that a coupon has ever named, and gives every promotion a new version', async () => {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  const rows = await onServer(database.url, async (client) => {
    for (const { sql } of before) await client.query(sql!);
    await client.query(ROWS);
    await client.query(migration!.sql!);
    return (await client.query<{ document: string }>('SELECT document FROM promotions ORDER BY id')).rows;
  });
  await database.drop();
  const promotions = rows.map(({ document }) => JSON.parse(document) as { updated_at: string });
  expect(promotions).toMatchObject([
    { id: 1, requires_coupon: true, version: 2 },
    { id: 2, requires_coupon: true, version: 2 },
    { id: 3, requires_coupon: false, version: 2 },
  ]);
  for (const { updated_at } of promotions) expect(updated_at > PAST).toBe(true);
});
