// `npm run release:sdk`: checks, packs and publishes the SDK, and tags the commit. With --dry-run it does everything except
// for publishing and tagging. See CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { VERSION } from '../src/transport/version.ts';
import { NO_REPOSITORY, releaseIssues, tagOf } from './issues.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = join(root, 'sdk');

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
const dryRun = values['dry-run'] === true;

const read = (file: string): string => readFileSync(join(sdk, file), 'utf8');

interface Manifest {
  readonly version: string;
  readonly repository?: string;
}

function outputOf(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Shows what the command prints, and throws if it fails. */
function show(command: string, ...args: string[]): void {
  console.log(`\n> ${[command, ...args].join(' ')}`);
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });
}

function findIssues({ version, repository }: Manifest): string[] {
  return releaseIssues({
    version,
    userAgentVersion: VERSION,
    changelog: read('CHANGELOG.md'),
    tags: outputOf('git', 'tag', '--list').split('\n'),
    uncommitted: outputOf('git', 'status', '--porcelain'),
    repository,
  });
}

function release(version: string, folder: string): void {
  show('npm', 'run', 'check');
  show('npm', 'run', 'test:package');
  // Builds it too. What is checked from here on is the file that is published.
  show('npm', 'pack', '--workspace', 'sdk', '--pack-destination', folder);
  const tarball = join(folder, `tradepost-sdk-${version}.tgz`);
  show('npx', 'publint', tarball, '--strict');
  show('npx', 'attw', tarball);
  if (dryRun) {
    console.log(`\nA dry run: ${tagOf(version)} is not set, nothing is published. The package is as follows.`);
    show('tar', '-tzf', tarball);
    return;
  }
  show('npm', 'publish', tarball);
  show('git', 'tag', '--annotate', tagOf(version), '--message', `@tradepost/sdk ${version}`);
  console.log(`\nPublished ${version}. Now: git push origin ${tagOf(version)}`);
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const { version } = manifest;
const found = findIssues(manifest);
const issues = dryRun ? found.filter((issue) => issue !== NO_REPOSITORY) : found;
if (issues.length < found.length) console.log(NO_REPOSITORY);
if (issues.length > 0) {
  console.error(issues.join('\n'));
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-release-'));
  try {
    release(version, folder);
  } catch (error) {
    console.error(`\nNot released: ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
