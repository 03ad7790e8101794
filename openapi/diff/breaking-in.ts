import type { BreakingChange, Contracts } from './breaking-change.ts';
import { type Node, segmentsOf, valueAt } from './contract.ts';
import { messageOf } from './message-of.ts';
import { operationsUsing } from './operations-using.ts';
import { placeOf } from './place.ts';
import type { Change } from './redocly.ts';
import { removedOperations } from './removed-operations.ts';
import { isAnnotation } from './values/limits.ts';

/** What a change breaks; nothing if it's harmless. */
export function breakingIn(change: Change, contracts: Contracts): BreakingChange[] {
  if (change.impact !== 'major') return [];
  const removed = removedOperations(change, contracts);
  if (removed.length > 0) return removed;
  const side = sideOf(change, contracts);
  const { pointer } = change[side]!;
  const operations = operationsUsing(pointer, contracts[side]);
  return change.verdicts.flatMap(({ ruleId, message }) =>
    pointersOf(pointer, ruleId, change).map((exact) => ({
      place: placeOf(exact, contracts[side]),
      operations,
      ruleId,
      message: messageOf(ruleId, change, contracts) ?? message,
      content: change.property === 'required' ? undefined : change.revision?.value,
      hint: hintOf(exact, ruleId, change, contracts),
    })),
  );
}

/**
 * The side that the reader knows the place by. What is gone is found in the released contract only; for what is there, both have it. If
 * a field refers to a shared schema no longer, the field is meant, and not what it referred to.
 */
function sideOf({ base, revision }: Change, { base: released }: Contracts): 'base' | 'revision' {
  if (base === undefined) return 'revision';
  const [of, now] = [base, revision].map((side) =>
    segmentsOf(side?.pointer ?? '')
      .slice(0, 3)
      .join('/'),
  );
  const isKnown = revision !== undefined && valueAt(released, referrer(revision.pointer)) !== undefined;
  const isElsewhere = of!.startsWith('components/schemas/') && of !== now;
  return isElsewhere && isKnown ? 'revision' : 'base';
}

/** The released contract has the field, not the keyword in it. */
const referrer = (pointer: string): string[] => {
  const segments = segmentsOf(pointer);
  const index = segments.lastIndexOf('properties');
  return index === -1 ? segments : segments.slice(0, index + 2);
};

/** `required` belongs to its schema; the fields that joined or left it are what the reader looks for. */
function pointersOf(pointer: string, ruleId: string, { property, base, revision }: Change): string[] {
  if (property !== 'required' || !(Array.isArray(base?.value) || Array.isArray(revision?.value)))
    return [pointer];
  const [before, after] = [listOf(base?.value), listOf(revision?.value)];
  const changed =
    ruleId === 'required-properties-added'
      ? after.filter((field) => !before.includes(field))
      : before.filter((field) => !after.includes(field));
  const schema = pointer.replace(/\/required$/, '');
  return changed.map((field) => `${schema}/properties/${field}`);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value : [];
}

/** A field that is gone, and a new one beside it of the same form: that may be its new name. Of several, the one with a word of it. */
function hintOf(pointer: string, ruleId: string, change: Change, contracts: Contracts): string | undefined {
  const [name, list, ...schema] = segmentsOf(pointer).reverse() as [string, ...string[]];
  if (ruleId !== 'property-removed' || list !== 'properties') return undefined;
  const [before, after] = [contracts.base, contracts.revision].map(
    (contract) => (valueAt(contract, [...schema.toReversed(), list]) ?? {}) as Node,
  ) as [Node, Node];
  const added = Object.keys(after).filter((field) => !(field in before));
  const alike = added.filter((field) => formOf(after[field]) === formOf(before[name]));
  const related = alike.filter((field) => field.split('_').some((word) => name.split('_').includes(word)));
  const [renamed, another] =
    change.property === 'key' ? [change.revision?.value] : alike.length > 1 ? related : alike;
  const isLikely = renamed !== undefined && another === undefined;
  return isLikely ? `Did you rename \`${name}\` to \`${renamed}\`?` : undefined;
}

/** A schema without what only tells about it. */
const formOf = (schema: unknown): string =>
  JSON.stringify(schema, (key, value: unknown) => (isAnnotation(key) ? undefined : value));
