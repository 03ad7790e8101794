// A service with marked functions, which sends itself each request several times and prints the files that it passes each time.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '../../../server/main/commands/serve.ts';
import { readConfig } from '../../../server/main/config.ts';
import { takeStopSignals } from '../../../server/main/processes/stop-signals.ts';
import type { TracedRequest } from './trace-requests.ts';

/** The first ones compile the operation's schemas, load modules and fill caches. */
const WARM_UPS = 5;
const REQUESTS = 5;
/** Enough for what a request leaves to do after its response, and less than the pauses between background jobs. */
const REST_MS = 50;

const service = await serve(readConfig(process.env), ['api'], takeStopSignals());

async function send({ method, path, body, withKey }: TracedRequest): Promise<void> {
  const response = await fetch(`${service.address}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.demo!.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(withKey && { 'idempotency-key': randomUUID() }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${text}`);
}

async function traceOnce(request: TracedRequest): Promise<string[]> {
  const files = new Set<string>();
  globalThis.tracedFile = (file) => files.add(file);
  await send(request);
  await wait(REST_MS);
  globalThis.tracedFile = undefined;
  return [...files];
}

async function trace(request: TracedRequest): Promise<string[][]> {
  for (let n = 0; n < WARM_UPS; n += 1) await send(request);
  await wait(REST_MS);
  const traces: string[][] = [];
  for (let n = 0; n < REQUESTS; n += 1) traces.push(await traceOnce(request));
  return traces;
}

try {
  const traces: string[][][] = [];
  for (const request of JSON.parse(process.argv[2]!)) traces.push(await trace(request));
  process.stdout.write(JSON.stringify(traces));
} finally {
  process.kill(process.pid, 'SIGTERM');
  process.exitCode = (await service.ended).code;
}
