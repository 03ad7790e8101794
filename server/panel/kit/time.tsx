import { useFormat } from './language/reader.ts';

interface TimeProps {
  /** RFC 3339. */
  readonly at: string | null;
  /** What is said if there was none. */
  readonly none?: string;
  /** relative: 2 min ago. time: 14:02 today, else day and time. date: the day. fullTime: both, with the zone. */
  readonly as?: 'relative' | 'time' | 'date' | 'fullTime';
}

/** A time in the tenant's zone; the full time shows on hover. */
export function Time({ at, none, as = 'time' }: TimeProps) {
  const format = useFormat();
  if (at === null) return <>{none}</>;
  return (
    <time dateTime={at} title={format.fullTime(at)}>
      {format[as](at)}
    </time>
  );
}
