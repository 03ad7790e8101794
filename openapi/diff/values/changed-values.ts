import type { Contract } from '../contract.ts';
import { bodiesOf } from './bodies.ts';
import { type Direction, distinct, type Finding } from './finding.ts';
import { comparing } from './subset.ts';

export interface ChangedValues extends Finding {
  readonly ruleId: string;
}

const RULES: Readonly<Record<Direction, string>> = {
  request: 'tradepost/accepts-less',
  response: 'tradepost/returns-more',
};

/**
 * What clients send and is no longer accepted, and what they receive and don't know. `redocly diff` compares keyword by keyword
 * in the same place; this compares the values, so it also sees a limit that moved into a union or behind a `$ref`.
 */
export function changedValues(released: Contract, current: Contract): ChangedValues[] {
  const now = new Map(bodiesOf(current).map((body) => [body.key, body.place]));
  const [request, response] = [comparing('request'), comparing('response')];
  const findings = bodiesOf(released).flatMap(({ key, direction, place }) => {
    const other = now.get(key);
    if (other === undefined) return [];
    const found = direction === 'request' ? request.compare(place, other) : response.compare(other, place);
    return found.map((each) => ({ ...each, ruleId: RULES[direction] }));
  });
  return distinct(findings);
}
