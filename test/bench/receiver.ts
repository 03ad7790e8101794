import { runWorkload } from './run-workload.ts';
import { startCandidate } from './sdk-process.ts';
import type { Workload } from './workload.ts';

const receiving = (bytes: number): Workload => ({
  name: `receiver-${bytes}`,
  baseline: 'bare',
  notes: [
    `A signed order event of about ${bytes} bytes that was not seen before, one after the other, each way in its own process.`,
    'bare: createHmac, timingSafeEqual, JSON.parse. receiver: also headers, tolerance, kind, claim and completion in memory, the answer.',
    'verify: the receiver without its memory. standardwebhooks: its headers, no memory. A p50 is that of the means of 100.',
  ],
  setUp: async (defer) =>
    ['bare', 'receiver', 'verify', 'receiver, Web Crypto', 'standardwebhooks'].map((name) =>
      // In a process of its own: what another one has run would decide how the engine compiles what they share.
      startCandidate(defer, name, 'receiver-process.ts', [name, String(bytes)]),
    ),
});

for (const bytes of [1_000, 20_000]) await runWorkload(receiving(bytes));
