import { Gauge, type Registry } from 'prom-client';
import { within } from '../../base/time/within.ts';
import type { Querier } from '../querier.ts';

/** Prometheus gives up after 10 s by default. All gauges are read at the same time. */
const READ_TIMEOUT_MS = 3_000;

interface ScrapedGauge<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
  /** What the database says now: labels and values. */
  readonly read: () => Promise<readonly (readonly [labels: Record<Label, string>, value: number])[]>;
}

/**
 * A gauge that is read from the database when scraped. While the database doesn't answer it has no value: 0 would look
 * like an empty queue, and a failed scrape would hide what the process itself knows.
 */
export function scrapedGauge<Label extends string = never>(
  registry: Registry,
  { name, help, labelNames = [], read }: ScrapedGauge<Label>,
): void {
  new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [registry],
    // Each process of --processes reads the same, up to the moment.
    aggregator: 'max',
    async collect() {
      const values = await within(read(), READ_TIMEOUT_MS).catch(() => []);
      this.reset();
      if (labelNames.length === 0) this.remove();
      for (const [labels, value] of values) this.set(labels, value);
    },
  });
}

/** 1 while the database answers. */
export function observeDatabase(registry: Registry, db: Querier): void {
  new Gauge({
    name: 'tradepost_database_up',
    help: 'Whether the database answered this scrape. Without it the metrics that come from the database are missing.',
    registers: [registry],
    aggregator: 'min',
    async collect() {
      const up = within(db.query('SELECT 1', []), READ_TIMEOUT_MS).then(
        () => 1,
        () => 0,
      );
      this.set(await up);
    },
  });
}
