// `npm run program bench:hostile [operation…]`: finds each operation's most expensive body to validate, in CPU time relative to
// JSON.parse of the same bytes, and in memory relative to its size. Fails if a ratio is above 20.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contractOperations, type OperationId } from '../../../server/base/contract.ts';
import { MEMORY_FLAGS } from './hostile/measure.ts';
import type { Measured } from './hostile/operation-process.ts';

/** The highest ratio allowed, both to JSON.parse and to the body's size. */
const MOST = 20;
const PROGRAM = fileURLToPath(new URL('hostile/operation-process.ts', import.meta.url));

interface Report {
  readonly bodies: number;
  readonly worst: readonly [Measured, ...Measured[]];
}

async function report(id: OperationId, what: 'cpu' | 'memory'): Promise<Report> {
  const flags = what === 'memory' ? MEMORY_FLAGS : [];
  const args = [...flags, '--import', 'tsx', PROGRAM, id, what];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
  return JSON.parse(stdout) as Report;
}

const chosen = process.argv.slice(2);
const operations = contractOperations.filter(
  ({ id, hasBody }) => hasBody && (chosen.length === 0 || chosen.includes(id)),
);
const table = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const ms = (microseconds: number): string => (microseconds / 1000).toFixed(1);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

table([
  'operation',
  'bodies',
  'worst by CPU',
  'kB',
  'ms',
  '× JSON.parse',
  'worst by memory',
  'kB',
  'MB',
  '× size',
]);
table(['---', '--:', '---', '--:', '--:', '--:', '---', '--:', '--:', '--:']);
let isOver = false;
for (const { id } of operations) {
  const cpu = await report(id, 'cpu');
  const memory = await report(id, 'memory');
  const [byCpu, byMemory] = [cpu.worst[0], memory.worst[0]];
  isOver ||= byCpu.ratio > MOST || byMemory.ratio > MOST;
  const cpuCells = [byCpu.kind, Math.round(byCpu.bytes / 1000), ms(byCpu.cost), byCpu.ratio.toFixed(1)];
  const memoryCells = [
    byMemory.kind,
    Math.round(byMemory.bytes / 1000),
    mb(byMemory.cost),
    byMemory.ratio.toFixed(1),
  ];
  table([id, cpu.bodies, ...cpuCells.map(escaped), ...memoryCells.map(escaped)]);
}
process.exitCode = isOver ? 1 : 0;

function escaped(cell: string | number): string | number {
  return typeof cell === 'string' ? cell.replaceAll('|', '\\|') : cell;
}
