import { expect, it } from 'vitest';
import { TenantActivity } from '../../../server/accounts/tenants/activity.ts';
import { dueFor } from '../../support/due-deliveries.ts';
import { report, runCommand } from '../../support/in-process-command.ts';
import { SECRET_KEY, useTestEnvironment } from '../../support/test-environment.ts';
import { register, switchEndpoint } from '../../support/webhooks.ts';

async function useTop() {
  const environment = await useTestEnvironment();
  const env = { DATABASE_URL: environment.databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY };
  const json = (...args: string[]) => report<Record<string, number>[]>(['top', ...args], env);
  const text = (...args: string[]) => runCommand(['top', ...args], env);
  return { environment, json, text };
}

it('names the tenants that ask for most, and what was refused to them', async () => {
  const { environment, json, text } = await useTop();
  const { context } = environment;
  const [noisy, quiet] = [await environment.tenant({ name: 'Barulho' }), await environment.tenant()];
  for (let n = 0; n < 10; n += 1) await noisy.request('GET', '/products');
  await noisy.request('POST', '/products', { body: {} });
  await noisy.request('GET', '/products/999999');
  await quiet.request('GET', '/me');
  await context.activity.flush();
  expect(await json('--by', 'requests')).toMatchObject([
    { tenant_id: noisy.tenantId, name: 'Barulho', requests: 12, refused: 2, queued: 0, late_seconds: 0 },
    { tenant_id: quiet.tenantId, requests: 1, refused: 0 },
  ]);
  expect(await json('--by', 'refused', '--limit', '1')).toMatchObject([{ tenant_id: noisy.tenantId }]);
  expect((await text()).stdout).toMatch(/^tenant_id +name +requests +refused +database_ms[\s\S]*Barulho/);
});

it('adds up what several processes write, by the time that tenants had connections for', async () => {
  const { environment, json } = await useTop();
  const { db } = environment.context;
  const [a, b] = [await environment.tenant(), await environment.tenant()];
  const processes = [new TenantActivity(db), new TenantActivity(db)];
  for (const activity of processes) {
    activity.usedDatabase(b.tenantId, 700);
    activity.usedDatabase(a.tenantId, 100);
    activity.usedDatabase(a.tenantId, 100.4);
    await activity.flush();
    await activity.flush();
  }
  const top = async () => (await json()).map(({ tenant_id, database_ms }) => [tenant_id, database_ms]);
  expect(await top()).toEqual([
    [b.tenantId, 1400],
    [a.tenantId, 400],
  ]);
  await db.query("UPDATE rate_limit.activity SET minute = minute - interval '5 min'", []);
  expect(await top()).toEqual([]);
  expect(await json('--minutes', '6')).toHaveLength(2);
});

it('shows what waits for whom, and since when, but for what an inactive endpoint keeps', async () => {
  const { environment, json, text } = await useTop();
  const { context } = environment;
  const shops = [];
  for (const count of [3, 5]) {
    const { tenantId } = await environment.tenant();
    const { id } = await register(context, tenantId, 'https://a.example/', ['product.deleted']);
    await context.db.query(
      `SELECT emit_test_event($1, $2, 'product.deleted', '{}') FROM generate_series(1, $3)`,
      [tenantId, id, count],
    );
    await dueFor(context, id, 600);
    shops.push({ tenantId, id });
  }
  await switchEndpoint(context, shops[1]!, false);
  const [late] = await json('--by', 'late');
  expect(late).toMatchObject({ tenant_id: shops[0]!.tenantId, queued: 3 });
  expect(late!.late_seconds).toBeGreaterThanOrEqual(600);
  expect(await json('--by', 'queued')).toMatchObject([{ queued: 5, late_seconds: 0 }, { queued: 3 }]);
  expect((await text('--by', 'name')).stderr).toContain('--by is name');
  expect((await text('--minutes', '181')).stderr).toContain('--minutes is 181');
});
