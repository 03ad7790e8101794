import type { VNode } from 'preact';
import { type Problem, problemKey } from '../../webhooks/alerts/problems.ts';
import { missingFor } from '../request/access.ts';
import { useRequest } from '../request/use-request.ts';
import type { Integration } from './integrations.ts';
import { ProblemBox } from './problem-box.tsx';
import { words } from './words.ts';

/** Nobody solves more at once. */
const MAX_SHOWN = 10;

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly integrations: readonly Integration[];
}

/** What fails, by its cause, and what was marked as solved. */
export function Problems({ problems, integrations }: ProblemsProps) {
  const request = useRequest();
  const text = words[request.locale];
  const systemOf = ({ endpointId }: Problem): Integration | undefined =>
    integrations.find(({ told }) => told?.endpoint.id === endpointId);
  const show = (isSolved: boolean): VNode[] =>
    problems
      .filter((problem) => problem.isSolved === isSolved)
      .slice(0, MAX_SHOWN)
      .map((problem) => (
        <ProblemBox
          key={problemKey(problem)}
          problem={problem}
          name={systemOf(problem)?.name ?? ''}
          shop={request.tenant.name}
          isOff={systemOf(problem)?.told?.endpoint.active === false}
          maySolve={!missingFor(request, 'resend')}
        />
      ));
  const [open, solved] = [show(false), show(true)];
  return (
    <>
      {open}
      {solved.length === 0 ? null : (
        <details open={request.query.text('solved') !== ''}>
          <summary>{text.solvedCount(solved.length)}</summary>
          {solved}
        </details>
      )}
    </>
  );
}
