/** A change for which the client got a success response. */
export interface Entry {
  readonly kind:
    | 'product.created'
    | 'product.updated'
    | 'customer.created'
    | 'order.created'
    | 'order.status_changed';
  readonly tenantId: number;
  /** Of the product, customer or order. */
  readonly id: number;
}

/** The changes that clients know to be committed, because of the response. */
export class WriteHistory {
  readonly entries: Entry[] = [];
  /** Messages about unexpected responses. */
  readonly violations: string[] = [];

  add(kind: Entry['kind'], tenantId: number, id: number): void {
    this.entries.push({ kind, tenantId, id });
  }

  /** Entries by `tenant kind id`. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { kind, tenantId, id } of this.entries) {
      const key = `${tenantId} ${kind} ${id}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }
}
