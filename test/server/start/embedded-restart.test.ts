import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findRunningEmbedded } from '../../../server/db/embedded/embedded-postgres.ts';
import { spawnCommand } from '../../support/command.ts';
import { onServer } from '../../support/databases.ts';

it('the embedded PostgreSQL is started again when it ends, three times, and then the service ends with the reason', {
  timeout: 300_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-restart-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const child = spawnCommand(['serve', '--json'], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    TRADEPOST_DATA_DIR: dataDir,
  });
  const closed = once(child, 'close') as Promise<[number]>;
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { address, demo_key } = JSON.parse(line.toString()) as Record<string, string>;
  const headers = { Authorization: `Bearer ${demo_key}`, 'Content-Type': 'application/json' };
  const create = async (name: string) => {
    const body = JSON.stringify({ name });
    const response = await fetch(`${address}/api/v1/categories`, { method: 'POST', headers, body });
    const { code } = (await response.json()) as { code?: string };
    return code ?? response.status;
  };
  const running = () => vi.waitUntil(() => findRunningEmbedded(dataDir), { timeout: 60_000 });
  const killPostgres = async () => {
    const folder = await onServer((await running()).url, async (client) => {
      client.on('error', () => {});
      const { rows } = await client.query<{ folder: string }>(
        "SELECT current_setting('data_directory') AS folder",
      );
      return rows[0]!.folder;
    });
    process.kill(
      Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    );
  };
  for (const name of ['Chás', 'Cafés', 'Doces']) {
    await killPostgres();
    const seen = new Set<number | string>();
    await expect.poll(async () => seen.add(await create(name)).has(201), { timeout: 60_000 }).toBe(true);
    // What a request gets while a database is away, and nothing else.
    seen.delete(201);
    seen.delete('service_unavailable');
    expect([...seen]).toEqual([]);
    // A connection outlives its server by a moment, so a request may succeed before the server runs again.
    await running();
  }
  await expect.poll(() => create('Balas')).toBe(201);
  const list = await fetch(`${address}/api/v1/categories?limit=100`, { headers });
  const names = ((await list.json()) as { data: { name: string }[] }).data.map((row) => row.name);
  expect(names).toEqual(expect.arrayContaining(['Chás', 'Cafés', 'Doces']));
  await killPostgres();
  expect((await closed)[0]).toBe(1);
  expect(errors.match(/has ended and was started again/g)).toHaveLength(3);
  expect(errors).toMatch(/has ended, after 3 restarts within 10 minutes/);
});
