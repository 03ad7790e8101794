// Bundles the contract into generated/openapi.json, derives generated/openapi.ts from the bundle, and renders the pages of /docs
// into generated/pages.json. It also writes the SDK's types and resources. It prints the files that it wrote; what the tools print
// is shown if one fails, and what the linter says, which knows the place.
// With --check it writes nothing and fails if the committed files are stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildReference } from './build-reference.ts';
import { bundleContract, mistakes } from './bundle-contract.ts';
import { nextServed } from './diff/served.ts';
import type { Document } from './document.ts';
import { guides } from './guides.ts';
import { operationsOf } from './operations.ts';
import { allPages } from './pages/all-pages.ts';
import { FailedRun, inScratchFolder, mustSucceed, root, run } from './run.ts';
import { sdkFiles } from './sdk/sdk-files.ts';
import { nextSince, SINCE } from './since.ts';
import { translations, translator } from './translations.ts';
import { readWorkflows } from './workflows.ts';

/** The text of each file, by its place in the project. */
function generate(folder: string): Record<string, string> {
  const [bundle, types] = [join(folder, 'openapi.json'), join(folder, 'openapi.ts')];
  bundleContract('v1', bundle);
  mustSucceed(run('openapi-typescript/bin/cli.js', bundle, '-o', types, '--read-write-markers'));
  const text = readFileSync(bundle, 'utf8');
  const document: Document = JSON.parse(text);
  const pages = allPages(document, {
    guides: guides(),
    workflows: readWorkflows(),
    translate: translator(translations()),
  });
  return {
    'generated/openapi.json': text,
    'openapi/served.json': nextServed(bundle),
    'openapi/released/columns.json': columnsIn(document),
    [SINCE]: nextSince(document),
    'generated/openapi.ts': readFileSync(types, 'utf8') + methodTypes(document),
    'generated/pages.json': `${JSON.stringify(pages, null, 2)}\n`,
    ...sdkFiles(document),
  };
}

/** Where the bundle takes their order from: what is new there is at the end. */
function columnsIn(document: Document): string {
  const columns = operationsOf(document).flatMap((each) =>
    each['x-columns'] ? [[each.operationId, each['x-columns']]] : [],
  );
  return `${JSON.stringify(Object.fromEntries(columns), null, 2)}\n`;
}

/**
 * The method of each operation that a client calls. openapi-typescript's `operations` has no methods, and includes the
 * operations of `webhooks`, which Tradepost calls itself.
 */
function methodTypes(document: Document): string {
  const lines = operationsOf(document).map(({ operationId, method }) => `    ${operationId}: "${method}";`);
  return `export interface operationMethods {\n${lines.join('\n')}\n}\n`;
}

function isStale([file, text]: [file: string, text: string]): boolean {
  const path = join(root, file);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
}

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(root, file), text);
    console.log(file);
  }
}

function check(files: Record<string, string>): void {
  const stale = Object.entries(files).filter(isStale);
  if (stale.length > 0) fail(`Stale: ${stale.map(([file]) => file).join(', ')}. Run: npm run generate`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

try {
  const files = inScratchFolder(generate);
  if (process.argv.includes('--check')) check(files);
  else {
    write(files);
    buildReference();
  }
} catch (error) {
  fail(error instanceof FailedRun ? error.message : (mistakes('v1') ?? messageOf(error as Error)));
}

/** Our own errors say what to do. Any other is a bug, and needs its stack. */
function messageOf(error: Error): string {
  return error.constructor === Error ? error.message : String(error.stack);
}
