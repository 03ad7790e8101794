// The short form of the tests on other versions of Node, whose binaries npm has.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The oldest that works, and those with long-term support. */
const VERSIONS = ['20.19', '22', '24'];
/** What depends on Node: HTTP, the prototypes of Express's constructors, TLS, processes, sending, starting. */
const TESTS = [
  'test/server/http/pipeline.test.ts',
  'test/server/http/raw-requests.test.ts',
  'test/server/http/slow-requests.test.ts',
  'test/server/orders/orders.test.ts',
  'test/server/lists/streams.test.ts',
  'test/server/database/tls.test.ts',
  'test/server/process',
  'test/server/start',
  'test/server/webhooks/http-post.test.ts',
  'test/server/webhooks/response-record.test.ts',
  'test/server/webhooks/delivery.test.ts',
];

const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-nodes-'));
try {
  process.exitCode = VERSIONS.map((version) => testOn(version)).includes(false) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function testOn(version: string): boolean {
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  if (!succeeds('npm', [...install, `node-${platform}@${version}`], folder)) return false;
  const bin = path.join(folder, 'node_modules', `node-${platform}`, 'bin');
  console.log(`\n=== Node ${version}`);
  const tests = process.argv.length > 2 ? process.argv.slice(2) : TESTS;
  return succeeds(
    'node',
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'tests', ...tests],
    '.',
    bin,
  );
}

/** `node` in the tests, which start processes, too, is this one. */
function succeeds(command: string, args: readonly string[], cwd: string, bin = ''): boolean {
  const env = { ...process.env, PATH: [bin, process.env.PATH].filter(Boolean).join(path.delimiter) };
  return spawnSync(command, args, { cwd, env, stdio: 'inherit' }).status === 0;
}
