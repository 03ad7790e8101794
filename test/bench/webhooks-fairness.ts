// `npm run bench:fairness [-- --rounds <n>]`: what a webhook endpoint that answers feels of those that hang.
import { parseArgs } from 'node:util';
import { benchFairness } from './webhooks/fairness.ts';
import { runBench } from './webhooks/run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
await runBench((defer, environment) => benchFairness(defer, environment, Number(values.rounds)));
