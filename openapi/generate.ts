// Bundles the contract into generated/openapi.json, derives generated/openapi.ts from the bundle, and renders the pages of /docs
// into generated/pages.json. It also writes the SDK's types and resources. It prints the files that it wrote; what the tools print
// is shown if one fails.
// With --check it writes nothing and fails if the committed files are stale.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleContract } from './bundle-contract.ts';
import { guides } from './guides.ts';
import { allPages } from './pages/all-pages.ts';
import type { Document } from './pages/contract/document.ts';
import { FailedRun, mustSucceed, root, run } from './run.ts';
import { operationsOf } from './sdk/document.ts';
import { sdkFiles } from './sdk/sdk-files.ts';
import { readWorkflows } from './workflows.ts';

const check = process.argv.includes('--check');
const target = check ? mkdtempSync(join(tmpdir(), 'tradepost-generate-')) : join(root, 'generated');
const FILES = ['openapi.json', 'openapi.ts', 'pages.json'];

/** Returns the files of the SDK with their text. */
function generate(): Record<string, string> {
  const [bundle, types] = [join(target, 'openapi.json'), join(target, 'openapi.ts')];
  bundleContract('v1', bundle);
  mustSucceed(run('openapi-typescript/bin/cli.js', bundle, '-o', types, '--read-write-markers'));
  const document: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  appendFileSync(types, methodTypes(document));
  const pages = allPages(document, { guides: guides(), workflows: readWorkflows() });
  writeFileSync(join(target, 'pages.json'), `${JSON.stringify(pages, null, 2)}\n`);
  return sdkFiles(document);
}

/**
 * The method of each operation that a client calls. openapi-typescript's `operations` has no methods, and includes the
 * operations of `webhooks`, which Tradepost calls itself.
 */
function methodTypes(document: Document): string {
  const lines = operationsOf(document).map(({ operationId, method }) => `    ${operationId}: "${method}";`);
  return `export interface operationMethods {\n${lines.join('\n')}\n}\n`;
}

function staleFiles(sdk: Record<string, string>): string[] {
  const fresh = FILES.map((name) => [`generated/${name}`, textOf(join(target, name))] as const);
  return [...fresh, ...Object.entries(sdk)]
    .filter(([file, text]) => textOf(join(root, file)) !== text)
    .map(([file]) => file);
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

try {
  const sdk = generate();
  const stale = check ? staleFiles(sdk) : [];
  if (stale.length > 0) fail(`Stale: ${stale.join(', ')}. Run: npm run generate`);
  if (!check) {
    for (const [file, text] of Object.entries(sdk)) writeFileSync(join(root, file), text);
    for (const file of [...FILES.map((name) => `generated/${name}`), ...Object.keys(sdk)]) console.log(file);
  }
} catch (error) {
  if (!(error instanceof FailedRun)) throw error;
  fail(error.message);
} finally {
  if (check) rmSync(target, { recursive: true, force: true });
}
