import {
  bundle,
  type EventKind,
  type EventObject,
  eventKinds,
  type OperationId,
  sampleEvents,
} from '../base/contract.ts';

/** A sentence in each language. The key names it in tests, which prove it. */
export interface Sentence {
  readonly key: string;
  readonly en: string;
  readonly pt: string;
}

/** A sentence that says when an event fires, and the operations that cause it. */
export interface Cause extends Sentence {
  readonly operations: readonly OperationId[];
}

/** All that the contract says about a kind of event. */
export interface CatalogueEntry {
  readonly kind: EventKind;
  /** The scope that a key needs to see it in the feed. */
  readonly scope: EventObject['scope'];
  readonly fires: readonly Cause[];
  readonly doesNotFire: readonly Sentence[];
  readonly notes: readonly Sentence[];
  /** The envelope of the example, indented. */
  readonly example: string;
}

/** Every kind of event, in the contract's order. */
export const eventCatalogue: readonly CatalogueEntry[] = eventKinds.map(entryOf);

const entries = new Map(eventCatalogue.map((entry) => [entry.kind, entry]));
export const eventEntry = (kind: EventKind): CatalogueEntry => entries.get(kind)!;

function entryOf(kind: EventKind): CatalogueEntry {
  const { scope, fires, does_not_fire, notes = {} } = bundle.webhooks[kind]!.post['x-event'];
  const example = sampleEvents.find(({ event_type }) => event_type === kind);
  return {
    kind,
    scope,
    fires: Object.entries(fires).map(([key, { by, ...text }]) => ({ key, ...text, operations: by })),
    doesNotFire: sentences(does_not_fire),
    notes: sentences(notes),
    example: JSON.stringify(example, undefined, 2),
  };
}

function sentences(texts: EventObject['does_not_fire']): Sentence[] {
  return Object.entries(texts).map(([key, text]) => ({ key, ...text }));
}
