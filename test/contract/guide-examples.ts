import { parse } from 'yaml';
import type { Node } from './change-contract.ts';

/** An example of openapi/README.md: a change that breaks a rule, the message it gets, and the change that mends it. */
export interface GuideExample {
  /** The rules of its section. */
  readonly rules: readonly string[];
  readonly mistake: Node;
  readonly message: string;
  readonly fix: Node;
}

const HEADING = /^### .*?: ((?:`[a-z/-]+`(?:, )?)+)$/;
const EXAMPLE = /```yaml\n([\s\S]*?)```\n\n> (.*)\n\n```yaml\n([\s\S]*?)```/g;

export function examplesOf(guide: string): GuideExample[] {
  return guide.split(/^(?=### )/m).flatMap((section) => {
    const named = HEADING.exec(section.slice(0, section.indexOf('\n')))?.[1];
    if (named === undefined) return [];
    const rules = named.replaceAll('`', '').split(', ');
    return [...section.matchAll(EXAMPLE)].map(([, mistake, message, fix]) => ({
      rules,
      mistake: parse(mistake!) as Node,
      message: message!,
      fix: parse(fix!) as Node,
    }));
  });
}

/** Applies a JSON Merge Patch (RFC 7396): objects are merged, null removes, and everything else replaces. */
export function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Node = { ...(isObject(target) ? target : {}) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

function isObject(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
