// `npm run program erp` imports the folder files/ and runs the nightly program of an ERP, twice, against the service that `npm start`
// runs, on a key of the Basic plan. `-- --products N --orders N` takes smaller counts. It takes about a second per order: that is what Basic allows.
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Tradepost } from '@tradepost/sdk';
import { report } from '../../support/command.ts';
import { type DayFile, makeDay } from './day-file.ts';
import { importFiles } from './import-files.ts';
import { runNight } from './night.ts';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '3000' }, orders: { type: 'string', default: '500' } },
});
const baseUrl = process.env.TRADEPOST_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
await fetch(`${baseUrl}/healthz`).catch(() => {
  console.error(`${baseUrl} doesn't respond. Start the service first: npm start`);
  process.exit(1);
});

const tenant = ['tenant', 'create', '--name', 'ERP', '--plan', 'Basic'];
const { tenant_id } = await report<{ tenant_id: number }>(tenant, process.env);
const createKey = ['key', 'create', '--tenant', String(tenant_id), '--name', 'erp', '--scopes', 'all'];
const { key } = await report<{ key: string }>(createKey, process.env);

const statuses = new Map<number, number>();
const tp = new Tradepost({
  ...{ apiKey: key, baseUrl, pace: true },
  hooks: { onResponse: ({ status }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1) },
});

const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-erp-'));
try {
  const file = path.join(folder, 'day.json');
  await writeFile(
    file,
    JSON.stringify(makeDay({ products: Number(values.products), orders: Number(values.orders) })),
  );
  const day = JSON.parse(await readFile(file, 'utf8')) as DayFile;
  const nights = [];
  for (const name of ['first', 'second']) {
    const startedAt = performance.now();
    for (const [{ external_id, total: ours }, theirs] of await importFiles(tp))
      deepStrictEqual(ours, theirs, `The total of ${external_id} isn't its invoice's.`);
    const night = await runNight(tp, day);
    nights.push(night);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`the ${name} night took ${seconds} s:`, night);
  }
  deepStrictEqual(nights[1], nights[0], 'The second night changed something.');
  console.log('responses by status:', Object.fromEntries(statuses));
  if (statuses.has(429)) throw new Error('A request was refused with 429.');
} finally {
  await rm(folder, { recursive: true });
}
