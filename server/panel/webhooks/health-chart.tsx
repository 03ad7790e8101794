import type { VNode } from 'preact';
import type { EndpointHealth, HealthHour } from '../../webhooks/endpoints/health.ts';
import type { Format } from '../kit/language/format.ts';
import { words } from './health-words.ts';

const BAR_WIDTH = 14;
const STEP = 20;
const HEIGHT = 72;
/** An hour with a single failure among thousands must still show it. */
const MIN_HEIGHT = 2;

export const failedIn = ({ refused, timeout, connection, address }: HealthHour): number =>
  refused + timeout + connection + address;

interface HealthChartProps {
  readonly health: EndpointHealth;
  readonly format: Format;
}

/** A bar per hour, what failed on top of what was accepted. Drawn as SVG: the page needs no script and no style. */
export function HealthChart({ health, format }: HealthChartProps): VNode {
  const w = words[format.locale];
  const { hours, attempts, accepted } = health;
  const most = Math.max(1, ...hours.map((hour) => hour.accepted + failedIn(hour)));
  const title = w.chartTitle(format.number(accepted), format.number(attempts - accepted));
  return (
    <svg
      class="hours"
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      {hours.map((hour, n) => (
        <Bar key={hour.hour} hour={hour} x={n * STEP + (STEP - BAR_WIDTH) / 2} most={most} format={format} />
      ))}
      <path class="axis" d={`M0 ${HEIGHT - 0.5}H${hours.length * STEP}`} />
    </svg>
  );
}

interface BarProps {
  readonly hour: HealthHour;
  readonly x: number;
  readonly most: number;
  readonly format: Format;
}

function Bar({ hour, x, most, format }: BarProps): VNode | null {
  const w = words[format.locale];
  const failed = failedIn(hour);
  if (hour.accepted + failed === 0) return null;
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((count / most) * (HEIGHT - 2 * MIN_HEIGHT)));
  const [good, bad] = [heightOf(hour.accepted), heightOf(failed)];
  return (
    <g>
      <title>{`${format.time(hour.hour)}: ${format.number(hour.accepted)} ${w.legendAccepted}, ${format.number(failed)} ${w.legendFailed}`}</title>
      <rect class="good" x={x} y={HEIGHT - good} width={BAR_WIDTH} height={good} />
      <rect class="bad" x={x} y={HEIGHT - good - bad} width={BAR_WIDTH} height={bad} />
    </g>
  );
}
