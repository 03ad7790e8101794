// Prints how many files of OpenTelemetry's SDK a process with this OTEL_EXPORTER_OTLP_ENDPOINT has loaded. They are CommonJS, so the
// cache of require() has them. prom-client loads the API, which is empty without an SDK.
import { createRequire } from 'node:module';
import { readConfig } from '../../../server/main/config.ts';
import '../../../server/main/commands/serve.ts';
import { openTelemetry } from '../../../server/main/telemetry/open-if-set.ts';

await openTelemetry({
  endpoint: readConfig(process.env).otlpEndpoint,
  roles: ['api'],
  log: () => {},
  monotonicMs: () => 0,
});
const files = Object.keys(createRequire(import.meta.url).cache);
process.stdout.write(`${files.filter((file) => /@opentelemetry\/(?!api\/)/.test(file)).length}\n`);
process.exit(0);
