import type { VNode } from 'preact';
import type { Problem } from '../../webhooks/alerts/problems.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import { LinkButton, PostButton, Time, useLocale } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import type { Integration } from './integrations.ts';
import { problemField } from './solve.ts';
import { words } from './words.ts';

/** Nobody solves more at once. */
const MAX_SHOWN = 10;

interface ProblemsProps {
  readonly request: PanelRequest;
  readonly problems: readonly Problem[];
  readonly integrations: readonly Integration[];
}

/** What fails, by its cause, and what was marked as solved. */
export function Problems({ request, problems, integrations }: ProblemsProps): VNode | null {
  const text = words[request.locale];
  const nameOf = ({ endpointId }: Problem): string =>
    integrations.find(({ told }) => told?.endpoint.id === endpointId)?.name ?? '';
  const show = (isSolved: boolean): VNode[] =>
    problems
      .filter((problem) => problem.isSolved === isSolved)
      .slice(0, MAX_SHOWN)
      .map((problem) => (
        <ProblemBox
          key={problemField(problem)}
          problem={problem}
          name={nameOf(problem)}
          maySolve={!missingFor(request, 'resend')}
        />
      ));
  const [open, solved] = [show(false), show(true)];
  return (
    <>
      {open}
      {solved.length === 0 ? null : (
        <details>
          <summary>{text.solvedCount(solved.length)}</summary>
          {solved}
        </details>
      )}
    </>
  );
}

interface BoxProps {
  readonly problem: Problem;
  readonly name: string;
  readonly maySolve: boolean;
}

function ProblemBox({ problem, name, maySolve }: BoxProps): VNode {
  const locale = useLocale();
  const text = words[locale];
  const { endpointId, failed, waiting, firstAt, lastAt, mark, isSolved } = problem;
  const status = failed > 0 ? 'FAILED' : 'RETRYING';
  return (
    <article class="alert problem">
      <div>
        <h2>
          <bdi>{name}</bdi>: {text.count(failed + waiting)}
        </h2>
        <p>{explain(problem.facts, locale)}</p>
        <p class="hint">
          {failed > 0 ? `${text.failedCount(failed)} ` : ''}
          {waiting > 0 ? `${text.waitingCount(waiting)} ` : ''}
          {text.first} <Time at={firstAt} />, {text.last} <Time at={lastAt} />.{' '}
          {mark === undefined ? null : (
            <>
              {(isSolved ? text.markedBy : text.cameBack)(mark.actorName ?? 'Tradepost')}{' '}
              <Time at={mark.at} />.
            </>
          )}
        </p>
      </div>
      <div class="actions">
        <LinkButton
          href={linkTo('/panel/deliveries', { status, endpoint: String(endpointId) })}
          aria-label={`${text.show}: ${name}`}
        >
          {text.show}
        </LinkButton>
        {maySolve && !isSolved ? <Mend problem={problem} name={name} /> : null}
      </div>
    </article>
  );
}

/** Once the cause is gone: what was given up is sent again, and the problem is off the page until it comes back. */
function Mend({ problem, name }: Omit<BoxProps, 'maySolve'>): VNode {
  const text = words[useLocale()];
  const { endpointId, failed } = problem;
  const resend = linkTo('/panel/deliveries/recover', { endpoint: String(endpointId), range: 'week' });
  return (
    <>
      {failed > 0 ? (
        <LinkButton href={resend} aria-label={`${text.resend}: ${name}`}>
          {text.resend}
        </LinkButton>
      ) : null}
      <PostButton
        action="/panel/problems/solve"
        fields={{ problem: problemField(problem) }}
        aria-label={`${text.solve}: ${name}`}
      >
        {text.solve}
      </PostButton>
    </>
  );
}
