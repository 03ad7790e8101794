/** Where something of the service listens, with the setting of its port. */
interface Listener {
  readonly setting: string;
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
}

interface Listeners {
  readonly host: string;
  readonly port: number;
  readonly panel: { readonly host: string; readonly port: number } | undefined;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
}

const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

/**
 * A sentence if the metrics would listen where something else does. Which role listens on PORT and PANEL_PORT is a matter of the command,
 * so these two may be the same.
 */
export function portErrors({ host, port, panel, metricsHost, metricsPort }: Listeners): string[] {
  const others: Listener[] = [{ setting: 'PORT', host, port }];
  if (panel) others.push({ setting: 'PANEL_PORT', ...panel });
  return others
    .filter((other) => metricsPort === other.port && metricsPort !== 0 && meet(metricsHost, other.host))
    .map(({ setting }) => `METRICS_PORT is ${metricsPort}, as ${setting}; it needs a port of its own.`);
}

const meet = (one: string, other: string): boolean =>
  one === other || ALL_ADDRESSES.has(one) || ALL_ADDRESSES.has(other);
