import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, readContract } from './contract.ts';
import { withoutEnded } from './deprecated.ts';
import { operationsUsing } from './operations-using.ts';
import { placeOf } from './place.ts';
import { type Change, redoclyDiff } from './redocly.ts';

export interface BreakingChange {
  /** What the changelog calls it: `Product.price` or `GET /products sort`. */
  readonly place: string;
  readonly operations: readonly string[];
  readonly ruleId: string;
  readonly message: string;
}

export interface Comparison {
  readonly breaking: readonly BreakingChange[];
  readonly versionIssue: string | undefined;
}

/** Compares the released contract with the current bundle. `today` is an ISO date: it decides which sunsets are over. */
export function compare(released: string, current: string, today: string): Comparison {
  const scratch = mkdtempSync(join(tmpdir(), 'tradepost-diff-'));
  try {
    const [before, after] = [readContract(released), readContract(current)];
    const base = join(scratch, 'released.json');
    writeFileSync(base, JSON.stringify(withoutEnded(before, after, today)));
    const { changes, versionIssue } = redoclyDiff(base, current);
    const contracts = { base: before, revision: after };
    return { breaking: changes.flatMap((change) => breakingIn(change, contracts)), versionIssue };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Contracts = Readonly<Record<'base' | 'revision', Contract>>;

function breakingIn(change: Change, contracts: Contracts): BreakingChange[] {
  if (change.impact !== 'major') return [];
  // What is gone is found in the released contract only; for what is there, both have it.
  const side = change.base === undefined ? 'revision' : 'base';
  const { pointer } = change[side]!;
  const place = placeOf(pointer, contracts[side]);
  const operations = operationsUsing(pointer, contracts[side]);
  return change.verdicts.flatMap(({ ruleId, message }) =>
    placesIn(place, change).map((exact) => ({ place: exact, operations, ruleId, message })),
  );
}

/** `required` belongs to its schema; the fields that joined or left it are what the reader looks for. */
function placesIn(place: string, { property, base, revision }: Change): string[] {
  if (property !== 'required' || !(Array.isArray(base?.value) || Array.isArray(revision?.value)))
    return [place];
  const [before, after] = [listOf(base?.value), listOf(revision?.value)];
  const [left, joined] = [
    before.filter((field) => !after.includes(field)),
    after.filter((field) => !before.includes(field)),
  ];
  return [...left, ...joined].map((field) => `${place}.${field}`);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value : [];
}
