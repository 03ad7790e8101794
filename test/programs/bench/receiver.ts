import { runWorkload } from './run-workload.ts';
import { startCandidate } from './sdk-process.ts';
import type { Workload } from './workload.ts';

const receiving = (bytes: number): Workload => ({
  name: `receiver-${bytes}`,
  baseline: 'bare',
  notes: [
    `Signed order events of about ${bytes} bytes, none of them a duplicate, one at a time; each way in a separate process.`,
    'bare: createHmac, timingSafeEqual, JSON.parse. receiver: also headers, tolerance, kind, claim and completion in memory, the response.',
    'verify: the receiver without its store. standardwebhooks: its own headers, no store. p50 and p99 are of means over 100 deliveries.',
  ],
  setUp: async (defer) =>
    ['bare', 'receiver', 'verify', 'receiver, Web Crypto', 'standardwebhooks'].map((name) =>
      // In a separate process: how V8 compiles shared code would depend on what other ways ran before.
      startCandidate(defer, name, 'receiver-process.ts', [name, String(bytes)]),
    ),
});

for (const bytes of [1_000, 20_000]) await runWorkload(receiving(bytes));
