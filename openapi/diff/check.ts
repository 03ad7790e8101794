// Fails if the contract breaks what the last released one promised, or what is served since, and it wasn't accepted; or if info.version
// doesn't show what kind of change it is. With --accept it writes the breaking changes that CHANGELOG.md announces to
// openapi/released/breaking.json, and what is served from now on to openapi/served.json, and judges then.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withBundle } from '../bundle-contract.ts';
import { root } from '../run.ts';
import { type Accepted, acceptable, acceptedText, judge } from './accepted.ts';
import type { BreakingChange } from './breaking-change.ts';
import { announcedIn, announcing } from './changelog.ts';
import { compare } from './compare.ts';
import { promisesOf } from './promises.ts';
import { hasFailed, report } from './report.ts';
import { breaksOf, breaksOfServed, SERVED, today } from './served.ts';

// All options but --accept are for tests.
const { values: options } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    released: { type: 'string', default: join(root, 'openapi/released/v1.json') },
    accepted: { type: 'string', default: join(root, 'openapi/released/breaking.json') },
    served: { type: 'string', default: SERVED },
    contract: { type: 'string', default: 'v1' },
    changelog: { type: 'string', default: join(root, 'CHANGELOG.md') },
    today: { type: 'string', default: today() },
  },
});

const announced = announcedIn(readFileSync(options.changelog, 'utf8'));
const isAnnounced = ({ place }: BreakingChange): boolean => announcing(place, announced) !== undefined;

// Bundled anew: generated/openapi.json may be older than the files.
const { breaking, versionIssue, ofServed } = withBundle(options.contract, compared);
if (options.accept) writeFileSync(options.accepted, acceptedText(acceptable(breaking, announced)));
const accepted = JSON.parse(readFileSync(options.accepted, 'utf8')) as Accepted[];
const judged = judge(breaking, announced, accepted);
const known = new Set([...judged.unannounced, ...judged.unaccepted].map(textOf));
const findings = { ...judged, ofServed: ofServed.filter((each) => !known.has(textOf(each))), versionIssue };

console.log(report(findings));
if (hasFailed(findings)) process.exitCode = 1;

function textOf({ place, ruleId, message }: BreakingChange): string {
  return JSON.stringify([place, ruleId, message]);
}

function compared(bundle: string) {
  const whole = compare(options.released, bundle, options.today);
  const promises = promisesOf(readFileSync(bundle, 'utf8'));
  const breaks =
    options.served === SERVED
      ? breaksOfServed(promises, options.today)
      : breaksOf(options.served, promises, options.today);
  if (!options.accept || !breaks.every(isAnnounced)) return { ...whole, ofServed: breaks };
  writeFileSync(options.served, promises);
  return { ...whole, ofServed: [] };
}
