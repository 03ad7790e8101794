import { expect, it, onTestFinished } from 'vitest';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { addTenants } from '../bench/fill-tenants.ts';
import { claimCandidate } from './claims.ts';
import { tenantRequests } from './tenant-requests.ts';

/** `npm run program growth tenants` does the same with a thousand, and compares what the requests cost with those of one. */
const TENANTS = 3;

it('fills tenants whose keys send every request, and from whom a worker claims', async () => {
  const { baseUrl, databaseUrl, context } = await useTestEnvironment();
  const tenants = await addTenants(databaseUrl, {
    count: TENANTS,
    products: TENANTS * 40,
    rateLimit: 'of the plan',
  });
  for (const { title, requests } of tenantRequests(tenants)) {
    const ofEach = requests.slice(0, TENANTS);
    expect(new Set(ofEach.map(({ key }) => key)).size).toBe(TENANTS);
    for (const { method, path, body, key } of ofEach) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(baseUrl + path, { method, headers, body });
      expect(response.ok, title).toBe(true);
      await response.arrayBuffer();
    }
  }
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  const toClaim = { name: 'claim', context, tenantIds, due: 30, postgresCpuSeconds: () => 0 };
  const { round } = await claimCandidate(
    (cleanup) => onTestFinished(async () => void (await cleanup())),
    toClaim,
  );
  expect((await round(0)).operations).toBe(30);
});
