import cluster from 'node:cluster';
import type { Service } from '../roles/service.ts';
import type { StartedAddresses, ToChild, ToParent } from './child-messages.ts';

/** Whether `serve --processes` has started this process. */
export const isChild = (): boolean => cluster.isWorker;

/** Tells the parent that this process is ready, and from now on what it has counted. */
export function reportToParent(
  { address, panelAddress, healthAddress }: StartedAddresses,
  metrics: Service['metrics'],
): void {
  process.on('message', async ({ type, id }: ToChild) => {
    if (type === 'metrics') send({ type, id, metrics: await metrics() });
  });
  send({ type: 'ready', started: { address, panelAddress, healthAddress } });
}

/** If the parent has gone, Node ends this process. */
function send(message: ToParent): void {
  process.send?.(message, undefined, undefined, () => {});
}
