// Bundles the contract into generated/openapi.json, derives generated/openapi.ts from the bundle, and collects the workflows
// in generated/workflows.json and the guides in generated/guides.json.
// With --check it writes nothing and fails if the committed files are stale.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guides } from './guides.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const target = check ? mkdtempSync(join(tmpdir(), 'tradepost-generate-')) : join(root, 'generated');

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
  appendFileSync(join(target, 'openapi.ts'), methodTypes(JSON.parse(readFileSync(bundle, 'utf8'))));
  collectWorkflows();
  writeFileSync(join(target, 'guides.json'), `${JSON.stringify(guides(), null, 2)}\n`);
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;

/**
 * The method of each operation that a client calls. openapi-typescript's `operations` has no methods, and includes the
 * operations of `webhooks`, which Tradepost calls itself.
 */
function methodTypes({ paths }: { readonly paths: Paths }): string {
  const lines = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`    ${operationId}: "${method}";`],
    ),
  );
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
  return ['openapi.json', 'openapi.ts', 'workflows.json', 'guides.json'].filter((name) => {
    try {
      return readFileSync(join(target, name), 'utf8') !== readFileSync(join(root, 'generated', name), 'utf8');
    } catch {
      return true;
    }
  });
}

try {
  generate();
  const stale = check ? staleFiles() : [];
  if (stale.length > 0) {
    console.error(`generated/ is stale: ${stale.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  }
} finally {
  if (check) rmSync(target, { recursive: true, force: true });
}
