import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dereference } from '@apidevtools/json-schema-ref-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBundle } from '../../server/base/contract.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

// Other tools read the served document. Swagger UI's parser reads it in test/server/http/docs.browser.test.ts, generators in
// test/generators.

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), 'tradepost-generators-'));
const environment = sharedEnvironment();
let served: string;

beforeAll(async () => {
  const response = await fetch(`${environment().baseUrl}/openapi.json`);
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  served = await response.text();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('serves the generated contract with its own address to any origin', async () => {
  const { servers, ...rest } = JSON.parse(served) as { servers: { url: string }[] };
  const { servers: _, ...bundled } = JSON.parse(readBundle()) as { servers: unknown };
  expect(rest).toEqual(bundled);
  expect(servers.map(({ url }) => url)).toEqual([`${environment().baseUrl}/api/v1`]);
  const { headers } = await fetch(`${environment().baseUrl}/openapi.json`);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
});

it("passes Redocly's recommended rules without a warning", () => {
  const file = path.join(scratch, 'openapi.json');
  writeFileSync(file, served);
  // Only x-row names the schema of an imported order: a row of another form is refused by itself.
  const config = path.join(scratch, 'redocly.yaml');
  writeFileSync(
    config,
    'telemetry: off\nextends: [recommended]\nrules:\n  no-server-example.com: off\n  no-unused-components: off\n',
  );
  const run = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, `--config=${config}`, '--format=json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  expect((JSON.parse(run.stdout) as { problems: unknown[] }).problems).toEqual([]);
});

it('has only references that another parser can resolve', async () => {
  const document = await dereference(JSON.parse(served), { dereference: { circular: 'ignore' } });
  expect(JSON.stringify(document)).not.toContain('"$ref"');
});
