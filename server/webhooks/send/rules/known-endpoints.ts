import { EndpointState } from './endpoint-state.ts';

/** An endpoint that is forgotten starts again with the initial window. */
const MAX_KNOWN = 2_000;

/** The endpoints that a worker has had deliveries for. Forgets the one that got none for longest and has none now. */
export class KnownEndpoints {
  /** A Map keeps the order of insertion: the least recently used come first. */
  readonly #states = new Map<number, EndpointState>();

  get(id: number): EndpointState | undefined {
    return this.#states.get(id);
  }

  all(): EndpointState[] {
    return [...this.#states.values()];
  }

  /** The endpoint's state, from now on the most recently used. */
  use(id: number): EndpointState {
    const endpoint = this.#states.get(id) ?? new EndpointState(id);
    this.#states.delete(id);
    this.#states.set(id, endpoint);
    if (this.#states.size > MAX_KNOWN) this.#forgetIdle();
    return endpoint;
  }

  #forgetIdle(): void {
    for (const [id, endpoint] of this.#states) if (endpoint.isIdle) return void this.#states.delete(id);
  }
}
