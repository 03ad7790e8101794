import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { WriteHistory } from './write-history.ts';

/** The share of each kind of write, in percent. */
const WORK = { product: 30, customer: 20, order: 20, move: 12, price: 12, batch: 6 };
type Work = keyof typeof WORK;
/** Enough to fill a worker's pools, so that deliveries wait in it. */
const BATCH = 40;
/** Only recent products and customers are used, so that some are changed and ordered often. */
const RECENT = 20;

export interface WriterDeps {
  readonly tenantId: number;
  readonly client: Client;
  readonly history: WriteHistory;
  readonly random: SeededRandom;
  /** Between two writes, in ms. */
  readonly pauseMs: readonly [number, number];
}

/** Writes for a tenant, one request after the other, until stop() is called. */
export class Writer {
  readonly #deps: WriterDeps;
  readonly #products: number[] = [];
  readonly #customers: number[] = [];
  readonly #pending: number[] = [];
  #stopped = false;
  #run: Promise<void> = Promise.resolve();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#stopped = false;
    this.#run = this.#write();
  }

  /** Resolves when the last write has its response. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#run;
  }

  async #write(): Promise<void> {
    const { random, pauseMs, history } = this.#deps;
    while (!this.#stopped) {
      try {
        await this.#do(random.weighted<Work>(WORK));
      } catch (error) {
        history.violations.push((error as Error).message);
        return;
      }
      await wait(random.between(pauseMs));
    }
  }

  async #do(work: Work): Promise<void> {
    if (work === 'batch') return this.#makeBatch();
    if (work === 'product' || this.#products.length === 0) return this.#makeProduct();
    if (work === 'price') return this.#changePrice();
    if (work === 'customer' || this.#customers.length === 0) return this.#makeCustomer();
    const order = work === 'move' ? this.#pending.pop() : undefined;
    return order === undefined ? this.#placeOrder() : this.#moveOrder(order);
  }

  /** Returns the id of the created resource. */
  async #post(path: string, body: object): Promise<number> {
    const asked = { method: 'POST', path, body, idempotencyKey: randomUUID() } as const;
    return (await this.#deps.client.send<{ id: number }>(asked)).id;
  }

  #note(kind: Parameters<WriteHistory['add']>[0], id: number): void {
    this.#deps.history.add(kind, this.#deps.tenantId, id);
  }

  async #makeProduct(): Promise<void> {
    const id = await this.#post('/products', product());
    this.#note('product.created', id);
    this.#products.push(id);
  }

  async #makeBatch(): Promise<void> {
    const items = Array.from({ length: BATCH }, product);
    const { results } = await this.#deps.client.send<{
      results: { status: number; data: { id: number } }[];
    }>({
      method: 'POST',
      path: '/products/batch',
      body: { items },
      idempotencyKey: randomUUID(),
    });
    for (const { status, data } of results) {
      if (status !== 201) throw new Error(`A batch row returned ${status}.`);
      this.#note('product.created', data.id);
    }
  }

  /** A repeated PATCH changes nothing, so it needs no idempotency key. The price is always a new one. */
  async #changePrice(): Promise<void> {
    const { random, client } = this.#deps;
    const id = random.pick(this.#products.slice(-RECENT));
    const body = { price: (1000 + this.#deps.history.entries.length) / 100 };
    await client.send({ method: 'PATCH', path: `/products/${id}`, body, idempotencyKey: '' });
    this.#note('product.updated', id);
  }

  async #makeCustomer(): Promise<void> {
    const id = await this.#post('/customers', { type: 'person', name: `Cliente ${randomUUID()}` });
    this.#note('customer.created', id);
    this.#customers.push(id);
  }

  async #placeOrder(): Promise<void> {
    const { random } = this.#deps;
    const items = [{ product_id: random.pick(this.#products.slice(-RECENT)), quantity: 1 + random.below(5) }];
    const id = await this.#post('/orders', {
      customer_id: random.pick(this.#customers.slice(-RECENT)),
      items,
    });
    this.#note('order.created', id);
    this.#pending.push(id);
  }

  async #moveOrder(id: number): Promise<void> {
    await this.#post(`/orders/${id}/status`, { status: 'Canceled' });
    this.#note('order.status_changed', id);
  }
}

const product = () => ({ name: 'Café torrado 500 g', sku: randomUUID(), price: 9.5, allow_backorder: true });
