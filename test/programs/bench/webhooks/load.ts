/** `count` due deliveries, spread evenly over the URLs. */
export interface Load {
  readonly count: number;
  readonly urls: readonly string[];
}

/** Makes a body of 1 kB, including the envelope. */
const NOTE = 'x'.repeat(780);

/** The data of the n-th event, as JSON. */
export const dataOf = (n: number): string => `{"order_id":${n},"note":"${NOTE}"}`;
