import type { Address } from '../dns-resolver.ts';
import type { EndpointState } from './endpoint-state.ts';

/** What a small server bears. One that comes back answers them within milliseconds, so those that wait don't wait long. */
export const SLOTS_PER_ADDRESS = 16;
/** A claim comes at least twice a second. Who has nothing to send by then gives its turn to the next. */
const TURN_MS = 2_000;

interface Turn {
  readonly addresses: readonly Address[];
  readonly untilMs: number;
}

/**
 * The requests in flight per address, of endpoints that don't answer: whoever owns such an endpoint may have aimed us at somebody
 * else. Tenants take turns, and so do the endpoints of each. A request counts at all addresses of its name, as the connection may go
 * to any of them.
 */
export class AddressSlots {
  readonly #taken = new Map<string, number>();
  /** By tenant. Maps keep the order of insertion: the first ones are next. */
  readonly #waiting = new Map<number, Map<EndpointState, readonly Address[]>>();
  /** A slot is kept for these. */
  readonly #turns = new Map<EndpointState, Turn>();

  isWaiting(endpoint: EndpointState): boolean {
    return this.#waiting.get(endpoint.tenantId)?.has(endpoint) ?? false;
  }

  /** Whether the endpoint may start a request now. If not, it waits until it's its turn. */
  take(endpoint: EndpointState, addresses: readonly Address[]): boolean {
    const turn = this.#turns.get(endpoint);
    if (turn !== undefined) {
      this.#turns.delete(endpoint);
      this.#count(turn.addresses, -1); // the name may have other addresses by now
    }
    if (this.#fits(addresses)) {
      this.#stopWaiting(endpoint);
      this.#count(addresses, 1);
      return true;
    }
    const ofTenant = this.#waiting.get(endpoint.tenantId) ?? new Map();
    this.#waiting.set(endpoint.tenantId, ofTenant.set(endpoint, addresses));
    return false;
  }

  /** A request ended. Returns whether that made it somebody's turn. */
  free(addresses: readonly Address[], nowMs: number): boolean {
    this.#count(addresses, -1);
    return this.#giveTurns(nowMs);
  }

  /** Ends the turns that weren't used. */
  expire(nowMs: number): void {
    for (const [endpoint, { addresses, untilMs }] of this.#turns)
      if (untilMs <= nowMs) {
        this.#turns.delete(endpoint);
        this.#count(addresses, -1);
      }
    this.#giveTurns(nowMs);
  }

  #giveTurns(nowMs: number): boolean {
    let given = false;
    while (this.#giveTurn(nowMs + TURN_MS)) given = true;
    return given;
  }

  #giveTurn(untilMs: number): boolean {
    for (const [tenantId, endpoints] of this.#waiting)
      for (const [endpoint, addresses] of endpoints) {
        if (!this.#fits(addresses)) continue;
        endpoints.delete(endpoint);
        this.#waiting.delete(tenantId);
        if (endpoints.size > 0) this.#waiting.set(tenantId, endpoints); // behind the others
        this.#turns.set(endpoint, { addresses, untilMs });
        this.#count(addresses, 1);
        return true;
      }
    return false;
  }

  #stopWaiting(endpoint: EndpointState): void {
    const ofTenant = this.#waiting.get(endpoint.tenantId);
    if (ofTenant?.delete(endpoint) && ofTenant.size === 0) this.#waiting.delete(endpoint.tenantId);
  }

  #fits(addresses: readonly Address[]): boolean {
    return addresses.every(({ address }) => (this.#taken.get(address) ?? 0) < SLOTS_PER_ADDRESS);
  }

  #count(addresses: readonly Address[], change: 1 | -1): void {
    for (const { address } of addresses) {
      const taken = (this.#taken.get(address) ?? 0) + change;
      if (taken === 0) this.#taken.delete(address);
      else this.#taken.set(address, taken);
    }
  }
}
