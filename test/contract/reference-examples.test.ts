import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Tradepost } from '@tradepost/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../openapi/document.ts';
import { operationsOf } from '../../openapi/operations.ts';
import { curlExample, sdkExample } from '../../openapi/pages/reference/examples.ts';
import { readBundle } from '../../server/base/contract.ts';
import { seedDemo } from '../../server/main/commands/seed.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/test-environment.ts';

const operations = operationsOf(JSON.parse(readBundle()) as Document);
/** Orders first: one of their examples states a total, and trying the promotions would change it. */
const inTurn = [...operations].sort(
  (one, other) => Number(other.tags[0] === 'orders') - Number(one.tags[0] === 'orders'),
);
/** A new installation each, since an example that creates something works once. */
describe.each(['curl', 'SDK'])('the examples of the reference for %s', (kind) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tradepost-reference-'));
  let environment: TestEnvironment;
  let key: string;
  beforeAll(async () => {
    environment = await openTestEnvironment({ env: { TRADEPOST_DATA_DIR: dataDir } });
    key = await seedDemo(environment.context);
  });
  afterAll(async () => {
    await environment?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(inTurn)('run: $operationId', async (operation) => {
    if (kind === 'curl') {
      const env = { ...process.env, TRADEPOST_URL: environment.baseUrl, TRADEPOST_API_KEY: key };
      const command = curlExample(operation).replace(/^curl/, 'curl -sS --fail-with-body');
      await expect(promisify(execFile)('bash', ['-c', command], { env })).resolves.toBeDefined();
    } else {
      const tp = new Tradepost({ apiKey: key, baseUrl: environment.baseUrl });
      const run = new Function('tp', 'console', `return (async () => { ${sdkExample(operation)} })();`);
      await run(tp, { log: () => undefined });
    }
  });
});
