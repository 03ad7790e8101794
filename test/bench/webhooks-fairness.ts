// `npm run bench:fairness [-- --rounds <n>]`: what a webhook consumer that answers feels of those that hang.
import { parseArgs } from 'node:util';
import { pinBench } from './cores.ts';
import { UndoList } from './undo-list.ts';
import { benchFairness } from './webhooks/fairness.ts';
import { startWorld } from './webhooks/world.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const undo = new UndoList();
process.once('SIGINT', () => void undo.all().then(() => process.exit(1)));
try {
  await pinBench();
  await benchFairness(undo.defer, await startWorld(undo.defer), Number(values.rounds));
} finally {
  await undo.all();
}
