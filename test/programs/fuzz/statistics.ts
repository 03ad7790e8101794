import { operations } from './operations.ts';
import type { RoundTrip } from './round-trip.ts';

/** Counts response statuses by operation, and mistakes. */
export class Statistics {
  readonly #statuses = new Map<string, Map<string, number>>();
  readonly #mistakes = new Map<string, number>();
  readonly #transports = new Map<string, number>();
  #sent = 0;

  note({ request, response }: RoundTrip): void {
    this.#sent += 1;
    const ofOperation = this.#statuses.get(request.operationId) ?? new Map<string, number>();
    this.#statuses.set(request.operationId, ofOperation);
    count(ofOperation, String(response?.status ?? 'none'));
    count(this.#transports, request.transport);
    const rules = request.mistakes.map((mistake) => mistake.replace(/^body #\S*: /, 'body: '));
    for (const mistake of rules) count(this.#mistakes, mistake);
    if (request.protocolForm) count(this.#mistakes, `form: ${request.protocolForm}`);
  }

  get sent(): number {
    return this.#sent;
  }

  /** The share of responses with status 2xx or 304. */
  get successShare(): number {
    let successes = 0;
    for (const statuses of this.#statuses.values())
      for (const [status, times] of statuses) if (isSuccess(status)) successes += times;
    return successes / this.#sent;
  }

  /** Operations that never succeeded. The code after their validation wasn't tested. */
  get neverSucceeded(): string[] {
    return operations
      .map(({ id }) => id)
      .filter((id) => ![...(this.#statuses.get(id)?.keys() ?? [])].some(isSuccess));
  }

  get mistakeKinds(): number {
    return this.#mistakes.size;
  }

  lines(): string[] {
    const transports = [...this.#transports].map(([name, times]) => `${times} by ${name}`).join(', ');
    const rows = [...this.#statuses].toSorted().map(([id, statuses]) => {
      const list = [...statuses].toSorted().map(([status, times]) => `${status}×${times}`);
      return `  ${id.padEnd(24)}${list.join('  ')}`;
    });
    return [
      `${this.#sent} requests, ${transports}`,
      `${(100 * this.successShare).toFixed(1)} % succeeded; ${this.mistakeKinds} kinds of mistakes`,
      ...rows,
    ];
  }
}

const isSuccess = (status: string): boolean => status.startsWith('2') || status === '304';

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
