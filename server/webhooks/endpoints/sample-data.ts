import { type EventKind, sampleEvents } from '../../base/contract.ts';

/**
 * The contract's examples have ids that a shop has as well. In a sample they are moved to the end of the integers, where no
 * sequence gets: a receiver that overlooks `test` finds nothing of its own by them.
 */
const SAMPLE_IDS_FROM = 2_147_000_000;

function withSampleId(name: string, value: unknown): unknown {
  if (name === 'external_id' && typeof value === 'string') return `SAMPLE-${value}`;
  const isId = name === 'id' || name.endsWith('_id');
  return isId && typeof value === 'number' ? SAMPLE_IDS_FROM + value : value;
}

const SAMPLES: ReadonlyMap<EventKind, string> = new Map(
  sampleEvents.map(({ event_type, data }) => [event_type, JSON.stringify(data, withSampleId)]),
);

/** The data of a test event, as JSON. */
export const sampleData = (kind: EventKind): string => SAMPLES.get(kind)!;
