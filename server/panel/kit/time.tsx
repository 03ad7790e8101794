import type { VNode } from 'preact';
import type { Format } from './language/format.ts';

interface TimeProps {
  /** RFC 3339. */
  readonly at: string;
  readonly format: Format;
  /** relative: 2 min ago. time: 14:02 today, else day and time. date: the day. */
  readonly as?: 'relative' | 'time' | 'date';
}

/** A time in the tenant's zone; the full time shows on hover. */
export const Time = ({ at, format, as = 'time' }: TimeProps): VNode => (
  <time dateTime={at} title={format.fullTime(at)}>
    {format[as](at)}
  </time>
);
