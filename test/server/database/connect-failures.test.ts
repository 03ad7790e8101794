import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { ConnectFailures } from '../../../server/db/connect/connect-failures.ts';
import { environmentBehindProxy } from '../../support/environment-behind-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';

const url = (parts: Partial<URL>): string => Object.assign(new URL(inject('serverUrl')), parts).href;
const at = (port: number): string => url({ hostname: '127.0.0.1', port: String(port) });

/** What remains of an attempt to connect. */
async function reasonAfter(connectionString: string): Promise<string | undefined> {
  const failures = new ConnectFailures(() => 0);
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 300 });
  onTestFinished(() => pool.end());
  const error = await pool.connect().catch((failed: Error) => failures.noteError(failed));
  expect(error).toMatchObject({ connecting: true });
  return failures.reason();
}

it.each<[name: string, open: () => Promise<string>]>([
  ['timed out', async () => at(await useTcpServer())],
  ['was refused', async () => at(await freePort())],
  ['was reset', async () => at(await useTcpServer((socket) => void socket.resetAndDestroy()))],
  ['was closed', async () => at(await useTcpServer((socket) => void socket.end()))],
])('one connection that %s says nothing about the others', async (_, open) => {
  expect(await reasonAfter(await open())).toBeUndefined();
});

it.each<[name: string, open: () => string, code: string]>([
  ['the password', () => url({ password: 'wrong' }), '28P01'],
  ['the role', () => url({ username: 'nobody' }), '28P01'],
  ['the database', () => url({ pathname: '/nowhere' }), '3D000'],
])('PostgreSQL that refuses %s refuses every connection', async (_, open, code) => {
  expect(await reasonAfter(open())).toBe(`new connections to the database fail (${code})`);
});

it('a process stays ready while a new connection is reset and another one works', async () => {
  const { environment, proxy } = await environmentBehindProxy();
  const { db } = environment.context;
  await db.query('SELECT 1', []);
  proxy.resetNew();
  const results = await Promise.allSettled([1, 2].map(() => db.query('SELECT pg_sleep(0.1)', [])));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const response = await fetch(`${environment.baseUrl}/readyz`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
});
