/** The expected result of a step: its problem code if it is refused, and the events that it emits. */
export interface Expected {
  readonly refusal?: string;
  readonly events: readonly string[];
  /** The status of each row of a batch. */
  readonly rows?: readonly number[];
}

export const refused = (refusal: string): Expected => ({ refusal, events: [] });
export const done = (...events: string[]): Expected => ({ events });
