import type { ComponentChildren, VNode } from 'preact';
import type { TenantHealth } from '../../../webhooks/endpoints/tenant-health.ts';
import type { DeliveryCounts } from '../../../webhooks/log/delivery-counts.ts';
import { Figures } from '../../kit/elements/figures.tsx';
import type { Format } from '../../kit/language/format.ts';
import { shownCount } from './filters.tsx';
import type { ListWords } from './words.ts';

export interface DayProps {
  readonly words: ListWords;
  readonly format: Format;
  readonly counts: DeliveryCounts;
  readonly health: TenantHealth;
}

/** The last day in four figures. Test events count in none of them, nor in the chips below. */
export function Day(props: DayProps): VNode {
  const { words, format, counts, health } = props;
  return (
    <>
      <p class="second day">{words.lastDay}</p>
      <Figures
        figures={[
          { label: words.figureDelivered, value: deliveredShare(props) },
          { label: words.figureFailed, value: shownCount(counts.failedToday) },
          { label: words.figureWaiting, value: waitingText(props) },
          {
            label: words.figureP95,
            value: health.p95Ms === undefined ? words.none : format.duration(health.p95Ms),
          },
        ]}
      />
    </>
  );
}

/** What still waits for a retry wasn't delivered: without it, six failing deliveries beside one success looked like 100 %. */
function deliveredShare({ words, format, counts, health }: DayProps): string {
  const tried = health.accepted + counts.failedToday + counts.undelivered;
  return tried === 0 ? words.none : format.percent(health.accepted / tried);
}

function waitingText({ words, counts }: DayProps): ComponentChildren {
  const { retrying, held } = counts;
  if (held === 0) return shownCount(retrying);
  return (
    <>
      {shownCount(retrying)} <span class="second">{words.figureHeld(shownCount(held))}</span>
    </>
  );
}
