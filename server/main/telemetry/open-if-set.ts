import type { Telemetry } from './telemetry.ts';

export interface TelemetryOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads the other variables, such as headers and samplers, by itself. */
  readonly endpoint: string | undefined;
  readonly roles: readonly string[];
  /** Gets each line that says that something couldn't be exported. */
  readonly log: (line: { readonly err: unknown }, message: string) => void;
  readonly monotonicMs: () => number;
}

/** The exporters report each batch, every few seconds. */
const BETWEEN_LINES_MS = 60_000;

/** OpenTelemetry's SDK is a second program in size, so it's loaded only when something is to be exported. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const { endpoint, roles, log, monotonicMs } = options;
  if (endpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  let saidMs = Number.NEGATIVE_INFINITY;
  const onError = (err: unknown): void => {
    if (monotonicMs() - saidMs < BETWEEN_LINES_MS) return;
    saidMs = monotonicMs();
    log({ err }, 'telemetry could not be exported (OTEL_EXPORTER_OTLP_ENDPOINT)');
  };
  return startOpenTelemetry({ endpoint, roles, onError });
}
