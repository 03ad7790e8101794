// Bundles the contract into generated/openapi.json, derives generated/openapi.ts from the bundle, and collects the workflows
// in generated/workflows.json and the guides in generated/guides.json. It also writes the SDK's types and resources. It prints the files that it wrote; what the tools print
// is shown if one fails.
// With --check it writes nothing and fails if the committed files are stale.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleContract } from './bundle-contract.ts';
import { guides } from './guides.ts';
import { FailedRun, mustSucceed, redocly, root, run } from './run.ts';
import { type Document, operationsOf } from './sdk/document.ts';
import { sdkFiles } from './sdk/sdk-files.ts';

const check = process.argv.includes('--check');
const target = check ? mkdtempSync(join(tmpdir(), 'tradepost-generate-')) : join(root, 'generated');
const FILES = ['openapi.json', 'openapi.ts', 'workflows.json', 'guides.json'];

/** Returns the files of the SDK with their text. */
function generate(): Record<string, string> {
  const [bundle, types] = [join(target, 'openapi.json'), join(target, 'openapi.ts')];
  bundleContract('v1', bundle);
  mustSucceed(run('openapi-typescript/bin/cli.js', bundle, '-o', types, '--read-write-markers'));
  const document: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  appendFileSync(types, methodTypes(document));
  collectWorkflows();
  writeFileSync(join(target, 'guides.json'), `${JSON.stringify(guides(), null, 2)}\n`);
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

const WORKFLOWS = 'openapi/workflows';

/** Redocly converts the YAML files, so that neither the service nor this script needs a parser for them. */
function collectWorkflows(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-workflows-'));
  const files = readdirSync(join(root, WORKFLOWS)).filter((name) => name.endsWith('.arazzo.yaml'));
  const sources = files.map((name) => join(WORKFLOWS, name));
  mustSucceed(
    redocly('bundle', ...sources, `--config=${WORKFLOWS}/redocly.yaml`, `--output=${folder}`, '--ext=json'),
  );
  const documents = files.map((name) => {
    const text = readFileSync(join(folder, name.replace(/yaml$/, 'json')), 'utf8');
    return [name.replace(/\.arazzo\.yaml$/, ''), JSON.parse(text)] as const;
  });
  rmSync(folder, { recursive: true });
  writeFileSync(
    join(target, 'workflows.json'),
    `${JSON.stringify(Object.fromEntries(documents), null, 2)}\n`,
  );
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
