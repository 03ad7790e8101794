import { onServer } from './databases.ts';
import { CATALOGUE, FIRST, type Fill, LARGE, LAST, SMALL, TRADE } from './large-shop-rows.ts';

/** Higher than all ids inserted here. */
const NEXT_ID = 10_000_000;

async function run(url: string, fills: readonly Fill[]): Promise<void> {
  await onServer(url, async (client) => {
    // Without the checks of foreign keys, which the rows keep by themselves. The triggers below fire all the same.
    await client.query('SET session_replication_role = replica');
    for (const { into, columns, rows, values } of fills) {
      const insert = `INSERT INTO ${into} (tenant_id, ${columns})
        SELECT $1, ${values} FROM generate_series(1, $2::int) g, (SELECT $2::int AS n) size`;
      await client.query(insert, [LARGE, rows]);
      await client.query(insert, [SMALL, Math.ceil(rows / 10)]);
      if (columns.startsWith('id,'))
        await client.query(`SELECT setval(pg_get_serial_sequence('${into}', 'id'), ${NEXT_ID})`);
    }
  });
}

/** Those that make documents and lines. */
const FIRE_ALWAYS = `DO $$ DECLARE made record; BEGIN
  FOR made IN SELECT tgrelid::regclass AS of, tgname FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', made.of, made.tgname);
  END LOOP;
END $$`;

const DELIVERIES = `INSERT INTO webhook_deliveries (tenant_id, id, event_id, registration_id, status)
  SELECT tenant_id, delivery_id(event_id, 1), event_id, (tenant_id - 1) * 1000000 + 1, CASE WHEN position % 400 = 0 THEN 'PENDING' ELSE 'SUCCESS' END
  FROM events WHERE position % 4 = 0`;
const QUEUE = `INSERT INTO webhook_queue (tenant_id, delivery_id, registration_id, event_id)
  SELECT tenant_id, id, registration_id, event_id FROM webhook_deliveries WHERE status = 'PENDING'`;

/** Fills an empty database with a large and a small shop, over two connections in parallel. */
export async function fillShops(url: string): Promise<void> {
  await onServer(url, (client) =>
    client.query(`INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
      SELECT g, 'Loja ' || g, 'Enterprise', true, true, 600 FROM generate_series(1, 2) g`),
  );
  await onServer(url, (client) => client.query(FIRE_ALWAYS));
  await run(url, FIRST);
  await Promise.all([run(url, CATALOGUE), run(url, TRADE)]);
  await Promise.all([run(url, LAST), onServer(url, (client) => client.query(`${DELIVERIES}; ${QUEUE}`))]);
  await onServer(url, (client) => client.query('VACUUM ANALYZE'));
}
