import knex from 'knex';
import pg from 'pg';

export const PORT = Number(process.env.PORT);

const connectionString = process.env.DATABASE_URL!;
const max = Number(process.env.DATABASE_POOL_SIZE);

/** For the hot reads: pg with prepared statements, which knex doesn't have. */
export const pool = new pg.Pool({ connectionString, max });
/** For everything else, as is usual. */
export const db = knex({ client: 'pg', connection: connectionString, pool: { min: 0, max } });
