/** What a sender is to have waiting: so many deliveries, to these addresses by turns. */
export interface Load {
  readonly count: number;
  readonly urls: readonly string[];
}

/** With the envelope around it, a body of 1 kB. */
const NOTE = 'x'.repeat(780);

/** The data of the n-th event, as JSON. */
export const dataOf = (n: number): string => `{"order_id":${n},"note":"${NOTE}"}`;
