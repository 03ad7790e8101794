import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Actor } from '../../../accounts/audit/actor.ts';
import { recordAudit } from '../../../accounts/audit/store.ts';
import { findTenant, type Tenant } from '../../../accounts/tenants/tenant.ts';
import { replaceFile } from '../../../base/atomic-file.ts';
import { VERSION } from '../../../base/version.ts';
import type { Database } from '../../../db/pool/database.ts';
import type { Querier } from '../../../db/querier.ts';
import { exportedFiles, LEFT_OUT } from './exported-tables.ts';
import { NdjsonFile, type WrittenFile } from './ndjson-file.ts';

/** manifest.json. It's written last: a folder without one isn't a whole export. */
export interface Manifest {
  readonly version: string;
  /** The last migration. */
  readonly schema: string;
  /** The moment whose data it is: all files are of one snapshot. */
  readonly exported_at: string;
  /** Without what operators noted. */
  readonly tenant: Pick<Tenant, 'tenant_id' | 'name' | 'plan' | 'currency' | 'time_zone' | 'created_at'>;
  readonly files: readonly WrittenFile[];
  readonly left_out: Readonly<Record<string, string>>;
}

export class FolderNotEmpty extends Error {}

interface ExportOptions {
  readonly folder: string;
  /** Called after each file. */
  readonly onFile?: (file: string, rows: number) => void;
}

/** Orders have up to 500 lines, half a megabyte: this is the most that is in memory. */
const ROWS_PER_FETCH = 50;

/** Writes all of a tenant's data into a new folder. Undefined if there is no such tenant. */
export async function exportTenant(
  db: Database,
  actor: Actor,
  tenantId: number,
  options: ExportOptions,
): Promise<Manifest | undefined> {
  const { folder } = options;
  if (!(await findTenant(db, tenantId))) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new FolderNotEmpty(folder);
  const manifest = await db.attempt((tx) => writeFiles(tx, tenantId, options));
  const { tenant, files } = manifest;
  await db.transaction((tx) =>
    recordAudit(tx, {
      ...{ tenantId, actor, action: 'tenant.exported' },
      ...{ target: { type: 'tenant', id: tenantId, name: tenant.name }, details: { files: files.length } },
    }),
  );
  await replaceFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

const NOW = `SELECT iso(transaction_timestamp()) AS at, (SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1) AS schema`;

/** Times of day in UTC; and the tenant's rows by an index, or the first of them may be behind all of the others'. */
const SETTINGS = "SELECT set_config('TimeZone', 'UTC', true), set_config('enable_seqscan', 'off', true)";

/** One snapshot. */
async function writeFiles(tx: Querier, tenantId: number, o: ExportOptions): Promise<Manifest> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', []);
  await tx.query(SETTINGS, []);
  const [{ at, schema }] = (await tx.query<{ at: string; schema: string }>(NOW, [])) as [
    { at: string; schema: string },
  ];
  const { tenant_id, name, plan, currency, time_zone, created_at } = (await findTenant(tx, tenantId))!;
  const tenant = { tenant_id, name, plan, currency, time_zone, created_at };
  const files: WrittenFile[] = [];
  for (const { file, select } of exportedFiles()) {
    const written = await writeFile(
      tx,
      path.join(o.folder, file),
      select.replaceAll(':tenant_id', String(tenantId)),
    );
    files.push(written);
    o.onFile?.(file, written.rows);
  }
  return { version: VERSION, schema, exported_at: at, tenant, files, left_out: LEFT_OUT };
}

async function writeFile(tx: Querier, name: string, select: string): Promise<WrittenFile> {
  const file = new NdjsonFile(name);
  try {
    await tx.query(`DECLARE export NO SCROLL CURSOR FOR ${select}`, []);
    for (let count = ROWS_PER_FETCH; count === ROWS_PER_FETCH; ) {
      const rows = await tx.query<{ line: string }>(`FETCH ${ROWS_PER_FETCH} FROM export`, []);
      count = rows.length;
      await file.write(rows.map(({ line }) => line));
    }
    await tx.query('CLOSE export', []);
  } finally {
    await file.end();
  }
  return file.written();
}
