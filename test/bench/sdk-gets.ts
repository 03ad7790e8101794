import { nextMessage, startProgram } from './sdk-process.ts';
import type { Contestant, Defer, Round, Workload } from './workload.ts';

async function client(defer: Defer, name: string, address: string): Promise<Contestant> {
  const child = startProgram(defer, 'sdk-client.ts', { args: [name, address], measured: true });
  return {
    name,
    round(seconds) {
      child.send(seconds);
      return nextMessage<Round>(child);
    },
  };
}

/** What a GET costs the program that makes it. */
export const gets: Workload = {
  name: 'client: GET',
  baseline: 'fetch',
  notes: [
    'One product of 0.5 kB read by 8 at a time over loopback, to the parsed body; the server is another process.',
    'fetch: the global one with two headers, and response.json(). Tradepost: the built package, with retries and a time-out.',
    'To compare: "CPU µs each". By CPU more is better, so 1.15 times the processor time is 0.87.',
  ],
  async setUp(defer) {
    const address = await nextMessage<string>(startProgram(defer, 'sdk-target.ts', { measured: false }));
    const contestants: Contestant[] = [];
    for (const name of ['fetch', 'openapi-fetch', 'Tradepost'])
      contestants.push(await client(defer, name, address));
    return contestants;
  },
};
