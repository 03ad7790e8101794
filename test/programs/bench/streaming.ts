// `npm run program bench:streaming [rows]`: an export as NDJSON and as CSV, and its memory compared with listing pages.
import { fileURLToPath } from 'node:url';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { startBenchDatabase } from './bench-database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
/** Enough pages for the heap to grow to the size of a busy server's. */
const WARM_UP_PAGES = 2_000;
const MB = 1024 * 1024;

const cleanup = new CleanupStack();
process.once('SIGINT', () => void cleanup.runAll().then(() => process.exit(1)));

async function countLines(server: ServerProcess, key: string, format: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.address}/api/v1/exports/products?format=${format}`, { headers });
  let lines = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

try {
  const { dataDir, key } = await startBenchDatabase(cleanup.defer, ROWS);
  const cli = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));
  const server = await startServer(cleanup.defer, [cli, 'serve', '--roles', 'api', '--json'], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    TRADEPOST_DATA_DIR: dataDir,
    TRADEPOST_SECRET_KEY: 'bench'.repeat(8),
  });
  const headers = { authorization: `Bearer ${key}` };
  for (let page = 0; page < WARM_UP_PAGES; page += 1)
    await (await fetch(`${server.address}/api/v1/products?limit=200`, { headers })).arrayBuffer();
  const paged = server.peakMemory();
  for (const format of ['ndjson', 'csv']) {
    const started = performance.now();
    const lines = await countLines(server, key, format);
    const seconds = (performance.now() - started) / 1000;
    const ratio = server.peakMemory() / paged;
    if (lines !== ROWS + (format === 'csv' ? 1 : 0))
      throw new Error(`${format} had ${lines} lines for ${ROWS} rows.`);
    console.log(
      `${format}: ${lines} lines in ${seconds.toFixed(1)} s; peak memory ${ratio.toFixed(2)} × that of listing pages (${Math.round(paged / MB)} MB)`,
    );
  }
} finally {
  await cleanup.runAll();
}
