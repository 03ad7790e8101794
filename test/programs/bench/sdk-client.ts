// A process that repeatedly reads one product or a page of products, and reports what each round took.
import type { Round } from './workload.ts';

/** The concurrency of a busy program; each reader starts its next request after the response. */
const AT_A_TIME = 8;

const [, , kind, what, address] = process.argv as [string, string, string, 'one' | 'page', string];
const apiKey = `tp_${'x'.repeat(38)}`;
const url = `${address}/api/v1/products${what === 'one' ? '/1001' : ''}`;
const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };

/** A read, up to the parsed body, with each client. */
const ways: Record<string, () => Promise<() => Promise<unknown>>> = {
  async fetch() {
    return async () => {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`returned ${response.status}`);
      return response.json();
    };
  },
  /** The minimum for a program that must not hang: a time-out is most of what a client adds to fetch. */
  async 'fetch with a time-out'() {
    return async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 30_000);
      try {
        const response = await fetch(url, { headers, signal: controller.signal });
        if (!response.ok) throw new Error(`returned ${response.status}`);
        return await response.json();
      } finally {
        clearTimeout(timer);
      }
    };
  },
  async 'openapi-fetch'() {
    const { default: createClient } = await import('openapi-fetch');
    const api = createClient<{
      '/products/{product_id}': {
        get: {
          parameters: { path: { product_id: number } };
          responses: { 200: { content: { 'application/json': object } } };
        };
      };
      '/products': { get: { responses: { 200: { content: { 'application/json': object } } } } };
    }>({ baseUrl: `${address}/api/v1`, headers });
    const init = { params: { path: { product_id: 1001 } } };
    return async () => {
      const { data, response } =
        what === 'one' ? await api.GET('/products/{product_id}', init) : await api.GET('/products');
      if (!response.ok) throw new Error(`returned ${response.status}`);
      return data;
    };
  },
  /** With retries and a time-out, like ours, and over fetch: its default, node:http, takes less than any fetch. */
  async stripe() {
    const { default: Stripe } = await import('stripe');
    const { hostname, port } = new URL(address);
    const httpClient = Stripe.createFetchHttpClient();
    const stripe = new Stripe(apiKey, {
      host: hostname,
      port,
      protocol: 'http',
      httpClient,
      telemetry: false,
    });
    return async () =>
      what === 'one' ? await stripe.products.retrieve('1001') : await stripe.products.list();
  },
  /** With its plugins for retries and for throttling, which it has unless somebody turns them off. */
  async octokit() {
    const { Octokit } = await import('octokit');
    const octokit = new Octokit({ auth: apiKey, baseUrl: `${address}/api/v1` });
    return async () =>
      (what === 'one'
        ? await octokit.request('GET /products/{product_id}', { product_id: 1001 })
        : await octokit.request('GET /products')
      ).data;
  },
  async Tradepost() {
    const { Tradepost }: typeof import('../../../sdk/src/index.ts') = await import(built);
    const tp = new Tradepost({ apiKey, baseUrl: address });
    return async () => (what === 'one' ? await tp.products.get(1001) : await tp.products.list());
  },
};
const built = new URL('../../../sdk/dist/index.js', import.meta.url).href;

async function round(read: () => Promise<unknown>, seconds: number): Promise<Round> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  const work = async () => {
    for (let at = performance.now(); at < endsAt; at = performance.now()) {
      await read();
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
  const cpuSeconds = (user + system) / 1e6;
  return { operations: latencies.length, seconds: took, cpuSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const read = await ways[kind]!();
process.on('message', async (seconds: number) => process.send!(await round(read, seconds)));
