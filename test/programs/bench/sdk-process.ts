import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SERVER_CORE } from './cores.ts';
import type { Candidate, Defer, Round } from './workload.ts';

/** Starts a program in a separate process, on the core reserved for measurements or on the others. */
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

/** A measured program: it gets the number of seconds to run for, and replies with the results. */
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

/** Returns the next message, or throws if the process exits first. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ending = new AbortController();
  const died = once(child, 'exit', { signal: ending.signal }).then(([code]) => {
    throw new Error(`A benchmark process exited with ${code}.`);
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
