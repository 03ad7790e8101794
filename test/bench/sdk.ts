import { runWorkload } from './run-workload.ts';
import { gets } from './sdk-gets.ts';
import { imports } from './sdk-imports.ts';

// What the built SDK costs its users: the CPU time of a GET, and the time of a first import.
await runWorkload(gets('one'));
await runWorkload(gets('page'));
await runWorkload(imports);
