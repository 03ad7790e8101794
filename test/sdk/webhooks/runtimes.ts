import * as edge from '../../../sdk/src/webhooks/index.edge.ts';
import * as node from '../../../sdk/src/webhooks/index.ts';

/** The two entries of the package. What holds for one must hold for the other. */
export const RUNTIMES: [name: string, webhooks: typeof node][] = [
  ['node:crypto', node],
  ['Web Crypto', edge],
];
