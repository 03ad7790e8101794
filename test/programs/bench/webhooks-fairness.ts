// `npm run program bench:fairness [-- --rounds <n>]`: how much hanging webhook endpoints slow healthy ones down.
import { parseArgs } from 'node:util';
import { benchFairness } from './webhooks/fairness.ts';
import { runBench } from './webhooks/run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
await runBench((defer, environment) => benchFairness(defer, environment, Number(values.rounds)));
