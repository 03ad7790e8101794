import { once } from 'node:events';
import { expect, inject, it, onTestFinished } from 'vitest';
import { spawnCommand } from '../../support/command.ts';
import { TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';

it('a first SIGTERM waits for the balancer, and a second one exits with 1 at once', async () => {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  const child = spawnCommand(['serve', '--json'], {
    PORT: '0',
    DATABASE_URL: database.url,
    TRADEPOST_SECRET_KEY: SECRET_KEY,
    SHUTDOWN_DELAY: '10m',
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { address, health_address } = JSON.parse(line.toString()) as Record<string, string>;
  expect(health_address).toBe(address);
  child.kill('SIGTERM');
  const ready = async () => {
    const response = await fetch(`${address}/readyz`);
    return [response.status, response.headers.get('connection')];
  };
  await expect.poll(ready).toEqual([503, 'close']);
  // The echo that npm makes of a signal doesn't count.
  child.kill('SIGTERM');
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  const [code] = await closed.finally(() => clearInterval(again));
  expect(code).toBe(1);
  expect(errors).toContain('stopping: got SIGTERM');
  expect(errors).toContain('stopping at once, with requests or deliveries in progress: got SIGTERM again');
});
