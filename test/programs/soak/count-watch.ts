/** A request counts for a minute. The rest is for clocks and for the time that a request takes. */
const SURELY_COUNTED_MS = 50_000;

/** When Redis comes back, a process adds what it counted alone right after the first request, whose response can lack it. */
const ADDED_WITHIN_MS = 5_000;

/** Watches that the rate limit forgets none of the requests of a client, whether Redis is there, away or has lost its data. */
export class CountWatch {
  readonly violations: string[] = [];
  /** When requests began that were counted. */
  readonly #recent: number[] = [];
  #shortSince: number | undefined;

  /** Call it with each successful response, in turn. */
  add(at: number, headers: Headers): void {
    while (this.#recent.length > 0 && this.#recent[0]! < at - SURELY_COUNTED_MS) this.#recent.shift();
    this.#recent.push(at);
    const used = usedOf(headers);
    if (used >= this.#recent.length) this.#shortSince = undefined;
    else this.#shortSince ??= at;
    if (at - (this.#shortSince ?? at) >= ADDED_WITHIN_MS)
      this.violations.push(`the rate limit counted ${used} of ${this.#recent.length} requests`);
  }
}

/** NaN if the headers aren't there. */
function usedOf(headers: Headers): number {
  const number = (name: string, parameter: string): number =>
    Number(new RegExp(`;${parameter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1] ?? Number.NaN);
  return number('ratelimit-policy', 'q') - number('ratelimit', 'r');
}
