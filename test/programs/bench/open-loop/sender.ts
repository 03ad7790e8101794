import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { prepareRequests } from '../prepared-requests.ts';
import type { PreparedRequest } from '../rows/row.ts';
import type { Defer } from '../workload.ts';
import type { Schedule, Sent } from './scheduled-sender.ts';

const PROGRAM = fileURLToPath(new URL('./sender-process.ts', import.meta.url));

export interface Reply {
  readonly sent?: Sent;
  readonly failure?: string;
}

export interface Sender {
  /** Throws if a request fails. One schedule at a time. */
  send(name: string, schedule: Schedule): Promise<Sent>;
}

/** Starts a process on the benchmark's cores that sends these requests. */
export async function startSender(defer: Defer, requests: readonly PreparedRequest[]): Promise<Sender> {
  const { file } = await prepareRequests(defer, requests);
  const child = fork(PROGRAM, [file], { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  defer(async () => {
    if (child.connected) child.disconnect();
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that sends requests ended with ${code}.`);
  });
  ended.catch(() => {});
  const reply = async (): Promise<Reply> => (await Promise.race([once(child, 'message'), ended]))[0] as Reply;
  await reply();
  return {
    async send(name, schedule) {
      const replied = reply();
      child.send(schedule);
      const { sent, failure } = await replied;
      if (!sent) throw new Error(`${name}: ${failure}`);
      if (sent.refused > 0)
        throw new Error(`${name}: ${sent.refused} of ${schedule.count} requests were refused.`);
      return sent;
    },
  };
}
