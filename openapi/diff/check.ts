// Fails if the contract breaks what the last released one promised and CHANGELOG.md doesn't say so, or if info.version
// doesn't show what kind of change it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcedIn, isAnnounced } from './changelog.ts';
import { compare } from './compare.ts';
import { root } from './redocly.ts';
import { report } from './report.ts';

// The arguments are for tests.
const [
  released = join(root, 'openapi/released/v1.json'),
  current = join(root, 'generated/openapi.json'),
  changelog = join(root, 'CHANGELOG.md'),
  today = new Date().toISOString().slice(0, 10),
] = process.argv.slice(2);

const { breaking, versionIssue } = compare(released, current, today);
const announced = announcedIn(readFileSync(changelog, 'utf8'));
const unannounced = breaking.filter(({ place }) => !isAnnounced(place, announced));

console.log(report({ breaking, unannounced, versionIssue }));
if (unannounced.length > 0 || versionIssue !== undefined) process.exitCode = 1;
