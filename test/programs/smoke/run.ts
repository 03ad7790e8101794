import { ApiError, Tradepost } from '@tradepost/sdk';
import { type Env, report as reportOfProcess } from '../../support/command.ts';
import { openReceiver } from './receiver.ts';

/** The worker polls four times per second. The deadline leaves time for a busy machine. */
const DELIVERY_DEADLINE_MS = 20_000;

export interface SmokeOptions {
  /** The services under test. Requests alternate between them. */
  readonly urls: readonly string[];
  /** The environment variables that connect the commands to the services' database. */
  readonly env: Env;
  readonly print: (line: string) => void;
  /** Runs a command; if left out, in a process of its own. */
  readonly report?: typeof reportOfProcess;
}

/** Tests the main use end to end: places an order through the SDK, and verifies its signed webhook. */
export async function smoke({ urls, env, print, report = reportOfProcess }: SmokeOptions): Promise<void> {
  const { tenant_id } = await report<{ tenant_id: number }>(
    ['tenant', 'create', '--name', 'Smoke', '--plan', 'Pro'],
    env,
  );
  const tenant = String(tenant_id);
  const createKey = ['key', 'create', '--tenant', tenant, '--name', 'smoke', '--scopes', 'all'];
  const { key, key_id, prefix } = await report<{ key: string; key_id: number; prefix: string }>(
    createKey,
    env,
  );
  print(`created tenant ${tenant} and key ${prefix}…`);
  const receiver = await openReceiver();
  try {
    const events = 'order.created,product.created';
    const createWebhook = [
      'webhook',
      'create',
      '--tenant',
      tenant,
      '--url',
      receiver.url,
      '--events',
      events,
    ];
    const { webhook_id, secret } = await report<{ webhook_id: number; secret: string }>(createWebhook, env);
    receiver.useSecret(secret);
    print(`created webhook endpoint ${webhook_id} at ${receiver.url}`);
    const orderId = await order(
      urls.map((baseUrl) => new Tradepost({ apiKey: key, baseUrl })),
      print,
    );
    const event = await receiver.waitFor('order.created', DELIVERY_DEADLINE_MS);
    if (event.event_type !== 'order.created' || event.data.order_id !== orderId)
      throw new Error('The webhook is about another order.');
    print(
      `verified ${event.event_type} ${event.event_id}: order ${event.data.order_id}, total ${event.data.total}`,
    );
  } finally {
    receiver.close();
  }
  await report(['key', 'deactivate', String(key_id)], env);
  for (const baseUrl of urls) await expectRefusal(new Tradepost({ apiKey: key, baseUrl }));
  print(`deactivated the key: ${urls.length} of ${urls.length} services refused it at once`);
}

/** Creates a product, stock, a customer and an order, each through the next service. */
async function order(services: readonly Tradepost[], print: (line: string) => void): Promise<number> {
  const at = (step: number): Tradepost => services[step % services.length]!;
  const product = await at(0).products.create({ name: 'Café torrado 500 g', sku: 'CAF-500', price: 39.9 });
  await at(1).products.adjustStock(product.id, { mode: 'set', quantity: 10, reason: 'initial' });
  const customer = await at(2).customers.create({
    type: 'person',
    name: 'Maria Souza',
    tax_id: '529.982.247-25',
  });
  const placed = await at(3).orders.create({
    customer_id: customer.id,
    items: [{ sku: product.sku, quantity: 3 }],
  });
  const { stock } = await at(4).products.get(product.id);
  print(
    `created order ${placed.id} with total ${placed.total} ${placed.currency}; available stock ${stock.available}`,
  );
  return placed.id;
}

async function expectRefusal(service: Tradepost): Promise<void> {
  const refusal = await service.me().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof ApiError) || refusal.code !== 'api_key_inactive')
    throw new Error('A deactivated key was accepted.', { cause: refusal });
}
