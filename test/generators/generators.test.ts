import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { output } from '../sdk/package/packed.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

// Each generator gets the served contract and runs at its default settings. Its client, written by hand in programs/, creates
// a customer and a product, adjusts stock, and takes an order from quote to delivery.

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(folder, '../..');
const generated = path.join(folder, 'generated');
const bin = (name: string): string => path.join(folder, 'node_modules', name);

/** Some generators need Node 22. Where this isn't one, it comes from npm. */
const node22 = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : bin('node-22/bin/node');

const environment = sharedEnvironment();

const generate = (...args: string[]): Promise<string> => output(folder, node22, ...args);

beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(path.join(generated, 'quicktype'), { recursive: true });
  const served = await (await fetch(`${environment().baseUrl}/openapi.json`)).text();
  writeFileSync(path.join(generated, 'openapi.json'), served);
  const openapi = 'generated/openapi.json';
  await generate(bin('openapi-typescript/bin/cli.js'), openapi, '-o', 'generated/openapi-fetch/schema.ts');
  await generate(bin('@hey-api/openapi-ts/bin/run.js'), '-i', `./${openapi}`, '-o', 'generated/hey-api');
  await generate(bin('orval/dist/bin/orval.mjs'), '--config', 'orval.config.js');
  await generate(
    bin('quicktype/dist/index.js'),
    ...['--src-lang', 'schema', '--lang', 'python'],
    ...['--src', `${forQuicktype(served)}#/components/schemas/`],
    ...['-o', 'generated/quicktype/tradepost.py'],
  );
}, 300_000);

/** quicktype takes unevaluatedProperties for additionalProperties, so an allOf that it closes would have no fields. */
function forQuicktype(text: string): string {
  const open = JSON.parse(text, (name, value) => (name === 'unevaluatedProperties' ? undefined : value));
  const file = 'generated/quicktype/openapi.json';
  writeFileSync(path.join(folder, file), JSON.stringify(open));
  return file;
}

/** The program's output, run as a new tenant. */
async function runAsTenant(command: string, ...args: string[]): Promise<unknown> {
  const { key } = await environment().tenant();
  const settings = {
    TRADEPOST_URL: environment().baseUrl,
    TRADEPOST_KEY: key,
    PYTHONPATH: path.join(generated, 'quicktype'),
  };
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return JSON.parse(await output(root, 'env', ...pairs, command, ...args));
}

const SOLD = { orders: [{ total: 119.7, status: 'Delivered', paid: 119.7 }], more: false, csvLines: 2 };

describe('the TypeScript clients', () => {
  it('compile strictly, with the libraries they import', async () => {
    expect(await output(folder, process.execPath, bin('typescript/bin/tsc'), '-p', '.')).toBe('');
  });

  it.each(['openapi-fetch', 'hey-api', 'orval'])('%s sells and delivers an order', async (name) => {
    const program = path.join(folder, 'programs', `${name}.ts`);
    expect(await runAsTenant(process.execPath, '--import', 'tsx', program)).toEqual(SOLD);
  });
});

describe("quicktype's Python classes", () => {
  it('pass pyright in strict mode', async () => {
    expect(await output(folder, process.execPath, bin('pyright/index.js'), '-p', '.')).toContain('0 errors');
  });

  it('sell and deliver an order', async () => {
    expect(await runAsTenant('python3', path.join(folder, 'programs/quicktype.py'))).toEqual(SOLD);
  });
});
