import { chmod, chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForDatabase } from '../../../server/db/connect/wait-for-database.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import { openAuthority } from '../../support/certificates.ts';
import {
  hasPostgresPrograms,
  initialize,
  type PostgresServer,
  postgresFolder,
  removeFolder,
  startPostgres,
} from '../../support/postgres-cluster.ts';

/** PostgreSQL's own user, when the test runs as root. */
const NOBODY = 65_534;

describe.runIf(hasPostgresPrograms())('a PostgreSQL that takes nothing but TLS', () => {
  let folder: string;
  let server: PostgresServer;
  let file: (name: string) => string;

  beforeAll(async () => {
    folder = await postgresFolder();
    file = (name) => path.join(folder, name);
    const [authority, stranger] = [openAuthority(), openAuthority()];
    const { cert, key } = authority.certify('localhost');
    for (const [name, text] of Object.entries({
      'server.pem': cert,
      'server.key': key,
      'ca.pem': authority.ca,
      'stranger.pem': stranger.ca,
    })) {
      await writeFile(file(name), text);
      await chmod(file(name), 0o600);
      if (process.getuid?.() === 0) await chown(file(name), NOBODY, NOBODY);
    }
    await initialize(file('data'));
    server = await startPostgres(file('data'), {
      ssl: 'on',
      ssl_cert_file: file('server.pem'),
      ssl_key_file: file('server.key'),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await removeFolder(folder);
  });

  const at = (host: string, parameters: string): string =>
    `postgres://postgres@${host}:${server.port}/postgres?${parameters}`;
  const wait = (url: string): Promise<void> =>
    waitForDatabase({ url, setting: 'DATABASE_URL', limitMs: 0, onWaiting: () => {} });

  it.each([
    ['require', '127.0.0.1', () => 'sslmode=require'],
    ['verify-ca for another name', '127.0.0.1', () => `sslmode=verify-ca&sslrootcert=${file('ca.pem')}`],
    ['verify-full', 'localhost', () => `sslmode=verify-full&sslrootcert=${file('ca.pem')}`],
  ])('is migrated and queried with sslmode=%s', async (_mode, host, parameters) => {
    const url = at(host, parameters());
    await wait(url);
    await migrate(url);
    const db: Database = openDatabase({ url, size: 2, preparedStatements: undefined, log: () => {} });
    try {
      const [row] = await db.query('SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()', []);
      expect(row).toEqual({ ssl: true, version: expect.stringMatching(/^TLSv1\.[23]$/) });
    } finally {
      await db.close();
    }
  });

  it.each([
    ['another name', '127.0.0.1', 'ca.pem', /altnames/],
    ['another authority', 'localhost', 'stranger.pem', /certificate/],
  ])('is refused with sslmode=verify-full and a certificate of %s', async (_whose, host, root, words) => {
    const refused = wait(at(host, `sslmode=verify-full&sslrootcert=${file(root)}`));
    await expect(refused).rejects.toThrow(/^TLS to .* fails/);
    await expect(refused).rejects.toThrow(words);
  });
});
