import { expect, it, onTestFinished } from 'vitest';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { buildServer, WITHOUT_WARM_UP } from '../../support/server-build.ts';
import { report } from './report.ts';
import { capacity } from './run-capacity.ts';

/** 20 s on an idle machine. It has a PostgreSQL of its own, since the processor time and the WAL of the whole server are measured. */
const timeout = 300_000;

it('prints what an order, an event, a delivery and 100 million deliveries take, each a positive number', {
  timeout,
}, async () => {
  const cleanup = new CleanupStack();
  onTestFinished(() => cleanup.runAll());
  const build = buildServer([], [WITHOUT_WARM_UP]);
  cleanup.defer(async () => build.remove());
  const cli = build.fileOf('server/cli.ts');
  const lines = report(await capacity({ orders: 100, events: 500, products: 200, cli }, cleanup.defer));
  expect(lines.map((line) => line.replace(/-?[\d.]+|NaN|-?Infinity/g, '#'))).toEqual([
    'order of # lines: # bytes with its lines and stock movements; with its event # bytes of WAL',
    '  CPU with its event: api # ms, PostgreSQL # ms',
    'event: # bytes, # bytes of WAL',
    '  CPU: PostgreSQL # ms; no process but PostgreSQL has to do with it',
    'delivery with one attempt: # bytes, # bytes of WAL',
    '  CPU: worker # ms, PostgreSQL # ms',
    '# million deliveries: # GB, # GB of WAL, # hours of one core',
    '  of one event each, in addition: # GB, # GB of WAL, # hours of one core',
  ]);
  const figures = lines.flatMap((line) => line.match(/-?[\d.]+|NaN|-?Infinity/g) ?? []).map(Number);
  expect(figures.filter((figure) => !(figure > 0 && Number.isFinite(figure)))).toEqual([]);
});
