import type { EndpointState } from './endpoint-state.ts';

/** A number of slots for requests in flight, and the endpoints with deliveries that wait for a slot. */
export class SendPool {
  inFlight = 0;
  readonly #size: number;
  /** Round robin: a Map keeps the order of insertion, and whoever had a turn is inserted again at the end. */
  readonly #turns = new Map<number, EndpointState>();

  constructor(size: number) {
    this.#size = size;
  }

  get isFull(): boolean {
    return this.inFlight >= this.#size;
  }

  waitingEndpoints(): EndpointState[] {
    return [...this.#turns.values()];
  }

  /** Behind the others, or where it already stands. */
  add(endpoint: EndpointState): void {
    this.#turns.set(endpoint.id, endpoint);
  }

  remove(endpoint: EndpointState): void {
    this.#turns.delete(endpoint.id);
  }

  /** The endpoint whose turn it is, when there is a slot for it. */
  next(): EndpointState | undefined {
    return this.isFull ? undefined : this.#turns.values().next().value;
  }
}
