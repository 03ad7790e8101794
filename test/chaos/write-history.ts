/** A write that was answered with success: what it made, or changed, and of whom. */
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

/** What the clients know to be committed, because they were told so. */
export class WriteHistory {
  readonly entries: Entry[] = [];
  /** Answers that no client expects, in words. */
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
