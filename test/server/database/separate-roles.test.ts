import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, inject, it, onTestFinished } from 'vitest';
import { smoke } from '../../smoke/run.ts';
import { spawnCommand } from '../../support/command.ts';
import { onServer } from '../../support/databases.ts';
import { freePort } from '../../support/redis-server.ts';

/** The roles of docs/databases.md: an owner, and one that reads and writes rows. */
async function useRoles() {
  const server = inject('serverUrl');
  const name = `roles_${randomBytes(6).toString('hex')}`;
  const app = `${name}_app`;
  const urlOf = (username: string) =>
    Object.assign(new URL(server), { pathname: `/${name}`, username, password: 'p' }).href;
  await onServer(server, async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
    await client.query(`CREATE ROLE ${app} LOGIN PASSWORD 'p'`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${app}`);
  });
  onTestFinished(() =>
    onServer(server, async (client) => {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.query(`DROP ROLE ${app}`);
      await client.query(`DROP ROLE ${name}`);
    }),
  );
  await onServer(urlOf(name), (client) =>
    client.query(`ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app};
      ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO ${app}`),
  );
  return { owner: urlOf(name), app: urlOf(app) };
}

it('a role that only writes rows serves, sends and makes partitions, if the owner is in DATABASE_DIRECT_URL', async () => {
  const { owner, app } = await useRoles();
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const env = { DATABASE_URL: app, DATABASE_DIRECT_URL: owner, TRADEPOST_SECRET_KEY: 's'.repeat(64) };
  const child = spawnCommand(['serve', '--json'], { ...env, ...ports });
  const closed = once(child, 'close');
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  await Promise.race([once(child.stdout, 'data'), closed.then(() => Promise.reject(new Error(log)))]);
  await smoke({ urls: [`http://127.0.0.1:${ports.PORT}`], env, print: () => {} });
  const runs = async () => (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text();
  for (const task of ['make_log_partitions', 'delete_old_events'])
    await expect
      .poll(runs)
      .toMatch(new RegExp(`^tradepost_job_runs_total\\{task="${task}",result="succeeded"\\} [1-9]`, 'm'));
  expect(log).not.toMatch(/permission denied|must be owner/);
});
