import { runWorkload } from './run-workload.ts';
import { gets } from './sdk-gets.ts';
import { imports } from './sdk-imports.ts';

// What the client costs who uses it: processor time of a GET, and the time of a first import. Of the built package.
await runWorkload(gets('one'));
await runWorkload(gets('page'));
await runWorkload(imports);
