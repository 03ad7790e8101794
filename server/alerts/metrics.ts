import { Gauge, type Registry } from 'prom-client';
import type { Querier } from '../db/querier.ts';
import { ALERT_KINDS } from './kinds.ts';
import { countOpenByKind } from './store.ts';

/** Read from the database when scraped, so every process reports the same. No label names a tenant. */
export function observeAlerts(registry: Registry, db: Querier): void {
  new Gauge({
    name: 'tradepost_alerts_open',
    help: "Open alerts of the tenants' staff, by kind.",
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = new Map((await countOpenByKind(db)).map(({ kind, count }) => [kind, count]));
      for (const kind of ALERT_KINDS) this.set({ kind }, counts.get(kind) ?? 0);
    },
  });
}
