import type { Registry } from 'prom-client';
import { scrapedGauge } from '../../db/pool/scraped-gauge.ts';
import type { Querier } from '../../db/querier.ts';
import { ALERT_KINDS } from './kinds.ts';
import { countOpenByKind } from './store.ts';

/** Read from the database when scraped, so every process reports the same. No label names a tenant. */
export function observeAlerts(registry: Registry, db: Querier): void {
  scrapedGauge(registry, {
    name: 'tradepost_alerts_open',
    help: "Open alerts of the tenants' staff, by kind.",
    labelNames: ['kind'],
    read: async () => {
      const counts = new Map((await countOpenByKind(db)).map(({ kind, count }) => [kind, count]));
      return ALERT_KINDS.map((kind) => [{ kind }, counts.get(kind) ?? 0] as const);
    },
  });
}
