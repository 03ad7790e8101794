import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder } from '../run.ts';
import type { BreakingChange, Contracts } from './breaking-change.ts';
import { breakingIn } from './breaking-in.ts';
import { readContract, segmentsOf, valueAt } from './contract.ts';
import { withoutEnded } from './deprecated.ts';
import { operationsUsing } from './operations-using.ts';
import { placeOf } from './place.ts';
import { type Change, redoclyDiff } from './redocly.ts';
import { type ChangedValues, changedValues } from './values/changed-values.ts';
import { versionIssueOf } from './version.ts';

export interface Comparison {
  readonly breaking: readonly BreakingChange[];
  readonly versionIssue: string | undefined;
}

/** Compares the released contract with the current bundle. `today` is an ISO date: it decides which sunsets are over. */
export function compare(released: string, current: string, today: string): Comparison {
  const [before, after] = [readContract(released), readContract(current)];
  const kept = withoutEnded(before, after, today);
  const { changes, versionIssue } = inScratchFolder((folder) => {
    const base = join(folder, 'released.json');
    writeFileSync(base, JSON.stringify(kept));
    return redoclyDiff(base, current);
  });
  const contracts = { base: kept, revision: after };
  const values = unseen(changedValues(kept, after), changes).map((change) => described(change, contracts));
  const inPlace = withoutMoved(changes).flatMap((change) => breakingIn(change, contracts));
  return {
    breaking: [...inPlace, ...values],
    versionIssue: versionIssue ?? (values.length > 0 ? versionIssueOf(before, after) : undefined),
  };
}

/** Redocly compares a removed path with a new one that reads alike. They needn't have anything to do with each other. */
function withoutMoved(changes: readonly Change[]): Change[] {
  const moved = changes
    .filter(({ verdicts }) => verdicts.some(({ ruleId }) => ruleId === 'path-removed'))
    .flatMap(({ base, revision }) => [base, revision].flatMap((side) => (side ? [`${side.pointer}/`] : [])));
  return changes.filter(({ base, revision }) => {
    const { pointer } = (base ?? revision)!;
    return !moved.some((path) => pointer.startsWith(path));
  });
}

/** Without the changes that redocly calls breaking too. */
function unseen(found: readonly ChangedValues[], changes: readonly Change[]): ChangedValues[] {
  const seen = new Set(changes.filter(({ impact }) => impact === 'major').flatMap(pointersOf));
  return found.filter(
    ({ at, keyword, isGone }) => !seen.has(keyword === '' ? at : keyOf(at, keyword, isGone)),
  );
}

/** A keyword that is gone in one place may be in a branch now, with another value. */
function keyOf(schema: string, keyword: string, isGone = false): string {
  return `${schema}/${keyword}${isGone ? ' is gone' : ''}`;
}

function pointersOf({ property, base, revision }: Change): string[] {
  const { pointer, value } = (base ?? revision)!;
  if (property === undefined || property === 'key') return [pointer];
  // The pointer of what wasn't there is that of the schema around it.
  const schema = value === undefined ? pointer : pointer.slice(0, -property.length - 1);
  if (property !== 'required') return [keyOf(schema, property, revision?.value === undefined)];
  const fields = [base?.value, revision?.value].flat() as string[];
  return fields.map((field) => keyOf(`${schema}/properties/${field}`, 'required'));
}

function described({ at, ruleId, text }: ChangedValues, { base, revision }: Contracts): BreakingChange {
  const operations = operationsUsing(at, base);
  const content = valueAt(revision, segmentsOf(at));
  return { place: placeOf(at, base), operations, ruleId, message: text, content };
}
