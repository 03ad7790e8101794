import type { Telemetry } from './telemetry.ts';

export interface TelemetryOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads the other variables, such as headers and samplers, by itself. */
  readonly endpoint: string | undefined;
  readonly roles: readonly string[];
}

/** OpenTelemetry's SDK is a second program in size, so it's loaded only when something is to be exported. */
export async function openTelemetry({ endpoint, roles }: TelemetryOptions): Promise<Telemetry | undefined> {
  if (endpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry(endpoint, roles);
}
