import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Actor } from '../../../server/accounts/audit/actor.ts';
import {
  exportTenant,
  FolderNotEmpty,
  type Manifest,
} from '../../../server/lifecycle/tenants/export/export-tenant.ts';
import { EXPORTED_TABLES, LEFT_OUT } from '../../../server/lifecycle/tenants/export/exported-tables.ts';
import { openSampleShop } from '../../support/panel-sample.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { rowsOfTenant, tablesOfTenants } from '../../support/tenant-rows.ts';

const environment = sharedEnvironment();
const eva: Actor = { type: 'operator', name: 'Eva' };

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const linesOf = async (folder: string, file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path.join(folder, file), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('writes each table, or says why not', async () => {
  const decided = [...EXPORTED_TABLES, ...Object.keys(LEFT_OUT), 'tenants'];
  expect(decided.toSorted()).toEqual(await tablesOfTenants(environment().context.db));
});

it('writes documents as the API shows them, all of one moment, with a manifest that proves them', async () => {
  const { db } = environment().context;
  const { shop, tenantId } = await openSampleShop(environment());
  const before = await rowsOfTenant(db, tenantId);
  const folder = await newFolder();
  let during = 0;
  const onFile = async (file: string) => {
    if (file === 'categories.ndjson') during = (await shop.tp.products.create(NEW)).id;
  };
  const files: Promise<void>[] = [];
  const manifest = (await exportTenant(db, eva, tenantId, {
    folder,
    onFile: (file) => void files.push(onFile(file)),
  }))!;
  await Promise.all(files);
  expect(during).toBeGreaterThan(0);
  expect(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
  for (const { file, rows, bytes, sha256 } of manifest.files) {
    const content = await readFile(path.join(folder, file));
    expect([content.length, createHash('sha256').update(content).digest('hex')], file).toEqual([
      bytes,
      sha256,
    ]);
    expect(await linesOf(folder, file), file).toHaveLength(rows);
    expect((await stat(path.join(folder, file))).mode & 0o077).toBe(0);
  }
  for (const [table, count] of Object.entries(before))
    if (EXPORTED_TABLES.includes(table)) expect(rowsIn(manifest, table), table).toBe(count);
  const products = await linesOf(folder, 'products.ndjson');
  expect(products.map(({ id }) => id)).not.toContain(during);
  const first = products[0]!;
  expect(first).toEqual(await (await shop.request('GET', `/products/${first.id}`)).json());
});

const NEW = { name: 'Written meanwhile', sku: 'MEANWHILE', price: 1 };
const rowsIn = ({ files }: Manifest, table: string): number =>
  files.find(({ file }) => file === `${table.replaceAll('_', '-')}.ndjson`)!.rows;

it('holds no key, no hash and no secret', async () => {
  const { db } = environment().context;
  const { tenantId, shop } = await openSampleShop(environment());
  const folder = await newFolder();
  await exportTenant(db, eva, tenantId, { folder });
  const secrets = await db.query<{ text: string }>(
    `SELECT encode(hash, 'hex') AS text FROM api_keys WHERE tenant_id = $1
     UNION ALL SELECT encode(secret, v) FROM webhook_registrations, unnest('{hex,base64}'::text[]) v WHERE tenant_id = $1
     UNION ALL SELECT password FROM users WHERE tenant_id = $1`,
    [tenantId],
  );
  expect(secrets.length).toBeGreaterThan(10);
  for (const file of await readdir(folder)) {
    const content = await readFile(path.join(folder, file), 'utf8');
    for (const text of [shop.key, ...secrets.map((row) => row.text)]) expect(content).not.toContain(text);
    expect(content).not.toMatch(/"(hash|secret|previous_secret|password)":/);
  }
});

it("refuses a folder that isn't empty, and leaves it as it is", async () => {
  const { tenantId } = await environment().tenant();
  const folder = await newFolder();
  await exportTenant(environment().context.db, eva, tenantId, { folder });
  const before = await readdir(folder);
  await expect(exportTenant(environment().context.db, eva, tenantId, { folder })).rejects.toThrow(
    FolderNotEmpty,
  );
  expect(await readdir(folder)).toEqual(before);
});
