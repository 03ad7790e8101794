// Makes the current contract the released one. Run it when a version is released, after raising package.json's version to
// info.version and giving the changelog's unreleased part that number.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from './diff/contract.ts';
import { root } from './diff/redocly.ts';
import { releaseIssues } from './diff/release-issues.ts';

const bundle = join(root, 'generated/openapi.json');
const { version } = readContract(bundle).info;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

const issues = releaseIssues({ contract: version, package: manifest.version }, changelog);
if (issues.length > 0) {
  console.error(issues.join('\n'));
  process.exitCode = 1;
} else {
  copyFileSync(bundle, join(root, 'openapi/released/v1.json'));
  console.log(`openapi/released/v1.json is now ${version}.`);
}
