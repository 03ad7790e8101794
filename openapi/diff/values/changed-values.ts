import type { Contract } from '../contract.ts';
import { bodiesOf } from './bodies.ts';
import type { Direction, Finding } from './finding.ts';
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
  const compare = {
    request: comparing('request', released, current).compare,
    response: comparing('response', current, released).compare,
  };
  const findings = bodiesOf(released).flatMap(({ key, direction, place }) => {
    const other = now.get(key);
    if (other === undefined) return [];
    const pair = direction === 'request' ? ([place, other] as const) : ([other, place] as const);
    return compare[direction](...pair).map((each) => ({ ...each, ruleId: RULES[direction] }));
  });
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
