import knex from 'knex';
import pg from 'pg';

export const PORT = Number(process.env.PORT);
export const TENANT = Number(process.env.TENANT_ID);
/** Who makes the stock movements. */
export const ACTOR = process.env.ACTOR!;

const connectionString = process.env.DATABASE_URL!;
const max = Number(process.env.DATABASE_POOL_SIZE);

/** For the hot reads: pg with prepared statements, which knex doesn't have. */
export const pool = new pg.Pool({ connectionString, max });
/** For everything else, as is usual. */
export const db = knex({ client: 'pg', connection: connectionString, pool: { min: 0, max } });
