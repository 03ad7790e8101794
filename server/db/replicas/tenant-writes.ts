import { laterOf, type WalPosition } from '../wal-position.ts';

/** Tenants that write within some seconds. One entry takes about 100 bytes. */
const MAX_TENANTS = 10_000;

interface Write {
  readonly position: WalPosition;
  readonly atMs: number;
}

/**
 * The last write of each tenant through this process, for clients that don't send tokens. A replica that is in use has everything
 * that is older than the longest lag, so older writes are forgotten.
 */
export class TenantWrites {
  readonly #writes = new Map<number, Write>();
  readonly #rememberMs: number;
  readonly #maxTenants: number;
  /** Counts for every tenant, once there were too many. */
  #everybody: Write | undefined;

  constructor(rememberMs: number, maxTenants = MAX_TENANTS) {
    this.#rememberMs = rememberMs;
    this.#maxTenants = maxTenants;
  }

  add(tenantId: number, position: WalPosition, atMs: number): void {
    const known = this.#writes.get(tenantId)?.position ?? position;
    const write = { position: laterOf(known, position), atMs };
    this.#writes.delete(tenantId); // to come last
    this.#writes.set(tenantId, write);
    if (this.#writes.size <= this.#maxTenants) return;
    const last = [...this.#writes.values()].reduce((a, b) => (a.position < b.position ? b : a));
    this.#everybody = { position: last.position, atMs };
    this.#writes.clear();
  }

  /** What a replica must have replayed to serve this tenant. */
  positionsOf(tenantId: number): readonly WalPosition[] {
    return [this.#writes.get(tenantId), this.#everybody].flatMap((write) => (write ? [write.position] : []));
  }

  forgetOld(nowMs: number): void {
    const isOld = ({ atMs }: Write): boolean => nowMs - atMs > this.#rememberMs;
    for (const [tenantId, write] of this.#writes) {
      if (!isOld(write)) break;
      this.#writes.delete(tenantId);
    }
    if (this.#everybody && isOld(this.#everybody)) this.#everybody = undefined;
  }
}
