import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
}

export interface Metric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Point {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

export interface LogRecord {
  readonly body: { readonly stringValue: string };
  readonly traceId?: string;
  readonly attributes: readonly Attribute[];
}

/** What an OTLP/HTTP collector would have received, by signal. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: Span[];
  readonly metrics: Metric[];
  readonly logs: LogRecord[];
}

type Body = Record<string, { [scope: string]: { [items: string]: unknown[] }[] }[]>;

/** A collector on loopback that takes OTLP as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received = { spans: [] as Span[], metrics: [] as Metric[], logs: [] as LogRecord[] };
  const take = (body: Body, resources: string, scopes: string, items: string, into: unknown[]): void => {
    for (const resource of body[resources]!)
      for (const scope of resource[scopes]!) into.push(...(scope[items] as unknown[]));
  };
  const server = http.createServer(async (req, res) => {
    const body = JSON.parse(await textOf(req)) as Body;
    if (req.url === '/v1/traces') take(body, 'resourceSpans', 'scopeSpans', 'spans', received.spans);
    if (req.url === '/v1/metrics') take(body, 'resourceMetrics', 'scopeMetrics', 'metrics', received.metrics);
    if (req.url === '/v1/logs') take(body, 'resourceLogs', 'scopeLogs', 'logRecords', received.logs);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...received };
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += chunk;
  return text;
}

export const attributesOf = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
