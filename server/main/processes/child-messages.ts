/** What the processes of `serve --processes` say to each other, over Node's channel between a parent and its children. */
export type ToChild = { readonly type: 'metrics'; readonly id: number };

export type ToParent =
  | { readonly type: 'ready'; readonly started: StartedAddresses }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: ProcessMetrics };

/** Undefined without the role. */
export interface StartedAddresses {
  readonly address: string | undefined;
  readonly panelAddress: string | undefined;
  readonly healthAddress: string | undefined;
}

/** Of prom-client, as JSON. */
export type ProcessMetrics = readonly object[];
