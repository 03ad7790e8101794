import { onServer } from '../../support/databases.ts';

/** Leaves neither autovacuum nor a checkpoint anything of the filling to do during the rounds. */
export const settle = (url: string): Promise<void> =>
  onServer(url, async (client) => {
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
