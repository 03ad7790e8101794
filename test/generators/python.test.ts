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
  await install('python');
  const openapi = await saveContract(environment(), 'python');
  await generate(
    bin('quicktype/dist/index.js', 'python'),
    ...['--src-lang', 'schema', '--lang', 'python'],
    ...['--src', `${openapi}#/components/schemas/`],
    ...['-o', 'generated/python/tradepost.py'],
  );
}, 600_000);

describe("quicktype's Python classes", () => {
  it('pass pyright in strict mode', async () => {
    expect(await output(folder, process.execPath, bin('pyright/index.js', 'python'), '-p', '.')).toContain(
      '0 errors',
    );
  });

  it('sell and deliver an order', async () => {
    expect(await runAsTenant(environment(), 'python3', program('quicktype.py'))).toEqual(SOLD);
  });
});
