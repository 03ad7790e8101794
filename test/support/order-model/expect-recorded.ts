import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Order } from '../trade.ts';

/** The fields that every change changes, and its own record. */
const OF_EVERY_CHANGE: readonly string[] = ['version', 'updated_at', 'changes'] satisfies (keyof Order)[];

type Recorded = Pick<Order, 'version' | 'changes'>;

/** Checks that the order's last change names the fields whose value differs, and only those. */
export function expectRecorded(before: Recorded, after: Recorded): void {
  const old = new Map(Object.entries(before));
  const fields = Object.entries(after)
    .filter(([name, value]) => !OF_EVERY_CHANGE.includes(name) && !isDeepStrictEqual(old.get(name), value))
    .map(([name]) => name);
  const isChanged = after.version !== before.version;
  const recorded = isChanged ? after.changes.at(-1)!.fields : [];
  expect(recorded.toSorted()).toEqual(fields.toSorted());
  expect(after.changes.length).toBe(before.changes.length + (isChanged ? 1 : 0));
}
