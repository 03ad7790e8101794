import { type EndpointHealth, MAX_HEALTH_DELAY_MS } from '../../webhooks/endpoints/health.ts';
import { Figures, type Format, Notice, useFormat } from '../kit/index.ts';
import { isSlow } from './endpoint.tsx';
import { failedIn, HealthChart, type HealthProps, mostInHour } from './health-chart.tsx';
import { words } from './words.ts';

/** Up to when the attempts of all processes are certain to be counted. */
export function HealthAsOf() {
  const format = useFormat();
  const time = format.time(new Date(format.nowMs - MAX_HEALTH_DELAY_MS).toISOString());
  return <p class="hint">{words[format.locale].asOf(time)}</p>;
}

/** The last day of an endpoint: four figures, the hours as bars, and the same as a table. */
export function Health({ health }: HealthProps) {
  const format = useFormat();
  const text = words[format.locale];
  return (
    <section>
      <h2>{text.health}</h2>
      {health.attempts === 0 ? (
        <p class="quiet">{text.healthEmpty}</p>
      ) : (
        <>
          <Figures
            of={{
              [text.accepted]: acceptedShare(health, format),
              [text.attempts]: format.number(health.attempts),
              [text.p50]: durationOf(health.p50Ms, format),
              [text.p95]: durationOf(health.p95Ms, format),
            }}
          />
          {isSlow(health) ? <Notice kind="warning">{text.slowText}</Notice> : null}
          <Hours health={health} />
        </>
      )}
      <HealthAsOf />
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

function Hours({ health }: HealthProps) {
  const format = useFormat();
  const w = words[format.locale];
  return (
    <div class="panel-box">
      <div class="chart">
        <p class="hint" aria-hidden="true">
          <span>{format.number(mostInHour(health))}</span>
          <span>0</span>
        </p>
        <HealthChart health={health} />
      </div>
      <p class="hours-legend hint">
        <span>{format.relative(health.hours[0]!.hour)}</span>
        <span>
          <i class="swatch good" /> ✓ {w.legendAccepted} <i class="swatch bad" /> ✕ {w.legendFailed}
        </span>
        <span>{w.now}</span>
      </p>
      <details>
        <summary>{w.perHour}</summary>
        <HoursTable health={health} />
      </details>
    </div>
  );
}

function HoursTable({ health }: HealthProps) {
  const format = useFormat();
  const w = words[format.locale];
  const hours = health.hours.filter((hour) => hour.accepted + failedIn(hour) > 0);
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
