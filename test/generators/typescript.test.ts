import { beforeAll, describe, expect, it } from 'vitest';
import { output } from '../sdk/package/packed.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import {
  bin,
  folder,
  generate,
  install,
  program,
  runAsTenant,
  SOLD,
  saveContract,
} from './run-generators.ts';

const environment = sharedEnvironment();

beforeAll(async () => {
  await install();
  const openapi = await saveContract(environment(), 'typescript');
  const target = (name: string): string => `generated/typescript/${name}`;
  await Promise.all([
    generate(bin('openapi-typescript/bin/cli.js'), openapi, '-o', target('openapi-fetch/schema.ts')),
    generate(bin('@hey-api/openapi-ts/bin/run.js'), '-i', `./${openapi}`, '-o', target('hey-api')),
    generate(bin('orval/dist/bin/orval.mjs'), '--config', 'orval.config.js'),
  ]);
}, 600_000);

describe('the TypeScript clients', () => {
  it('compile strictly, with the libraries they import', async () => {
    expect(await output(folder, process.execPath, bin('typescript/bin/tsc'), '-p', '.')).toBe('');
  });

  it.each(['openapi-fetch', 'hey-api', 'orval'])('%s sells and delivers an order', async (name) => {
    const args = ['--import', 'tsx', program(`${name}.ts`)];
    expect(await runAsTenant(environment(), process.execPath, ...args)).toEqual(SOLD);
  });
});
