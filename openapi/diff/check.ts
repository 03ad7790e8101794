// Fails if the contract breaks what the last released one promised and it wasn't accepted, or if info.version doesn't show what
// kind of change it is. With --accept it writes the breaking changes that CHANGELOG.md announces to
// openapi/released/breaking.json, and judges then.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withBundle } from '../bundle-contract.ts';
import { root } from '../run.ts';
import { type Accepted, acceptable, acceptedText, judge } from './accepted.ts';
import { announcedIn } from './changelog.ts';
import { compare } from './compare.ts';
import { hasFailed, report } from './report.ts';

// All options but --accept are for tests.
const { values: options } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    released: { type: 'string', default: join(root, 'openapi/released/v1.json') },
    accepted: { type: 'string', default: join(root, 'openapi/released/breaking.json') },
    contract: { type: 'string', default: 'v1' },
    changelog: { type: 'string', default: join(root, 'CHANGELOG.md') },
    today: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
});

// Bundled anew: generated/openapi.json may be older than the files.
const { breaking, versionIssue } = withBundle(options.contract, (bundle) =>
  compare(options.released, bundle, options.today),
);
const announced = announcedIn(readFileSync(options.changelog, 'utf8'));
if (options.accept) writeFileSync(options.accepted, acceptedText(acceptable(breaking, announced)));
const accepted = JSON.parse(readFileSync(options.accepted, 'utf8')) as Accepted[];
const findings = { ...judge(breaking, announced, accepted), versionIssue };

console.log(report(findings));
if (hasFailed(findings)) process.exitCode = 1;
