import { expect, inject, it } from 'vitest';
import { CLUSTER_FUNCTIONS } from '../../../server/db/migrate/cluster-functions.ts';
import { statements } from '../../../server/db/querier.ts';
import { clusterForm } from '../../../server/db/sql/cluster-form.ts';
import { plantFor } from '../../contract/walk-rows.ts';
import { requestSamples } from '../../contract-check/request-samples.ts';
import { demoTenant } from '../../partitioned/demo-tenant.ts';
import { sendExamples } from '../../partitioned/send-examples.ts';
import { sendRare } from '../../partitioned/send-rare.ts';
import '../../../server/webhooks/recovery/advance-recoveries.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

/** They are of the coordinator alone, or about several tenants. A recovery ends in an UPDATE, and runs in parts. */
const INSERT_WITHIN_WITH = ['begin feed epoch', 'record refused requests', 'recovery: advance'];

it('leaves no statement of a tenant that inserts within WITH', () => {
  const found = [...statements.values()].filter(({ name, text }) =>
    /\(\s*INSERT INTO/.test(clusterForm({ name, text }).text),
  );
  expect(found.map(({ name }) => name).sort()).toEqual(INSERT_WITHIN_WITH);
});

/** One PostgreSQL with the functions of a cluster, and with what they ask of Citus. */
const LIKE_CITUS = [
  `CREATE FUNCTION shard_name(regclass, bigint) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'`,
  `CREATE FUNCTION get_shard_id_for_distribution_column(regclass, anyelement) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`,
  ...CLUSTER_FUNCTIONS,
];

it('does the same as on one PostgreSQL, whatever a tenant writes', { timeout: 300_000 }, async () => {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  await onServer(database.url, async (client) => {
    for (const sql of LIKE_CITUS) await client.query(sql);
  });
  const environment = await useTestEnvironment({ database, roles: ['api'] });
  await sendRare(await demoTenant(environment, environment.tenant));
  for (const sample of requestSamples.filter(({ hasBody }) => hasBody))
    await sendExamples(sample, async () => {
      const tenant = await environment.tenant();
      await plantFor(sample, environment, tenant.tenantId);
      return tenant;
    });
});
