import { MAX_NAME_CHARACTERS } from '../../base/formats/name-rules.ts';

const NUMBERED = /^(.*\S) \((\d{1,4})\)$/s;

/** What to call a key's successor, since both are in the list for a while: `ERP (2)`, and then `ERP (3)`, also if others have the names before. */
export function successorName(name: string, taken: readonly string[] = []): string {
  const [, base = name, number = '1'] = NUMBERED.exec(name) ?? [];
  const suffix = ` (${Number(number) + 1})`;
  const kept = [...base].slice(0, MAX_NAME_CHARACTERS - suffix.length).join('');
  const next = `${kept.trimEnd()}${suffix}`;
  return taken.includes(next) ? successorName(next, taken) : next;
}
