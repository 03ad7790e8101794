// Bundles the contract into generated/openapi.json, derives generated/openapi.ts, generated/sdk-types.ts and the SDK's
// resources from the bundle, and collects the workflows in generated/workflows.json.
// With --check it writes nothing and fails if the committed files are stale.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, operationsOf } from './sdk/document.ts';
import { sdkResources, sdkTypes } from './sdk/generate-sdk.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const RESOURCES = 'sdk/src/resources';
const target = check ? mkdtempSync(join(tmpdir(), 'tradepost-generate-')) : join(root, 'generated');
const resourceTarget = check ? mkdtempSync(join(tmpdir(), 'tradepost-resources-')) : join(root, RESOURCES);

function run(command: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', command), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}

function generate(): void {
  const bundle = join(target, 'openapi.json');
  run('@redocly/cli/bin/cli.js', 'bundle', 'v1', '--config', 'openapi/redocly.yaml', '-o', bundle);
  run('openapi-typescript/bin/cli.js', bundle, '-o', join(target, 'openapi.ts'), '--read-write-markers');
  const document: Document = JSON.parse(readFileSync(bundle, 'utf8'));
  appendFileSync(join(target, 'openapi.ts'), methodTypes(document));
  writeFileSync(join(target, 'sdk-types.ts'), sdkTypes(document));
  const resources = sdkResources(document);
  for (const name of Object.keys(resources))
    writeFileSync(join(resourceTarget, name), formatted(name, resources[name]!));
  collectWorkflows();
}

/** As `npm run format` would write it, so that the linter has nothing to say. */
function formatted(name: string, text: string): string {
  const args = ['check', '--write', `--stdin-file-path=${RESOURCES}/${name}`];
  const biome = join(root, 'node_modules', '@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, ...args], { cwd: root, input: text, encoding: 'utf8' });
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
  run(
    '@redocly/cli/bin/cli.js',
    'bundle',
    ...sources,
    '--config',
    `${WORKFLOWS}/redocly.yaml`,
    '-o',
    folder,
    '--ext',
    'json',
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

function staleFiles(): string[] {
  const resources = readdirSync(resourceTarget).map((name) => [
    join(RESOURCES, name),
    join(resourceTarget, name),
  ]);
  const types = ['openapi.json', 'openapi.ts', 'sdk-types.ts', 'workflows.json'].map((name) => [
    join('generated', name),
    join(target, name),
  ]);
  return [...types, ...resources].flatMap(([committed, fresh]) => {
    try {
      const isSame = readFileSync(join(root, committed!), 'utf8') === readFileSync(fresh!, 'utf8');
      return isSame ? [] : [committed!];
    } catch {
      return [committed!];
    }
  });
}

try {
  generate();
  const stale = check ? staleFiles() : [];
  if (stale.length > 0) {
    console.error(`These are stale: ${stale.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  }
} finally {
  for (const folder of check ? [target, resourceTarget] : [])
    rmSync(folder, { recursive: true, force: true });
}
