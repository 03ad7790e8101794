import { expect, it } from 'vitest';
import { distribute } from '../../../server/db/migrate/distribute.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

// What it does on a cluster is tested there: npm run test:citus.
it('refuses to distribute a database that is not Citus, and changes nothing', async () => {
  const { databaseUrl, context } = await useTestEnvironment();
  await expect(distribute(databaseUrl)).rejects.toThrow('The database has no extension citus');
  expect(await context.db.query(`SELECT to_regclass('foreign_keys_set_aside')::text AS aside`, [])).toEqual([
    { aside: null },
  ]);
});
