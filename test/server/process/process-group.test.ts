import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ProcessGroup } from '../../../server/main/processes/process-group.ts';

/** A child that says that it's ready, or ends. */
function child(fate: 'ready' | 'ends', killed: string[]): Worker {
  const events = new EventEmitter();
  const name = `${fate} ${killed.length}`;
  const worker = Object.assign(events, { process: { pid: 1, kill: () => void killed.push(name) } });
  setImmediate(() => {
    if (fate === 'ends') events.emit('exit', 1, null);
    else events.emit('message', { type: 'ready', started: { address: 'http://one' } });
  });
  return worker as unknown as Worker;
}

function group(...fates: ('ready' | 'ends')[]) {
  const killed: string[] = [];
  let forked = 0;
  const made = new ProcessGroup({
    fork: () => child(fates[forked++] ?? 'ready', killed),
    log: pino({ level: 'silent' }),
    monotonicMs: () => performance.now(),
  });
  return { made, killed, forked: () => forked };
}

it('a process that cannot start is tried again, and its siblings go on serving', async () => {
  const { made, killed, forked } = group('ready', 'ends', 'ready', 'ready');
  expect(await made.start(3)).toMatchObject({ address: 'http://one' });
  await expect.poll(forked).toBe(4);
  expect(killed).toEqual([]);
});

it('the first process that cannot start ends the start: the others would fail alike', async () => {
  const { made, forked } = group('ends');
  await expect(made.start(3)).rejects.toThrow("couldn't start (exit code 1)");
  expect(forked()).toBe(1);
});
