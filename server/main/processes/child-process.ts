import cluster from 'node:cluster';
import type { Service } from '../roles/service.ts';

/** What the processes of `serve --processes` say to each other, over Node's channel between a parent and its children. */
export type ToChild = { readonly type: 'metrics'; readonly id: number };

export type ToParent =
  | { readonly type: 'ready'; readonly started: StartedAddresses }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: ProcessMetrics };

/** Undefined without the role. */
export type StartedAddresses = Pick<Service, 'address' | 'panelAddress' | 'consoleAddress' | 'healthAddress'>;

/** Of prom-client, as JSON. */
export type ProcessMetrics = readonly object[];

/** Whether `serve --processes` has started this process. */
export const isChild = (): boolean => cluster.isWorker;

/** Tells the parent that this process is ready, and from now on what it has counted. */
export function reportToParent(
  { address, panelAddress, consoleAddress, healthAddress }: StartedAddresses,
  metrics: Service['metrics'],
): void {
  process.on('message', async ({ type, id }: ToChild) => {
    if (type === 'metrics') send({ type, id, metrics: await metrics() });
  });
  send({ type: 'ready', started: { address, panelAddress, consoleAddress, healthAddress } });
}

/** If the parent has gone, Node ends this process. */
function send(message: ToParent): void {
  process.send?.(message, undefined, undefined, () => {});
}
