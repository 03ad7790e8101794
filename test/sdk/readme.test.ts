import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../server/commands/seed.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/test-environment.ts';
import { examplesOf } from './package/examples.ts';
import { installInto, writeFiles } from './package/install.ts';
import { output, type Packed, packSdk, tool } from './package/packed.ts';

const BUILD_MS = 180_000; // builds, packs and installs, on a machine with two busy cores
const COMPILE_MS = 120_000;

const run = promisify(execFile);
const examples = examplesOf(new URL('../../sdk/README.md', import.meta.url));

describe('the examples of the README', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-readme-'));
  let packed: Packed;
  let project: string;
  let environment: TestEnvironment;
  let key: string;

  beforeAll(async () => {
    environment = await openTestEnvironment({ env: { TRADEPOST_DATA_DIR: dataDir } });
    key = await seedDemo(environment.context);
    packed = await packSdk();
    project = await installInto(packed, 'readme', '@types/node@20.19.43', 'undici@7.30.2');
    await writeFiles(project, Object.fromEntries(examples.map(({ file, text }) => [file, text])));
  }, BUILD_MS);
  afterAll(async () => {
    await environment?.close();
    await packed?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('are at least 12', () => expect(examples.length).toBeGreaterThanOrEqual(12));

  it(
    'compile',
    async () => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        types: ['node'],
      };
      const files = examples.map(({ file }) => file);
      await writeFiles(project, { 'tsconfig.json': JSON.stringify({ compilerOptions, files }) });
      expect(await output(project, tool('tsc'), '-p', '.')).toBe('');
    },
    COMPILE_MS,
  );

  it.each(examples)('run against the service without errors: $name', async ({ file, text }) => {
    const { code } = await transform(text, { loader: 'ts', format: 'esm' });
    const program = file.replace(/mts$/, 'mjs');
    await writeFiles(project, { [program]: code });
    const env = { PATH: process.env.PATH, TRADEPOST_API_KEY: key, TRADEPOST_URL: environment.baseUrl };
    const running = run(process.execPath, [program], { cwd: project, env });
    // A program that follows the feed ends when it is asked to.
    if (text.includes('.follow(')) running.child.stdout?.once('data', () => running.child.kill('SIGINT'));
    const { stdout, stderr } = await running;
    expect(stderr).toBe('');
    expect(stdout + text).not.toContain(key);
  });
});
