import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundle, readBundle } from '../../server/base/contract.ts';

const command = fileURLToPath(new URL('node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

export interface PrismSettings {
  /** Changes the contract that Prism reads. */
  readonly change?: (text: string) => string;
  readonly options?: readonly string[];
}

/** Starts Prism between a test and a service. It answers 500 with its violations where a response breaks the contract. */
export async function startPrism(upstream: string, settings: PrismSettings = {}): Promise<string> {
  const { change = (text) => text, options = [] } = settings;
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-prism-'));
  const contract = path.join(folder, 'openapi.json');
  writeFileSync(contract, change(withFullPaths()));
  const args = ['proxy', contract, upstream, '--errors', '--host', '127.0.0.1', '--port', '0', ...options];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  });
  return addressIn(child.stdout);
}

/** Prism looks for operations without the path of `servers`, and our clients send it. */
function withFullPaths(): string {
  const contract = JSON.parse(readBundle()) as { servers: unknown; paths: Record<string, unknown> };
  const [{ url }] = bundle.servers as [{ url: string }];
  const paths = Object.fromEntries(Object.entries(contract.paths).map(([key, item]) => [url + key, item]));
  return JSON.stringify({ ...contract, servers: [{ url: '/' }], paths });
}

/** Prism goes on writing to its output, so it's read to the end. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk) => {
      text += String(chunk);
      const [, address] = /listening on (http:\S+)/.exec(text) ?? [];
      if (address) resolve(address);
    });
    output.once('end', () => reject(new Error(`Prism didn't start: ${text}`)));
  });
}
