import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { serializers } from '../../../server/main/log.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { openTelemetry } from '../../../server/main/telemetry/open-if-set.ts';
import { attributesOf, startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { subscribed } from '../../support/webhook-fixtures.ts';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const opened = (endpoint: string, roles: readonly string[] = ['api'], lines: string[] = []) =>
  openTelemetry({
    endpoint,
    roles,
    log: (_, message) => lines.push(message),
    monotonicMs: () => performance.now(),
  });
const product = { name: 'Café', sku: 'C-1', price: 10 };

it('exports one trace from the API call to the webhook attempt, with metrics and logs', async () => {
  const receiver = await startOtlpReceiver();
  const traceparents: unknown[] = [];
  const endpoint = await useEndpoint((res, req) => {
    traceparents.push(req.headers.traceparent);
    res.writeHead(204).end();
  });
  const telemetry = (await opened(receiver.url, ['api', 'worker']))!;
  const log = pino({ serializers, timestamp: pino.stdTimeFunctions.isoTime }, telemetry.logStream);
  const { context, tenant } = await subscribed(endpoint.url, { overrides: { telemetry, log } });
  const worker = await startService(context, ['worker']);
  onTestFinished(() => worker.stop());
  const response = await tenant.request('POST', '/products', {
    body: product,
    headers: { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` },
  });
  await expect.poll(() => traceparents.length, { timeout: 90_000 }).toBe(1);
  await expect
    .poll(() => context.db.query("SELECT FROM webhook_deliveries WHERE status = 'SUCCESS'", []))
    .toHaveLength(1);
  await telemetry.close();

  const call = receiver.spans.find(({ name }) => name === 'createProduct')!;
  const attempt = receiver.spans.find(({ name }) => name === 'send product.created')!;
  expect([call.traceId, attempt.traceId]).toEqual([CALLER.trace, CALLER.trace]);
  expect([call.parentSpanId, attempt.parentSpanId]).toEqual([CALLER.span, call.spanId]);
  expect(traceparents).toEqual([`00-${CALLER.trace}-${attempt.spanId}-01`]);
  expect(attributesOf(call)).toMatchObject({
    'http.response.status_code': 201,
    'http.route': '/products',
    'tradepost.request_id': response.headers.get('X-Request-Id'),
  });
  expect(attributesOf(attempt)).toMatchObject({
    'http.response.status_code': 204,
    'tradepost.outcome': 'accepted',
  });

  const counted = receiver.metrics.flatMap(({ name, sum }) =>
    name === 'tradepost_http_requests_total' ? sum!.dataPoints : [],
  );
  expect(counted.map((point) => [attributesOf(point), point.asDouble])).toContainEqual([
    { operation: 'createProduct', status: '201' },
    1,
  ]);
  const latencies = receiver.metrics.flatMap(({ name, histogram }) =>
    name === 'tradepost_http_request_duration_seconds' ? histogram!.dataPoints : [],
  );
  const [point] = latencies.filter((each) => attributesOf(each).operation === 'createProduct');
  expect(point!.count).toBe(1);
  expect(point!.bucketCounts!.length).toBe(point!.explicitBounds!.length + 1);
  expect(point!.bucketCounts!.reduce((sum, count) => sum + Number(count), 0)).toBe(1);

  const inTrace = receiver.logs.filter(({ traceId }) => traceId === CALLER.trace);
  expect(inTrace.map(({ body }) => body.stringValue)).toEqual(['request', 'delivery attempt']);
  expect(JSON.stringify(receiver.logs)).not.toContain(tenant.key.slice(11));
});

it('tells which statements a request ran, and how long it waited for a connection', async () => {
  const receiver = await startOtlpReceiver();
  const telemetry = (await opened(receiver.url))!;
  const { tenant, context } = await subscribed('http://127.0.0.1:9/', { overrides: { telemetry } });
  expect((await tenant.request('POST', '/products', { body: product })).status).toBe(201);
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const shares = context.tenantDatabases;
  const holders = Array.from({ length: context.db.size }, () =>
    shares
      .open(tenant.tenantId, () => () => {})
      .transaction(async (tx) => {
        await tx.query('SELECT 1', []);
        await finished;
      }),
  );
  await expect.poll(() => shares.stats().waiting).toBeGreaterThan(0);
  const waiting = shares.stats().waiting;
  const placed = tenant.request('PATCH', '/products/1', { body: { name: 'Chá' } });
  await expect.poll(() => shares.stats().waiting).toBeGreaterThan(waiting);
  finish();
  expect((await placed).status).toBeLessThan(500);
  await Promise.all(holders);
  await telemetry.close();
  const inSpan = (operation: string): string[] => {
    const call = receiver.spans.find(({ name }) => name === operation)!;
    return receiver.spans.flatMap((span) => (span.parentSpanId === call.spanId ? [span.name] : []));
  };
  expect(inSpan('createProduct').join()).toMatch(/product/);
  expect(inSpan('updateProduct')).toContain('wait for a connection');
  expect(JSON.stringify(receiver.spans)).not.toContain('Café');
});

it('begins a trace of its own for a call without or with an invalid traceparent', async () => {
  const receiver = await startOtlpReceiver();
  const telemetry = (await opened(receiver.url))!;
  const { tenant, environment } = await subscribed('http://127.0.0.1:9/', { overrides: { telemetry } });
  for (const traceparent of ["00-x'; DROP TABLE events --01", `00-${'0'.repeat(32)}-${CALLER.span}-01`])
    expect((await tenant.request('GET', '/products', { headers: { traceparent } })).status).toBe(200);
  expect((await tenant.request('GET', '/products')).status).toBe(200);
  await fetch(`${environment.baseUrl}/readyz`);
  await telemetry.close();
  const calls = receiver.spans.filter(({ name }) => name === 'listProducts');
  expect(calls.map(({ name, parentSpanId }) => [name, parentSpanId ?? ''])).toEqual([
    ['listProducts', ''],
    ['listProducts', ''],
    ['listProducts', ''],
  ]);
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(3);
});

it('answers while the collector is away, says so once a minute, and ends in time', async () => {
  const lines: string[] = [];
  const telemetry = (await opened('http://127.0.0.1:9/', ['api'], lines))!;
  const { tenant } = await subscribed('http://127.0.0.1:9/', { overrides: { telemetry } });
  expect((await tenant.request('GET', '/products')).status).toBe(200);
  const startedAt = performance.now();
  await telemetry.close();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await expect.poll(() => lines, { timeout: 90_000 }).toHaveLength(1);
  expect(lines[0]).toBe('telemetry could not be exported (OTEL_EXPORTER_OTLP_ENDPOINT)');
});

it('loads nothing of OpenTelemetry without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
  const fixture = fileURLToPath(new URL('loaded.fixture.ts', import.meta.url));
  const loadedWith = async (endpoint: string): Promise<number> => {
    const env = { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', fixture], { env });
    return Number(stdout);
  };
  expect(await loadedWith('')).toBe(0);
  expect(await loadedWith('http://127.0.0.1:9')).toBeGreaterThan(50);
});
