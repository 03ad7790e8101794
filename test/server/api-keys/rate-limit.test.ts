import { expect, inject, it, onTestFinished } from 'vitest';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { ownDatabase } from '../../support/databases.ts';
import { openTestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';

const POLICY = '"plan";q=60;w=60';
const leftOf = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('RateLimit')!)![1]);

async function statuses(
  count: number,
  ask: (n: number) => Promise<Response>,
): Promise<Record<number, number>> {
  const tally: Record<number, number> = {};
  const responses = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
  for (const { status } of responses) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
}

const cases: [status: number, ask: (tenant: TestTenant, weak: string) => Promise<Response>, left: number][] =
  [
    [200, ({ request }) => request('GET', '/products'), 59],
    [400, ({ request }) => request('GET', '/products?limit=0'), 59],
    [404, ({ request }) => request('GET', '/products/1'), 59],
    [406, ({ request }) => request('GET', '/products', { headers: { accept: 'text/html' } }), 59],
    [
      415,
      ({ request }) => request('POST', '/products', { raw: '{}', headers: { 'content-type': 'text/plain' } }),
      59,
    ],
    [403, ({ request }, weak) => request('GET', '/products', { key: weak }), 59],
    [404, ({ request }) => request('GET', '/nowhere'), 59],
    [405, ({ request }) => request('DELETE', '/me'), 59],
  ];

it.each(cases)('sends the rate limit headers with a %s', async (status, ask, left) => {
  const { tenant } = await useTestEnvironment();
  const basic = await tenant({ plan: 'Basic' });
  const response = await ask(basic, (await basic.addKey([])).key);
  expect([response.status, response.headers.get('RateLimit-Policy'), leftOf(response)]).toEqual([
    status,
    POLICY,
    left,
  ]);
});

it('responds 429 after 60 requests of one tenant with any of its keys, and does not affect others', async () => {
  const { tenant } = await useTestEnvironment();
  const [basic, other] = [await tenant({ plan: 'Basic' }), await tenant({ plan: 'Basic' })];
  const keys = [basic.key, (await basic.addKey(SCOPES)).key];
  expect(await statuses(65, (n) => basic.request('GET', '/me', { key: keys[n % 2] }))).toEqual({
    200: 60,
    429: 5,
  });
  const refused = await basic.request('GET', '/me');
  expect(await refused.json()).toMatchObject({ code: 'rate_limit_exceeded', errors: [] });
  const seconds = Number(refused.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.headers.get('RateLimit')).toBe(`"plan";r=0;t=${seconds}`);
  expect(leftOf(await other.request('GET', '/me'))).toBe(59);
});

it('counts across two processes on one database', async () => {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(() => database.drop());
  const env = { DATABASE_URL: database.url };
  const [one, two] = [
    await openTestEnvironment({ database, env }),
    await openTestEnvironment({ database, env }),
  ];
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  const basic = await one.tenant({ plan: 'Basic' });
  const elsewhere = (): Promise<Response> =>
    fetch(`${two.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${basic.key}` } });
  expect(await statuses(70, (n) => (n % 2 ? basic.request('GET', '/me') : elsewhere()))).toEqual({
    200: 60,
    429: 10,
  });
});
