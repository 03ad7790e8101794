import { describeExchange } from './describe-round-trip.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { RoundTrip } from './round-trip.ts';

/** A failure, with the smallest requests that reproduce it. */
export interface Finding {
  readonly signature: string;
  text: string;
  /** How often it occurred, by operation or form of HTTP. */
  readonly seenIn: Map<string, number>;
}

/**
 * The failure without the details that differ between requests. All forms of invalid HTTP share a signature, because
 * mostly the same code refuses them.
 */
export function signatureOf(roundTrip: readonly RoundTrip[]): string {
  const { violations, request } = roundTrip.at(-1)!;
  const causes = request.protocolForm ? 'invalid HTTP' : request.mistakes.join(' + ');
  return `${violations[0]} | ${causes.replaceAll(/#\S*:/g, '')}`
    .replaceAll(/"[^"]*"|\d{4,}|(?<!status )\b\d+/g, '…')
    .slice(0, 300);
}

const placeOf = ({ protocolForm, operationId }: FuzzRequest): string => protocolForm ?? operationId;

/** The findings of a run, each once. */
export class Findings {
  readonly #found = new Map<string, Finding>();

  get all(): readonly Finding[] {
    return [...this.#found.values()];
  }

  /** Whether this failure was reported before. Counts the occurrence. */
  isKnown(signature: string, request: FuzzRequest): boolean {
    const finding = this.#found.get(signature);
    if (!finding) return false;
    const place = placeOf(request);
    finding.seenIn.set(place, (finding.seenIn.get(place) ?? 0) + 1);
    return true;
  }

  add(signature: string, roundTrip: readonly RoundTrip[], where: string, log: string | undefined): void {
    const { request } = roundTrip[0]!;
    const parts = [where, ...roundTrip.map(describeExchange), ...(log ? [`The service logged: ${log}`] : [])];
    this.#found.set(signature, {
      signature,
      text: parts.join('\n\n'),
      seenIn: new Map([[placeOf(request), 1]]),
    });
  }
}
