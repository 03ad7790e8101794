// Makes the current contract the released one. Run it when a version is released, after raising package.json's version to
// info.version and giving the changelog's unreleased part that number.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBundle } from './bundle-contract.ts';
import { acceptedText } from './diff/accepted.ts';
import { readContract } from './diff/contract.ts';
import { promisesOf } from './diff/promises.ts';
import { releaseIssues } from './diff/release-issues.ts';
import { SERVED } from './diff/served.ts';
import { root } from './run.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

withBundle('v1', (bundle) => {
  const { version } = readContract(bundle).info;
  const issues = releaseIssues({ contract: version, package: manifest.version }, changelog);
  if (issues.length > 0) {
    console.error(issues.join('\n'));
    process.exitCode = 1;
    return;
  }
  copyFileSync(bundle, join(root, 'openapi/released/v1.json'));
  // What was accepted is what is released now.
  writeFileSync(join(root, 'openapi/released/breaking.json'), acceptedText([]));
  writeFileSync(SERVED, promisesOf(readFileSync(bundle, 'utf8')));
  console.log(`openapi/released/v1.json is now ${version}.`);
});
