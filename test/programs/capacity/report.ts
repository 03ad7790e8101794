import type { PerEach } from './measure.ts';
import type { Capacity } from './run-capacity.ts';

const DELIVERIES = 100_000_000;
const bytes = (value: number): string => `${Math.round(value)} bytes`;
const ms = (value: number): string => `${value.toFixed(2)} ms`;

export function report({ order, event, delivery }: Capacity): string[] {
  return [
    `order of 3 lines: ${bytes(order.bytes.order)} with its lines and stock movements; with its event ${bytes(order.walBytes)} of WAL`,
    `  CPU with its event: api ${ms(order.apiMs)}, PostgreSQL ${ms(order.databaseMs)}`,
    `event: ${bytes(event.bytes.event)}, ${bytes(event.walBytes)} of WAL`,
    `  CPU: PostgreSQL ${ms(event.databaseMs)}; no process but PostgreSQL has to do with it`,
    `delivery with one attempt: ${bytes(delivery.bytes.delivery)}, ${bytes(delivery.walBytes)} of WAL`,
    `  CPU: worker ${ms(delivery.workerMs)}, PostgreSQL ${ms(delivery.databaseMs)}`,
    `${DELIVERIES / 1e6} million deliveries: ${needs(delivery, 'delivery', delivery.workerMs + delivery.databaseMs)}`,
    `  of one event each, in addition: ${needs(event, 'event', event.databaseMs)}`,
  ];
}

function needs(each: PerEach, group: 'event' | 'delivery', cpuMs: number): string {
  const gigabytes = (of: number): string => ((of * DELIVERIES) / 1e9).toFixed(0);
  const hours = ((cpuMs * DELIVERIES) / 3_600_000).toFixed(0);
  return `${gigabytes(each.bytes[group])} GB, ${gigabytes(each.walBytes)} GB of WAL, ${hours} hours of one core`;
}
