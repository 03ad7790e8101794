import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, output } from '../sdk/package/packed.ts';
import type { TestEnvironment } from '../support/test-environment.ts';

// Each generator gets the served contract and runs at its default settings. Its client, written by hand in programs/, creates
// a customer and a product, adjusts stock, and takes an order from quote to delivery.

export const folder = fileURLToPath(new URL('.//', import.meta.url));
const root = path.join(folder, '../..');

/** Installs what a package.json of this folder names. No workspace of ours has it, so the root's `npm ci` stays small. */
export const install = (inFolder = '.'): Promise<string> =>
  npm(path.join(folder, inFolder), 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');

export const bin = (name: string, inFolder = '.'): string =>
  path.join(folder, inFolder, 'node_modules', name);
export const program = (name: string): string => path.join(folder, 'programs', name);

/** Hey API and orval ask for Node 22, but their locked versions run on 20 as well. */
export const generate = (...args: string[]): Promise<string> => output(folder, process.execPath, ...args);

/** Empties generated/NAME and writes the served contract to it. Returns its path, relative to this folder. */
export async function saveContract({ baseUrl }: TestEnvironment, name: string): Promise<string> {
  const target = path.join('generated', name);
  rmSync(path.join(folder, target), { recursive: true, force: true });
  mkdirSync(path.join(folder, target), { recursive: true });
  const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
  writeFileSync(path.join(folder, target, 'openapi.json'), served);
  return `${target}/openapi.json`;
}

/** What a program prints, run as a new tenant. */
export async function runAsTenant(
  environment: TestEnvironment,
  command: string,
  ...args: string[]
): Promise<unknown> {
  const { key } = await environment.tenant();
  const settings = {
    TRADEPOST_URL: environment.baseUrl,
    TRADEPOST_KEY: key,
    PYTHONPATH: path.join(folder, 'generated/python'),
  };
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return JSON.parse(await output(root, 'env', ...pairs, command, ...args));
}

/** What every program prints. */
export const SOLD = {
  orders: [{ total: 119.7, status: 'Delivered', paid: 119.7 }],
  more: false,
  csvLines: 2,
};
