#!/usr/bin/env node
import { holdSignals } from './main/processes/held-signals.ts';

// Before anything else is loaded, which takes half a second: until then a signal would end the process with another exit code, and as
// the first process of a container it would be lost.
holdSignals();
await import('./main/commands/program.ts');
