// Keeps a copy of products, customers and orders in PostgreSQL. Run it every night, or every five minutes.
import { Tradepost } from '@tradepost/sdk';
import pg from 'pg';

const tp = new Tradepost({ pace: true });
const { DATABASE_URL } = process.env;
const db = new pg.Client({ connectionString: DATABASE_URL });
await db.connect();
await db.query(`CREATE TABLE IF NOT EXISTS tradepost_copy
  (list text, id int, updated_at timestamptz, data jsonb, PRIMARY KEY (list, id))`);

interface Row {
  readonly id: number;
  readonly updated_at: string;
}

/** After a restore of the service from a backup, the copy may have what the service has lost: it begins anew. */
await db.query('CREATE TABLE IF NOT EXISTS tradepost_epoch (data_epoch text)');
const { data_epoch } = await tp.me();
if ((await db.query('SELECT FROM tradepost_epoch WHERE data_epoch = $1', [data_epoch])).rowCount === 0) {
  await db.query('TRUNCATE tradepost_copy, tradepost_epoch');
  await db.query('INSERT INTO tradepost_epoch VALUES ($1)', [data_epoch]);
}

/** The newest row of the copy is the bookmark, so a sync that was killed continues where it stopped. */
async function sync(list: string, changedSince: (since: string) => AsyncIterable<Row>): Promise<void> {
  const { rows } = await db.query('SELECT max(updated_at) AS newest FROM tradepost_copy WHERE list = $1', [
    list,
  ]);
  let count = 0;
  for await (const row of changedSince(rows[0].newest?.toISOString() ?? '1970-01-01T00:00:00.000Z')) {
    await db.query(
      `INSERT INTO tradepost_copy VALUES ($1, $2, $3, $4)
       ON CONFLICT (list, id) DO UPDATE SET updated_at = excluded.updated_at, data = excluded.data`,
      [list, row.id, row.updated_at, row],
    );
    count += 1;
  }
  console.log(`${list}: ${count}`);
}

const page = { sort: 'updated_at', limit: 200 } as const;
await sync('products', (updated_since) =>
  tp.products.list({ ...page, updated_since, include_deleted: true }),
);
await sync('customers', (updated_since) =>
  tp.customers.list({ ...page, updated_since, include_deleted: true }),
);
await sync('orders', (updated_since) => tp.orders.list({ ...page, updated_since }));
await db.end();
