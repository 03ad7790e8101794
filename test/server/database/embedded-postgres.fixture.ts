import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts';

/**
 * A service in a process of its own: `node embedded-postgres.fixture.js <dataDir>`. It prints one line about
 * its server and stops when its standard input ends, so it never outlives the test that started it.
 */
const [dataDir = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
process.stdout.write(`${JSON.stringify({ url: server.url, started: server.started })}\n`);
process.stdin.resume().once('end', async () => {
  await server.stop();
  process.exit();
});
