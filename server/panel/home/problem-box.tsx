import { endpointName } from '../../webhooks/alerts/endpoint-name.ts';
import { type Problem, problemKey, problemName } from '../../webhooks/alerts/problems.ts';
import { type MeaningKind, meaningKind } from '../../webhooks/send/meaning/kind.ts';
import { causeOf, explain, meaningOf } from '../../webhooks/send/meaning/meaning.ts';
import { CopyBlock, type Format, LinkButton, PostButton, Time, useFormat, useLocale } from '../kit/index.ts';
import { linkTo } from '../request/form.ts';
import { words } from './words.ts';

interface BoxProps {
  readonly problem: Problem;
  readonly name: string;
  /** The tenant. */
  readonly shop: string;
  /** Nothing is tried again before it's switched on. */
  readonly isOff: boolean;
  readonly maySolve: boolean;
}

export function ProblemBox(props: BoxProps) {
  const { problem, name, isOff, maySolve } = props;
  const format = useFormat();
  const { locale } = format;
  const text = words[locale];
  const { failed, waiting, firstAt, lastAt, mark, isSolved } = problem;
  return (
    <article class={isSolved ? 'alert problem solved' : 'alert problem'}>
      <div>
        <h2>
          <bdi>{name}</bdi>: {text.count(failed + waiting)}
        </h2>
        <p>{explain(problem.facts, locale)}</p>
        <details>
          <summary>{isOurs(problem) ? text.askOperator : text.askFor(name)}</summary>
          <CopyBlock text={messageFor(props, format)} title={text.askTitle} />
        </details>
        <p class="hint">
          {failed > 0 ? `${text.failedCount(failed)} ` : ''}
          {waiting > 0 ? `${(isOff ? text.heldCount : text.waitingCount)(waiting)} ` : ''}
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
        {failed > 0 ? <Show {...{ problem, name }} status="FAILED" /> : null}
        {waiting > 0 ? <Show {...{ problem, name }} status={isOff ? 'HELD' : 'RETRYING'} /> : null}
        {maySolve ? (
          isSolved ? (
            <Mark to="reopen" {...{ problem, name }} />
          ) : (
            <Mend {...{ problem, name }} />
          )
        ) : null}
      </div>
    </article>
  );
}

type ShowProps = MendProps & { readonly status: 'FAILED' | 'HELD' | 'RETRYING' };

function Show({ problem, name, status }: ShowProps) {
  const text = words[useLocale()];
  return (
    <LinkButton
      href={linkTo('/panel/deliveries', { status, endpoint: String(problem.endpointId) })}
      aria-label={`${text[`show_${status}`]}: ${name}`}
    >
      {text[`show_${status}`]}
    </LinkButton>
  );
}

/** Sending was interrupted before the system had anything to do with it. */
const isOurs = ({ facts }: Problem): boolean => ['aborted', 'lost'].includes(meaningKind(facts) ?? '');

/**
 * For whoever runs the system, who can't open the panel: what was sent, what came back, and a question. A URL's query may have a token, and
 * messages go far.
 */
function messageFor({ problem, name, shop }: BoxProps, format: Format): string {
  const text = words[format.locale];
  const { failed, waiting, firstAt, lastAt, facts, eventId } = problem;
  const { kind, cause = '', next = '' } = meaningOf(facts, format.locale) ?? {};
  const asksForUrl = kind !== undefined && ANOTHER_URL.includes(kind);
  const [first, last] = [format.fullTime(firstAt), format.fullTime(lastAt)];
  return [
    text.askHello(shop, name),
    `${text.count(failed + waiting)}. ${first === last ? text.askTime(first) : text.askTimes(first, last)}`,
    ...(facts.url ? [text.askUrl(endpointName(facts.url))] : []),
    text.askCause(asksForUrl ? cause : `${cause} ${next}`.trim()),
    text.askExample(eventId),
    asksForUrl ? text.askForUrl : text.askAnswer,
  ].join('\n');
}

/** What to do about these is done in the panel, with a URL that only the vendor knows. */
const ANOTHER_URL: readonly MeaningKind[] = ['redirectTo', 'redirectNowhere', 'notFound', 'gone', 'address'];

type MendProps = Pick<BoxProps, 'problem' | 'name'>;

/** Once the cause is gone: what was given up is sent again, and the problem is off the page until it comes back. */
function Mend({ problem, name }: MendProps) {
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
      <Mark to="solve" {...{ problem, name }} />
    </>
  );
}

function Mark({ to, problem, name }: MendProps & { readonly to: 'solve' | 'reopen' }) {
  const locale = useLocale();
  const text = words[locale];
  return (
    <PostButton
      action={`/panel/problems/${to}`}
      fields={{ problem: problemKey(problem) }}
      aria-label={`${text[to]}: ${name}, ${causeOf(problemName(problem.facts), locale)}`}
    >
      {text[to]}
    </PostButton>
  );
}
