import { createHash } from 'node:crypto';
import type { BreakingChange } from './breaking-change.ts';
import { announcing } from './changelog.ts';
import { withoutProse } from './promises.ts';

/** A breaking change that was accepted, and the place by which the changelog announces it. */
export interface Accepted {
  readonly announced: string;
  readonly place: string;
  readonly rule: string;
  readonly detail: string;
  /** A digest of what was accepted there: `items` was added, but which? */
  readonly content: string;
}

export interface Judgement {
  readonly accepted: readonly Accepted[];
  /** The changelog says nothing about it. */
  readonly unannounced: readonly BreakingChange[];
  /** The changelog names the place, but this change came later. */
  readonly unaccepted: readonly BreakingChange[];
  /** Accepted once, and gone since, or no longer announced. */
  readonly outdated: readonly Accepted[];
}

export function judge(
  breaking: readonly BreakingChange[],
  announced: readonly string[],
  list: readonly Accepted[],
): Judgement {
  const entries = acceptable(breaking, announced);
  const unlisted = without(entries, list);
  const isUnlisted = (change: BreakingChange): boolean =>
    without(acceptable([change], announced), unlisted).length === 0;
  const isNamed = ({ place }: BreakingChange): boolean => announcing(place, announced) !== undefined;
  return {
    accepted: without(entries, unlisted),
    unannounced: breaking.filter((change) => !isNamed(change)),
    unaccepted: breaking.filter((change) => isNamed(change) && isUnlisted(change)),
    outdated: without(list, entries),
  };
}

/** What can be accepted: each change that the changelog announces. */
export function acceptable(breaking: readonly BreakingChange[], announced: readonly string[]): Accepted[] {
  return breaking.flatMap(({ place, ruleId, message, content }) => {
    const line = announcing(place, announced);
    return line === undefined
      ? []
      : [{ announced: line, place, rule: ruleId, detail: message, content: digestOf(content) }];
  });
}

const digestOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(withoutProse(content)) ?? '')
    .digest('hex')
    .slice(0, 12);

/** Two changes may read alike: each accepts one. */
function without(entries: readonly Accepted[], others: readonly Accepted[]): Accepted[] {
  const left = others.map(textOf);
  return entries.filter((entry) => {
    const index = left.indexOf(textOf(entry));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function textOf({ announced, place, rule, detail, content }: Accepted): string {
  return JSON.stringify([announced, place, rule, detail, content]);
}

/** A line for each, so that a diff shows what was accepted. */
export function acceptedText(list: readonly Accepted[]): string {
  const lines = list.map((entry) => JSON.stringify(entry)).sort();
  return lines.length === 0 ? '[]\n' : `[\n  ${lines.join(',\n  ')}\n]\n`;
}
