import type { Accepted, Judgement } from './accepted.ts';
import { adviceOn } from './advice.ts';
import type { BreakingChange } from './breaking-change.ts';

interface Findings extends Judgement {
  /** What is served since the release, and was never released. */
  readonly ofServed: readonly BreakingChange[];
  readonly versionIssue: string | undefined;
}

const ACCEPT = '`npm run diff:openapi -- --accept`';

const ONLY_HERE = `If it's of your branch, and the main branch doesn't serve it yet, it may change freely: \`git checkout main -- openapi/served.json\`, then \`npm run generate\`.`;

export function report(findings: Findings): string {
  const { accepted, unannounced, unaccepted, outdated, ofServed, versionIssue } = findings;
  const parts = [
    ...(unannounced.length > 0 ? [unannouncedText('openapi/released/v1.json', unannounced)] : []),
    ...(ofServed.length > 0 ? [unannouncedText('openapi/served.json', ofServed), ONLY_HERE] : []),
    ...(unaccepted.length > 0 ? [unacceptedText(unaccepted)] : []),
    ...(outdated.length > 0 ? [outdatedText(outdated)] : []),
    ...(versionIssue === undefined ? [] : [`${versionIssue} Raise info.version in openapi/v1.yaml.`]),
  ];
  if (parts.length > 0) return parts.join('\n\n');
  if (accepted.length === 0)
    return 'The contract keeps every promise of openapi/released/v1.json and openapi/served.json.';
  const count = accepted.length === 1 ? '1 way' : `${accepted.length} ways`;
  return `The contract breaks openapi/released/v1.json in ${count}, as CHANGELOG.md and openapi/released/breaking.json say, and keeps every promise of openapi/served.json.`;
}

export function hasFailed({ unannounced, unaccepted, outdated, ofServed, versionIssue }: Findings): boolean {
  const changes = [unannounced, unaccepted, outdated, ofServed];
  return changes.some(({ length }) => length > 0) || versionIssue !== undefined;
}

function unannouncedText(file: string, changes: readonly BreakingChange[]): string {
  const lines = changes.map(
    ({ place, message }) => `- \`${place}\`: ${message.replaceAll('`', '')} Instead, …`,
  );
  return `The contract breaks what ${file} promises:

${described(changes)}

If a break is meant, paste its line into CHANGELOG.md, say what clients do instead, and run ${ACCEPT}:

## Unreleased

### Breaking

${[...new Set(lines)].join('\n')}`;
}

function unacceptedText(changes: readonly BreakingChange[]): string {
  return `CHANGELOG.md names these places under "Breaking", but openapi/released/breaking.json has other changes of them:

${described(changes)}

If they are meant, make sure that the line in CHANGELOG.md says so, and run ${ACCEPT}.`;
}

function outdatedText(list: readonly Accepted[]): string {
  return `openapi/released/breaking.json has breaking changes that are gone, or that CHANGELOG.md no longer names:

${list.map(({ place, rule, detail }) => `  ${place}: ${detail} (${rule})`).join('\n')}

Remove them with ${ACCEPT}.`;
}

// A shared schema may be in all 80 operations.
const MAX_OPERATIONS = 6;

/** What several operations share is found in each of them, in the same words. */
const described = (changes: readonly BreakingChange[]): string =>
  [...new Set(changes.map(describe))].join('\n');

function describe({ place, operations, ruleId, message, hint }: BreakingChange): string {
  const more = operations.length - MAX_OPERATIONS;
  const named = operations.slice(0, MAX_OPERATIONS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const lines = [
    ...(named === '' ? [] : [`in ${named}`]),
    ...(hint === undefined ? [] : [hint]),
    adviceOn(ruleId),
  ];
  return [`  ${place}: ${message} (${ruleId})`, ...lines.map((line) => `    ${line}`)].join('\n');
}
