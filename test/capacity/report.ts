import type { perEach } from './measure.ts';

type PerEach = ReturnType<typeof perEach>;

const DELIVERIES = 100_000_000;
const bytes = (value: number): string => `${Math.round(value)} bytes`;
const ms = (value: number): string => `${value.toFixed(2)} ms`;

/** `order`: an order placed without a subscriber. `sent`: the same with one delivery. The difference is the delivery's. */
export function report(order: PerEach, sent: PerEach): string[] {
  const delivery = {
    bytes: sent.bytes('delivery'),
    walBytes: sent.walBytes - order.walBytes,
    apiMs: sent.apiMs - order.apiMs,
    workerMs: sent.workerMs - order.workerMs,
    databaseMs: sent.databaseMs - order.databaseMs,
  };
  const cpuMs = delivery.apiMs + delivery.workerMs + delivery.databaseMs;
  return [
    `order of 3 lines: ${bytes(order.bytes('order'))} with its lines and stock movements, ${bytes(order.walBytes)} of WAL`,
    `  CPU: api ${ms(order.apiMs)}, PostgreSQL ${ms(order.databaseMs)}`,
    `event: ${bytes(order.bytes('event'))}`,
    `delivery with one attempt: ${bytes(delivery.bytes)}, ${bytes(delivery.walBytes)} of WAL`,
    `  CPU: api ${ms(delivery.apiMs)}, worker ${ms(delivery.workerMs)}, PostgreSQL ${ms(delivery.databaseMs)}`,
    `${DELIVERIES / 1e6} million deliveries: ${gigabytes(delivery.bytes)} GB, ${hours(cpuMs)} hours of one core;`,
    `  of one event each: ${gigabytes(order.bytes('event'))} GB more`,
  ];
}

const gigabytes = (each: number): string => ((each * DELIVERIES) / 1e9).toFixed(0);
const hours = (eachMs: number): string => ((eachMs * DELIVERIES) / 3_600_000).toFixed(0);
