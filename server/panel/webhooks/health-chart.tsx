import type { EndpointHealth, HealthHour } from '../../webhooks/endpoints/health.ts';
import { type Format, useFormat } from '../kit/index.ts';
import { words } from './words.ts';

const BAR_WIDTH = 14;
const STEP = 20;
const HEIGHT = 72;
/** An hour with a single failure among thousands must still show it. */
const MIN_HEIGHT = 2;

export const failedIn = ({ refused, timeout, connection, address }: HealthHour): number =>
  refused + timeout + connection + address;

export interface HealthProps {
  readonly health: EndpointHealth;
}

/** Where the axis ends. */
export const mostInHour = ({ hours }: EndpointHealth): number =>
  Math.max(1, ...hours.map((hour) => hour.accepted + failedIn(hour)));

/** A bar per hour, what failed on top of what was accepted. Drawn as SVG: the page needs no script and no style. */
export function HealthChart({ health }: HealthProps) {
  const format = useFormat();
  const w = words[format.locale];
  const { hours, attempts, accepted } = health;
  const most = mostInHour(health);
  const title = w.chartTitle(format.number(accepted), format.number(attempts - accepted));
  return (
    <svg
      class="hours"
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      {hours.map((hour, n) => bar(hour, n * STEP + (STEP - BAR_WIDTH) / 2, most, format))}
      <path class="axis" d={`M0 ${HEIGHT - 0.5}H${hours.length * STEP}`} />
    </svg>
  );
}

function bar(hour: HealthHour, x: number, most: number, format: Format) {
  const w = words[format.locale];
  const failed = failedIn(hour);
  if (hour.accepted + failed === 0) return null;
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((count / most) * (HEIGHT - 2 * MIN_HEIGHT)));
  const [good, bad] = [heightOf(hour.accepted), heightOf(failed)];
  return (
    <g key={hour.hour}>
      <title>{`${format.time(hour.hour)}: ${format.number(hour.accepted)} ${w.legendAccepted}, ${format.number(failed)} ${w.legendFailed}`}</title>
      <rect class="good" x={x} y={HEIGHT - good} width={BAR_WIDTH} height={good} />
      <rect class="bad" x={x} y={HEIGHT - good - bad} width={BAR_WIDTH} height={bad} />
    </g>
  );
}
