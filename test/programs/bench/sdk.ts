import { runWorkload } from './run-workload.ts';
import { gets } from './sdk-gets.ts';
import { imports } from './sdk-imports.ts';
import { printSizes } from './sdk-sizes.ts';

/** In all 2 to 3 minutes. More rounds say more than longer ones: each is compared with the baseline's beside it. */
const LENGTH = { rounds: 7, seconds: 1 };

// What the built SDK costs its users: its size, the time of a first import, and the CPU time of a GET.
await printSizes();
for (const workload of [imports, gets('one'), gets('page')]) await runWorkload(workload, LENGTH);
