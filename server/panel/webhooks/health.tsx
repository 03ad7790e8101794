import type { VNode } from 'preact';
import {
  type EndpointHealth,
  type HealthHour,
  MAX_HEALTH_DELAY_MS,
} from '../../webhooks/endpoints/health.ts';
import { Figures } from '../kit/elements/figures.tsx';
import type { Format } from '../kit/language/format.ts';
import { failedIn, HealthChart } from './health-chart.tsx';
import { words } from './health-words.ts';

interface HealthProps {
  readonly health: EndpointHealth;
  readonly format: Format;
  readonly nowMs: number;
}

/** Up to when the attempts of all processes are certain to be counted. */
export const HealthAsOf = ({ format, nowMs }: Omit<HealthProps, 'health'>): VNode => (
  <p class="hint">
    {words[format.locale].asOf(format.time(new Date(nowMs - MAX_HEALTH_DELAY_MS).toISOString()))}
  </p>
);

/** The last day of an endpoint: four figures, the hours as bars, and the same as a table. */
export function Health({ health, format, nowMs }: HealthProps): VNode {
  const w = words[format.locale];
  if (health.attempts === 0)
    return (
      <section>
        <h2>{w.health}</h2>
        <p class="quiet">{w.healthEmpty}</p>
        <HealthAsOf format={format} nowMs={nowMs} />
      </section>
    );
  return (
    <section>
      <h2>{w.health}</h2>
      <Figures
        figures={[
          { label: w.accepted, value: acceptedShare(health, format) },
          { label: w.attempts, value: format.number(health.attempts) },
          { label: w.p50, value: durationOf(health.p50Ms, format) },
          { label: w.p95, value: durationOf(health.p95Ms, format) },
        ]}
      />
      <Hours health={health} format={format} />
      <HealthAsOf format={format} nowMs={nowMs} />
    </section>
  );
}

/** Of the attempts, not of the deliveries: a retry that succeeds doesn't hide the failures before. */
export const acceptedShare = ({ attempts, accepted }: EndpointHealth, format: Format): string =>
  attempts === 0 ? '–' : format.percent(roundedDown(accepted / attempts));

/** Almost all isn't all: 99.96 % must not show as 100 %. */
const roundedDown = (share: number): number => Math.floor(share * 1000) / 1000;

export const durationOf = (ms: number | undefined, format: Format): string =>
  ms === undefined ? '–' : format.duration(ms);

function Hours({ health, format }: Omit<HealthProps, 'nowMs'>): VNode {
  const w = words[format.locale];
  return (
    <div class="panel-box">
      <HealthChart health={health} format={format} />
      <p class="hours-legend second">
        <span>{format.relative(health.hours[0]!.hour)}</span>
        <span>
          <i class="swatch good" /> ✓ {w.legendAccepted} <i class="swatch bad" /> ✕ {w.legendFailed}
        </span>
        <span>{w.now}</span>
      </p>
      <details>
        <summary>{w.perHour}</summary>
        <HoursTable
          hours={health.hours.filter((hour) => hour.accepted + failedIn(hour) > 0)}
          format={format}
        />
      </details>
    </div>
  );
}

function HoursTable({ hours, format }: { hours: readonly HealthHour[]; format: Format }): VNode {
  const w = words[format.locale];
  const columns = ['accepted', 'refused', 'timeout', 'connection', 'address'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
    <section class="scrolls" aria-label={w.perHour} tabIndex={0}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{w.hour}</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {w[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.toReversed().map((hour) => (
            <tr key={hour.hour}>
              <th scope="row">{format.time(hour.hour)}</th>
              {columns.map((column) => (
                <td key={column} class="number">
                  {format.number(hour[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
