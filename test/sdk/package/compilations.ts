import { STRICTEST } from './strictest.ts';

interface Way {
  readonly file: string;
  readonly options: object;
}

interface Compilation {
  readonly version: string;
  readonly file: string;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

/** A program of an integrator, in which a type that isn't found, or is `any`, is an error. */
export const usage = `
import { ApiError, InsufficientStockError, type Order, Products, Tradepost, Transport, retries } from '@tradepost/sdk';
import type { WebhookEvent } from '@tradepost/sdk/webhooks';
declare const event: WebhookEvent;
export const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: 'https://tradepost.example.com', pace: true });
export const products = new Products(new Transport({ apiKey: 'x', baseUrl: 'y', fetchWrappers: [retries()] }));
export async function main(): Promise<Order | undefined> {
  const { data, response, requestId } = await tp.products.get(1).withResponse();
        for await (const { total } of tp.orders.export({ format: 'ndjson' })) total.toFixed();
        for await (const row of tp.orders.export({ format: 'csv' })) row['total']?.trim();
  const price: number = data.price;
  for await (const customer of tp.customers.list({ tax_id: '1', limit: 5 })) customer.name.trim();
  try {
    return await tp.orders.create({ customer_id: 1, items: [{ sku: 'x', quantity: 1 }] });
  } catch (error) {
    if (error instanceof InsufficientStockError) {
      const code: 'insufficient_stock' = error.code;
      return void [code, error.requestId, error.errors[0]?.pointer, price, response.status, requestId];
    }
    if (error instanceof ApiError && error.status === 429) return void error.retryAfterSeconds?.toFixed();
    throw error;
  }
}
if (event.event_type === 'order.created') event.data.order_id.toFixed();
export async function raw(): Promise<number | undefined> {
  const { data, error } = await tp.client.GET('/products/{product_id}', { params: { path: { product_id: 1 } } });
  const code: string | undefined = error?.code;
  tp.client.use({ onRequest: ({ request }) => request.headers.set('x-name', code ?? '') });
  return data?.price;
}
// @ts-expect-error there is no such path (so the client's types are not any)
tp.client.GET('/nonsense');
// @ts-expect-error price is missing (so the types were found and are not any)
tp.products.create({ name: 'x', sku: 'x' });
// @ts-expect-error a query of another list
tp.customers.list({ sku: 'x' });
// @ts-expect-error there is no such option
new Tradepost({ apiKey: 'x', baseUrl: 'y', retry: 3 });
`;

const strict = { ...STRICTEST, verbatimModuleSyntax: false, noEmit: true, target: 'es2022' };
const dom = { ...strict, lib: ['es2022', 'dom', 'dom.iterable'], types: [] as string[] };
const node = { ...strict, lib: ['es2022'], types: ['node'] };

// CommonJS with that flag has no `import` of values.
const ES_MODULES = { verbatimModuleSyntax: true };

const NODE16_ESM = { file: 'usage.mts', options: { module: 'node16', ...ES_MODULES } };
const NODE16_COMMONJS = { file: 'usage.cts', options: { module: 'node16' } };
const BUNDLER = {
  file: 'usage.ts',
  options: { module: 'esnext', moduleResolution: 'bundler', ...ES_MODULES },
};
const NODE10 = { file: 'usage.ts', options: { module: 'commonjs', moduleResolution: 'node10' } };

/** openapi-fetch's declarations don't compile with 5.0 to 5.3, and don't need to: skipLibCheck is in every template. */
function compilation(version: string, base: object, { file, options }: Way): Compilation {
  const skipLibCheck = /^5\.[0-3]\./.test(version);
  return { version, file, compilerOptions: { ...base, skipLibCheck, ...options } };
}

const LONG = ['5.0.4', '5.2.2', '5.4.5', '5.6.3', '5.8.3', '5.9.3', '7.0.2'];

/** `npm run test:typescript`. TypeScript 7 has no node10. */
const long = LONG.flatMap((version) =>
  [NODE16_ESM, NODE16_COMMONJS, BUNDLER, NODE10]
    .filter((way) => way !== NODE10 || !version.startsWith('7.'))
    .map((way) => compilation(version, dom, way)),
);

const short = [
  compilation('5.0.4', dom, NODE16_ESM),
  compilation('5.0.4', dom, NODE10),
  compilation('5.0.4', dom, BUNDLER),
  compilation('5.9.3', node, { file: 'usage.mts', options: { module: 'nodenext', ...ES_MODULES } }),
  compilation('5.9.3', node, { file: 'usage.cts', options: { module: 'nodenext' } }),
  compilation('7.0.2', node, { file: 'usage.mts', options: { module: 'nodenext', ...ES_MODULES } }),
  compilation('7.0.2', dom, { file: 'usage.cts', options: { module: 'nodenext' } }),
  compilation('7.0.2', dom, BUNDLER),
];

export const compilations = process.env.TRADEPOST_ALL_COMPILERS ? long : short;
export const compilerVersions = [...new Set(compilations.map(({ version }) => version))];
