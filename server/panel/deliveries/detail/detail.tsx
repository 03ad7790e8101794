import type { Attempt } from '../../../webhooks/log/delivery-detail.ts';
import { type Format, LinkButton } from '../../kit/index.ts';
import { endingWord } from '../list/delivery-status.tsx';
import { listLink } from '../list/list-query.ts';
import { words as statusWords } from '../words.ts';
import { Actions } from './actions.tsx';
import type { DetailProps } from './detail-props.ts';
import { Facts } from './facts.tsx';
import { Answer, Sent } from './sent-received.tsx';
import { words } from './words.ts';

/** A delivery in place: its attempts as tabs, the answer first, what was sent beside it, then what can be done. */
export const Detail = (props: DetailProps) => (
  <div class="delivery-detail" id={`detail-${props.delivery.id}`}>
    <Attempts {...props} />
    <div class="sides">
      <div>
        <Answer {...props} />
        <Facts {...props} />
      </div>
      <Sent {...props} />
    </div>
    <Actions {...props} />
  </div>
);

function Attempts({ delivery, attempt, kept, format }: DetailProps) {
  if (delivery.attempts.length === 0) return null;
  return (
    <nav class="attempts" aria-label={words[format.locale].attempts}>
      {delivery.attempts.map((each) => (
        <LinkButton
          key={each.number}
          id={`attempt-${delivery.id}-${each.number}`}
          href={`${listLink(kept, { open: delivery.id, attempt: String(each.number) })}#delivery-${delivery.id}`}
          aria-current={each === attempt ? 'true' : undefined}
        >
          {summaryOf(each, format)}
        </LinkButton>
      ))}
    </nav>
  );
}

/** 2ª · 500 · 301 ms */
function summaryOf(attempt: Attempt, format: Format): string {
  const { number, responseStatus, durationMs } = attempt;
  const word = endingWord(attempt, format.locale);
  const result = word === undefined ? [String(responseStatus)] : [word];
  const took = word === undefined && durationMs !== null ? [format.duration(durationMs)] : [];
  return [statusWords[format.locale].ordinal(number), ...result, ...took].join(' · ');
}
