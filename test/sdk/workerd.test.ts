import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installInto, writeFiles } from './package/install.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { expectedOutput, worker } from './package/runtime-program.ts';
import { json, startServer } from './recording-server.ts';

/** By itself workerd lets a worker call public addresses only. */
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "bundle.js")],
      compatibilityDate = "2026-01-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the packed SDK in workerd', () => {
  let project: string;

  beforeAll(async () => {
    const runtime = '@cloudflare/workerd-linux-64@1.20261117.1';
    project = await installInto(await packedSdk(), 'edge', '--ignore-scripts', runtime);
    await writeFiles(project, { 'worker.mjs': worker, 'config.capnp': CONFIG });
  }, INSTALL_MS);

  it('reads from the API and handles a delivery once', async () => {
    const { baseUrl } = await startServer((response, { url }) =>
      url?.endsWith('/1001')
        ? json(response, 200, { id: 1001, name: 'Café' })
        : json(response, 404, { code: 'not_found', status: 404 }),
    );
    await bundleAsWrangler(project);
    const port = await startWorkerd(project);
    const response = await fetch(`http://127.0.0.1:${port}/?api=${encodeURIComponent(baseUrl)}`);
    expect(await response.json()).toEqual(expectedOutput);
  });
});

/** Without node's modules, which a worker has only if it asks for them. */
async function bundleAsWrangler(project: string): Promise<void> {
  await build({
    entryPoints: [join(project, 'worker.mjs')],
    outfile: join(project, 'bundle.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    tsconfigRaw: {}, // the paths of a tsconfig in a parent folder would lead to the sources
  });
}

/** Returns the port, which workerd reports on a file descriptor. */
async function startWorkerd(project: string): Promise<number> {
  const workerd = join(project, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd');
  const child = spawn(workerd, ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  for await (const line of createInterface(child.stdio[3] as Readable)) {
    const { event, port } = JSON.parse(line);
    if (event === 'listen') return port;
  }
  throw new Error('workerd ended.');
}
