import http from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../base/version.ts';
import { requestTimeouts, timeoutOptions } from './connection/create-server.ts';
import { DEFAULT_HEADERS } from './default-headers.ts';

export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tradepost_build_info',
    help: 'Always 1: which version runs on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version: VERSION, node: process.version }, 1);
  return registry;
}

/** `/metrics` in Prometheus's text format, on a separate port that isn't open to the internet. */
export function createMetricsServer(registry: Pick<Registry, 'metrics' | 'contentType'>): http.Server {
  return http.createServer(timeoutOptions(requestTimeouts), async (req, res) => {
    if (req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404, DEFAULT_HEADERS).end();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void res.writeHead(405, { ...DEFAULT_HEADERS, allow: 'GET, HEAD' }).end();
    const text = await registry.metrics();
    res
      .writeHead(200, { ...DEFAULT_HEADERS, 'content-type': registry.contentType })
      .end(req.method === 'HEAD' ? undefined : text);
  });
}
