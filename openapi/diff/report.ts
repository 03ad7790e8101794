import type { BreakingChange, Comparison } from './compare.ts';

interface Findings extends Comparison {
  readonly unannounced: readonly BreakingChange[];
}

export function report({ breaking, unannounced, versionIssue }: Findings): string {
  const parts = [
    ...(unannounced.length > 0 ? [breakingText(unannounced)] : []),
    ...(versionIssue === undefined ? [] : [`${versionIssue} Raise info.version in openapi/v1.yaml.`]),
  ];
  if (parts.length > 0) return parts.join('\n\n');
  const count = new Set(breaking.map(({ place }) => place)).size;
  if (count === 0) return 'The contract keeps every promise of openapi/released/v1.json.';
  const places =
    count === 1 ? '1 place; CHANGELOG.md names it.' : `${count} places; CHANGELOG.md names them all.`;
  return `The contract breaks openapi/released/v1.json in ${places}`;
}

function breakingText(changes: readonly BreakingChange[]): string {
  const places = [...new Set(changes.map(({ place }) => place))];
  return [
    'The contract breaks what openapi/released/v1.json promises:',
    '',
    ...changes.flatMap(describe),
    '',
    'Undo it. If it is meant, name it in CHANGELOG.md under "## Unreleased", "### Breaking", and say what clients do instead:',
    '',
    ...places.map((place) => `- \`${place}\` …`),
  ].join('\n');
}

// A shared schema may be in all 80 operations.
const MAX_OPERATIONS = 6;

function describe({ place, operations, ruleId, message }: BreakingChange): string[] {
  const more = operations.length - MAX_OPERATIONS;
  const named = operations.slice(0, MAX_OPERATIONS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`  ${place}: ${message} (${ruleId})`, `    in ${named}`];
}
