import { problems } from '../../base/contract.ts';
import type { ProblemCode } from '../../base/problems/api-problem.ts';
import type { Tone } from '../kit/index.ts';

/** Problems by what has to be done about them, which their statuses tell. */
export const STATUS_GROUPS = ['invalid', 'access', 'missing', 'conflict', 'rule', 'limit', 'server'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

const BY_STATUS: Readonly<Record<number, StatusGroup>> = {
  401: 'access',
  403: 'access',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  422: 'rule',
  429: 'limit',
};

export function groupOf(status: number): StatusGroup {
  return BY_STATUS[status] ?? (status >= 500 ? 'server' : 'invalid');
}

/** Ours is an error. The rest is for the integrator to look at; a limit passes by itself. */
export function toneOf(status: number): Tone {
  const group = groupOf(status);
  if (group === 'server') return 'bad';
  return group === 'limit' ? 'busy' : 'warning';
}

export const codesOf = (group: StatusGroup): ProblemCode[] =>
  (Object.keys(problems) as ProblemCode[]).filter((code) => groupOf(problems[code].status) === group);

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(problems, text);
