import { nextMessage, startCandidate, startProgram } from './sdk-process.ts';
import type { Workload } from './workload.ts';

const READ = { one: 'One product of 0.5 kB', page: 'A page of 20 products, 10 kB,' };

const CLIENTS = ['fetch', 'fetch with a time-out', 'openapi-fetch', 'Tradepost', 'stripe', 'octokit'];

/** The cost of a GET for the calling program. */
export const gets = (what: keyof typeof READ): Workload => ({
  name: `client: GET ${what}`,
  baseline: 'openapi-fetch',
  notes: [
    `${READ[what]} read 8 at a time over loopback, up to the parsed body; the server is another process.`,
    'fetch: the global one with two headers, and response.json(). Tradepost: the built package, with retries and a time-out.',
    'stripe and octokit: as they come, stripe over fetch.',
    'Compare "CPU µs/operation". By CPU, more is better: 1.15 times the CPU time is 0.87.',
  ],
  async setUp(defer) {
    const address = await nextMessage<string>(startProgram(defer, 'sdk-target.ts', { measured: false }));
    return CLIENTS.map((name) => startCandidate(defer, name, 'sdk-client.ts', [name, what, address]));
  },
});
