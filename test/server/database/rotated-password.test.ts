import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { replaceFile } from '../../../server/base/atomic-file.ts';
import { openDatabase } from '../../../server/db/pool/database.ts';
import { readConfig } from '../../../server/main/config.ts';
import { DeliveryListener } from '../../../server/webhooks/queue/delivery-listener.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

/** A service that reads its URL from a file, and two roles that may use the database. */
async function withUrlFile() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-url-'));
  const file = path.join(folder, 'database-url');
  const asOperator = (sql: string) => onServer(own.url, (client) => client.query(sql));
  const roles = ['blue', 'green'].map((color) => `${color}_${randomBytes(6).toString('hex')}`);
  for (const role of roles)
    await asOperator(
      `CREATE ROLE ${role} LOGIN PASSWORD 'first'; GRANT tradepost TO ${role}; ALTER ROLE ${role} SET role = tradepost`,
    );
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(own.url), { username, password }).href;
  const write = (text: string) => replaceFile(file, `${text}\n`);
  await writeFile(file, `${urlOf(roles[0]!, 'first')}\n`);
  const url = readConfig({ DATABASE_URL_FILE: file }).databaseUrl!;
  const logged: string[] = [];
  const db = openDatabase({ url, size: 4, preparedStatements: true, log: (line) => logged.push(line) });
  const environment = await openTestEnvironment({
    database: own,
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await own.drop();
    await rm(folder, { recursive: true });
    for (const role of roles)
      await onServer(inject('serverUrl'), (client) => client.query(`DROP ROLE ${role}`));
  });
  const { request } = await environment.tenant();
  /** As many as the pool has connections, so that some are new. */
  const statuses = async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => request('GET', '/categories')));
    return new Set(responses.map(({ status }) => status));
  };
  const disconnect = async (role: string) =>
    asOperator(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
  const users = () => db.query<{ user: string }>('SELECT session_user AS user', []);
  return { url, file, db, roles, urlOf, write, logged, asOperator, disconnect, statuses, users };
}

it('a connection that is opened after its file changed has the new password, and open ones go on', async () => {
  const { roles, urlOf, write, asOperator, db, logged } = await withUrlFile();
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1', []);
    await asOperator(`ALTER ROLE ${roles[0]} PASSWORD 'second'`);
    await write(urlOf(roles[0]!, 'second'));
    // More than are open, so some connect with the new password while the transaction keeps its connection.
    const results = await Promise.all([1, 2, 3].map(() => db.query('SELECT pg_sleep(0.2)', [])));
    expect(results).toHaveLength(3);
    await tx.query('SELECT 1', []);
  });
  expect(logged).toEqual([]);
});

it('with two roles in turn, both passwords are changed and no request fails', async () => {
  const { url, roles, urlOf, write, asOperator, statuses } = await withUrlFile();
  const [blue, green] = roles as [string, string];
  const seen = new Set<number>();
  const underLoad = async (step: Promise<unknown>) => {
    const [during] = await Promise.all([statuses(), step]);
    for (const status of during) seen.add(status);
  };
  for (const [role, password] of [
    [green, 'second'],
    [blue, 'third'],
  ] as const) {
    await underLoad(asOperator(`ALTER ROLE ${role} PASSWORD '${password}'`));
    await underLoad(write(urlOf(role, password)));
    const opened = openDatabase({ url, size: 1, preparedStatements: true, log: () => {} });
    onTestFinished(() => opened.close());
    expect(await opened.query('SELECT session_user AS user', [])).toEqual([{ user: role }]);
    await underLoad(opened.query('SELECT 1', []));
  }
  expect([...seen]).toEqual([200]);
});

it('the listener for deliveries connects again with the new password', async () => {
  const { url, roles, urlOf, write, asOperator, disconnect } = await withUrlFile();
  let connected = 0;
  const log = { warn: () => {} } as never;
  const onNotify = (): void => {
    connected += 1;
  };
  const listener = new DeliveryListener({ url, log, onNotify });
  onTestFinished(() => listener.stop());
  await listener.start();
  expect(connected).toBe(1);
  await asOperator(`ALTER ROLE ${roles[0]} PASSWORD 'second'`);
  await write(urlOf(roles[0]!, 'second'));
  await disconnect(roles[0]!);
  await expect.poll(() => connected, { timeout: 10_000 }).toBe(2);
});

it.each([
  ['another host', (url: string) => url.replace('127.0.0.1', 'elsewhere.invalid')],
  ['another database', (url: string) => url.replace(/\/test_/, '/other_')],
  ['a password that is not percent-encoded', (url: string) => url.replace(':first@', ':fi%rst@')],
  ['nothing', () => ''],
])('a file that has %s changes nothing, and the log says so once, without its content', async (_, change) => {
  const { file, roles, urlOf, write, logged, disconnect, users } = await withUrlFile();
  await users();
  await write(change(urlOf(roles[0]!, 'first')));
  for (let round = 0; round < 2; round += 1) {
    await disconnect(roles[0]!);
    await expect.poll(() => users().catch(() => [])).toEqual([{ user: roles[0] }]);
  }
  expect(logged.filter((line) => line.includes(file))).toEqual([
    `${file} can't be read as a URL, or has more than another user and password. The former URL is used until a restart`,
  ]);
  expect(logged.join()).not.toContain('rst@');
});
