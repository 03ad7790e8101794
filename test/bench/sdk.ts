import { runWorkload } from './run-workload.ts';
import { gets } from './sdk-gets.ts';
import { imports } from './sdk-imports.ts';
import { printSizes } from './sdk-sizes.ts';

// What the built SDK costs its users: its size, the time of a first import, and the CPU time of a GET.
await printSizes();
await runWorkload(imports);
await runWorkload(gets('one'));
await runWorkload(gets('page'));
