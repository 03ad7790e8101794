import { type Chart, chartOf } from '../chart.ts';
import type { ContestantName } from './contestants.ts';
import { type MeasuredRow, perSecond, ratioOf } from './table.ts';

const SHOWN: readonly ContestantName[] = ['Tradepost', 'raw'];
/** At a fixed rate all have the same requests per second, and a burst is one tenant's. */
const isShown = ({ name }: MeasuredRow): boolean => !/-(?:rate|burst|hot)$/.test(name);

/** Requests per second beside Fastify's, of each row that Fastify has. */
export function peersChart(measured: readonly MeasuredRow[]): string {
  const rows = measured.filter((row) => isShown(row) && row.results.has('Fastify'));
  const chart: Chart = {
    title: 'Requests per second with 1 000 tenants, × Fastify',
    one: 'Fastify',
    lines: rows.map((row) => ({
      label: row.name,
      points: SHOWN.filter((name) => row.results.has(name)).map((name) => ({
        name,
        ratio: ratioOf(row.results.get(name)!, row.results.get('Fastify')!, perSecond),
      })),
    })),
  };
  return chartOf(chart);
}
