import { findTenantByName } from '../../server/accounts/tenants/store.ts';
import { DEMO_TENANT, seedDemo } from '../../server/main/commands/seed.ts';
import type { TestEnvironment, TestTenant } from '../support/test-environment.ts';

/** The demo's tenant, which has several rows of each resource. It sends its requests as one that `makeTenant` makes does. */
export async function demoTenant(
  { context }: TestEnvironment,
  makeTenant: () => Promise<TestTenant>,
): Promise<TestTenant> {
  const key = await seedDemo(context);
  const tenantId = (await findTenantByName(context.db, DEMO_TENANT))!;
  const { request, ...other } = await makeTenant();
  return {
    ...other,
    tenantId,
    key,
    request: (method, where, options) => request(method, where, { ...options, key }),
  };
}
