import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SERVER_CORE } from './cores.ts';
import type { Candidate, Defer, Round } from './workload.ts';

/** A program of the bench in a process of its own, on the core that is kept for what is measured or on the others. */
export function startProgram(
  defer: Defer,
  file: string,
  { args = [], measured }: { args?: string[]; measured: boolean },
): ChildProcess {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const node = ['--import', 'tsx'];
  const child = measured
    ? fork(program, args, {
        execPath: 'taskset',
        execArgv: ['--cpu-list', SERVER_CORE, process.execPath, ...node],
      })
    : fork(program, args, { execArgv: node });
  const ended = once(child, 'exit');
  defer(async () => {
    child.kill();
    await ended;
  });
  return child;
}

/** A measured program that is told for how many seconds to work, and says what came of it. */
export function startCandidate(defer: Defer, name: string, file: string, args: string[]): Candidate {
  const child = startProgram(defer, file, { args, measured: true });
  return {
    name,
    round(seconds) {
      child.send(seconds);
      return nextMessage<Round>(child);
    },
  };
}

/** The next thing that it says; an error when it ends before. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ending = new AbortController();
  const died = once(child, 'exit', { signal: ending.signal }).then(([code]) => {
    throw new Error(`A program of the bench ended with ${code}.`);
  });
  died.catch(() => {});
  const said = once(child, 'message', { signal: ending.signal });
  try {
    const [message] = await Promise.race([said, died]);
    return message as T;
  } finally {
    said.catch(() => {});
    ending.abort();
  }
}
