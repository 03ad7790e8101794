import { randomBytes } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

/** A service with a role of its own, and what the operator does to that role. */
async function withRole() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const role = `role_${randomBytes(6).toString('hex')}`;
  const asOperator = (sql: string) => onServer(own.url, (client) => client.query(sql));
  await asOperator(`CREATE ROLE ${role} LOGIN PASSWORD 'first'; GRANT tradepost TO ${role}`);
  const url = Object.assign(new URL(own.url), { username: role, password: 'first' }).href;
  const db = openDatabase({ url, size: 4, preparedStatements: true, log: () => {} });
  const environment = await openTestEnvironment({
    database: own,
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await own.drop();
    await onServer(inject('serverUrl'), (client) => client.query(`DROP ROLE ${role}`));
  });
  const disconnect = () =>
    asOperator(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
  const name = new URL(own.url).pathname.slice(1);
  const disconnectAll = () =>
    onServer(inject('serverUrl'), (client) =>
      client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE $1', [
        `${name}%`,
      ]),
    );
  const readiness = async () => {
    const response = await fetch(`${environment.baseUrl}/readyz`);
    return [response.status, ((await response.json()) as { reason?: string }).reason];
  };
  return {
    role,
    name,
    db,
    asOperator,
    disconnect,
    disconnectAll,
    readiness,
    tenant: await environment.tenant(),
  };
}

it.each([
  ['password', "PASSWORD 'second'", "PASSWORD 'first'"],
  ['right to log in', 'NOLOGIN', 'LOGIN'],
  ['connection limit', 'CONNECTION LIMIT 0', 'CONNECTION LIMIT -1'],
])('a changed %s gives 503 with Retry-After until it is changed back', async (_, change, back) => {
  const { role, asOperator, disconnect, tenant } = await withRole();
  const list = () => tenant.request('GET', '/categories');
  expect((await list()).status).toBe(200);
  await asOperator(`ALTER ROLE ${role} ${change}`);
  await disconnect();
  await expect
    .poll(async () => {
      const response = await list();
      return [response.status, response.headers.get('Retry-After')];
    })
    .toEqual([503, '2']);
  const response = await list();
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'service_unavailable' }),
  ]);
  await asOperator(`ALTER ROLE ${role} ${back}`);
  await expect.poll(async () => (await list()).status).toBe(200);
});

it.each([
  [
    'a database that nobody may connect to',
    (name: string) => `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC, tradepost`,
    (name: string) => `GRANT CONNECT ON DATABASE ${name} TO PUBLIC, tradepost`,
  ],
  [
    'a database with another name',
    (name: string) => `ALTER DATABASE ${name} RENAME TO ${name}_renamed`,
    (name: string) => `ALTER DATABASE ${name}_renamed RENAME TO ${name}`,
  ],
])('%s gives 503 with Retry-After until it is as before', async (_, change, back) => {
  const { name, disconnectAll, readiness, tenant } = await withRole();
  const onServers = (sql: string) => onServer(inject('serverUrl'), (client) => client.query(sql));
  const list = async () => {
    const response = await tenant.request('GET', '/categories');
    return [response.status, response.headers.get('Retry-After')];
  };
  expect(await list()).toEqual([200, null]);
  // A database can't be renamed while somebody is connected, and the service connects again.
  await expect
    .poll(async () => {
      await disconnectAll();
      return onServers(change(name)).then(
        () => 'changed',
        () => 'in use',
      );
    })
    .toBe('changed');
  onTestFinished(async () => void (await onServers(back(name)).catch(() => {})));
  await disconnectAll();
  await expect.poll(list).toEqual([503, '2']);
  expect(await readiness()).toEqual([503, expect.any(String)]);
  await onServers(back(name));
  await expect.poll(list).toEqual([200, null]);
  expect((await readiness())[0]).toBe(200);
});

it('a right that was taken back gives 503 until it is granted, and the log says once what is missing', async () => {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const role = `role_${randomBytes(6).toString('hex')}`;
  const asOperator = (sql: string) => onServer(own.url, (client) => client.query(sql));
  await asOperator(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
  await asOperator(`GRANT USAGE ON SCHEMA public, panel, rate_limit TO ${role};
    GRANT ALL ON ALL TABLES IN SCHEMA public, panel, rate_limit TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public, panel, rate_limit TO ${role}`);
  const url = Object.assign(new URL(own.url), { username: role, password: 'p' }).href;
  const logged: string[] = [];
  const db = openDatabase({ url, size: 4, preparedStatements: true, log: (line) => logged.push(line) });
  const environment = await openTestEnvironment({
    database: own,
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await asOperator(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await own.drop();
  });
  const { request } = await environment.tenant();
  const outcomes = async () => {
    const read = await request('GET', '/categories');
    const write = await request('POST', '/categories', { body: { name: 'Chás' } });
    const ready = await fetch(`${environment.baseUrl}/readyz`);
    const { reason } = (await ready.json()) as { reason?: string };
    return [read.status, write.status, ready.status, reason];
  };
  await expect(db.query('SELECT pg_read_file($1)', ['PG_VERSION'])).rejects.toMatchObject({ code: '42501' });
  expect(await outcomes()).toEqual([200, 201, 200, undefined]);
  await asOperator(`REVOKE SELECT ON categories FROM ${role}`);
  expect(await outcomes()).toEqual([503, 503, 503, "the database's user lacks a right (42501)"]);
  expect(logged).toEqual([
    "the database's user lacks a right: permission denied for table categories. Grant it what docs/databases.md lists",
  ]);
  await asOperator(`GRANT SELECT ON categories TO ${role}`);
  expect((await outcomes()).slice(0, 2)).toEqual([200, 201]);
});

it('is unready while no new connection can be made, although an old one works', async () => {
  const { role, db, asOperator, readiness } = await withRole();
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1', []);
    expect(await readiness()).toEqual([200, undefined]);
    await asOperator(`ALTER ROLE ${role} PASSWORD 'second'`);
    // One connection is the transaction's, another that of the readiness check. Both work; a third can't be made.
    const queries = Array.from({ length: 3 }, () => db.query('SELECT pg_sleep(0.2)', []));
    const results = await Promise.allSettled(queries);
    expect(results.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
    expect(results.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    expect(await readiness()).toEqual([503, 'new connections to the database fail (28P01)']);
    await asOperator(`ALTER ROLE ${role} PASSWORD 'first'`);
    await Promise.all([db.query('SELECT pg_sleep(0.2)', []), db.query('SELECT pg_sleep(0.2)', [])]);
    expect(await readiness()).toEqual([200, undefined]);
  });
});
