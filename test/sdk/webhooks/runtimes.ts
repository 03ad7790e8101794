import * as edge from '../../../sdk/src/webhooks/index.edge.ts';
import * as node from '../../../sdk/src/webhooks/index.ts';

/** The two forms of the package: what holds for one has to hold for the other. */
export const RUNTIMES: [name: string, webhooks: typeof node][] = [
  ['node:crypto', node],
  ['Web Crypto', edge],
];
