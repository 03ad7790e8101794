import { expect, inject, it } from 'vitest';
import { migrations } from '../../../server/db/migrations/index.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '019-uncounted-recoveries'),
);
const [recoveries, urls, , attempts] = migrations.slice(before.length);

const ROWS = `
INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm) VALUES (1, 'Loja', 'Basic', true, true, 60);
INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret) VALUES (1, 7, 'https://a.example', '', '{}', '');
INSERT INTO webhook_recoveries (tenant_id, registration_id, occurred_from, occurred_until, total, created_at)
  VALUES (1, 7, '2026-01-01Z', '2026-01-02Z', 3, '2026-01-03Z');`;

it('migrations 019 and 020 keep running recoveries, and take the present URL for that of all attempts so far', async () => {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  const found = await onServer(database.url, async (client) => {
    for (const { sql } of before) await client.query(sql!);
    await client.query(ROWS);
    for (const { sql } of [recoveries!, urls!]) await client.query(sql!);
    await client.query("UPDATE webhook_registrations SET url = 'https://b.example'");
    const began = await client.query('SELECT begins_after = created_at AS same FROM webhook_recoveries');
    const had = await client.query(
      "SELECT url, since = '-infinity' AS first FROM webhook_endpoint_urls ORDER BY since",
    );
    return { began: began.rows, had: had.rows };
  });
  await database.drop();
  expect(found).toEqual({
    began: [{ same: true }],
    had: [
      { url: 'https://a.example', first: true },
      { url: 'https://b.example', first: false },
    ],
  });
});

it('migration 022 numbers the URLs so far, and the next one after them', async () => {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  const found = await onServer(database.url, async (client) => {
    for (const { sql } of [...before, { sql: ROWS }, recoveries!, urls!]) await client.query(sql!);
    await client.query("UPDATE webhook_registrations SET url = 'https://b.example'");
    await client.query(attempts!.sql!);
    await client.query("UPDATE webhook_registrations SET url = 'https://c.example'");
    await client.query("UPDATE webhook_registrations SET url = 'https://c.example', description = 'ERP'");
    return client.query('SELECT url, url_number FROM webhook_endpoint_urls ORDER BY since');
  });
  await database.drop();
  expect(found.rows).toEqual([
    { url: 'https://a.example', url_number: 1 },
    { url: 'https://b.example', url_number: 2 },
    { url: 'https://c.example', url_number: 3 },
  ]);
});
