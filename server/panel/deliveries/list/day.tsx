import type { ComponentChildren, VNode } from 'preact';
import { Figures } from '../../kit/index.ts';
import { shownCount } from './filters.tsx';
import type { ListView } from './list-view.tsx';

/** The last day in four figures. Test events count in none of them, nor in the chips below. */
export function Day(props: ListView): VNode {
  const { words, format, counts, health } = props;
  return (
    <>
      <p class="second day">{words.lastDay}</p>
      <Figures
        of={{
          [words.delivered]: deliveredShare(props),
          [words.failed]: shownCount(counts.failedToday),
          [words.figureWaiting]: waitingText(props),
          [words.figureP95]: health.p95Ms === undefined ? words.none : format.duration(health.p95Ms),
        }}
      />
    </>
  );
}

/** What still waits for a retry wasn't delivered: without it, six failing deliveries beside one success looked like 100 %. */
function deliveredShare({ words, format, counts, health }: ListView): string {
  const tried = health.accepted + counts.failedToday + counts.undelivered;
  return tried === 0 ? words.none : format.percent(health.accepted / tried);
}

function waitingText({ words, counts }: ListView): ComponentChildren {
  const { retrying, held } = counts;
  if (held === 0) return shownCount(retrying);
  return (
    <>
      {shownCount(retrying)} <span class="second">{words.figureHeld(shownCount(held))}</span>
    </>
  );
}
