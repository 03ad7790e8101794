// Keeps a copy of products, customers and orders in PostgreSQL. Run it every night, or every five minutes.
import { Tradepost } from '@tradepost/sdk';
import { CREATE_TABLE, postgresCursorStore } from '@tradepost/sdk/cursors/postgres';
import pg from 'pg';

const tp = new Tradepost({ pace: true });
const { DATABASE_URL } = process.env;
const db = new pg.Client({ connectionString: DATABASE_URL });
await db.connect();
await db.query(CREATE_TABLE);
await db.query(`CREATE TABLE IF NOT EXISTS tradepost_rows
  (list text, id int, load int, data jsonb, PRIMARY KEY (list, id))`);

const brought = await tp.sync({
  lists: ['products', 'customers', 'orders'],
  store: postgresCursorStore(db, 'nightly-sync'),
  async apply({ list, rows, load, isLoaded }) {
    for (const row of rows)
      await db.query(
        `INSERT INTO tradepost_rows VALUES ($1, $2, $3, $4)
         ON CONFLICT (list, id) DO UPDATE SET load = excluded.load, data = excluded.data`,
        [list, row.id, load, row],
      );
    // After a restore of the service from a backup, the copy may have what the service has lost.
    if (isLoaded) await db.query('DELETE FROM tradepost_rows WHERE list = $1 AND load <> $2', [list, load]);
  },
});
for (const [list, count] of Object.entries(brought)) console.log(`${list}: ${count}`);
await db.end();
