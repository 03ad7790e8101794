import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Chance } from './seeded-random.ts';
import type { Ledger } from './write-history.ts';

/** What a writer does, by how many of a hundred. */
const WORK = { product: 30, customer: 20, order: 20, move: 12, price: 12, batch: 6 };
type Work = keyof typeof WORK;
/** Enough to fill a worker's lanes with what then waits in it. */
const BATCH = 40;
/** Of what was made last, so that some are changed and ordered often. */
const RECENT = 20;

export interface WriterParts {
  readonly tenantId: number;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly chance: Chance;
  /** Between two writes, in ms. */
  readonly pauseMs: readonly [number, number];
}

/** Sells for a tenant until it is told to stop, one write after the other. */
export class Writer {
  readonly #parts: WriterParts;
  readonly #products: number[] = [];
  readonly #customers: number[] = [];
  readonly #pending: number[] = [];
  #stopped = false;
  #run: Promise<void> = Promise.resolve();

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopped = false;
    this.#run = this.#write();
  }

  /** When the last write is answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#run;
  }

  async #write(): Promise<void> {
    const { chance, pauseMs, ledger } = this.#parts;
    while (!this.#stopped) {
      try {
        await this.#do(chance.share<Work>(WORK));
      } catch (error) {
        ledger.faults.push((error as Error).message);
        return;
      }
      await wait(chance.between(pauseMs));
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

  /** What it was given is known by its id. */
  async #post(path: string, body: object): Promise<number> {
    const asked = { method: 'POST', path, body, idempotencyKey: randomUUID() } as const;
    return (await this.#parts.client.send<{ id: number }>(asked)).id;
  }

  #note(kind: Parameters<Ledger['add']>[0], id: number): void {
    this.#parts.ledger.add(kind, this.#parts.tenantId, id);
  }

  async #makeProduct(): Promise<void> {
    const id = await this.#post('/products', product());
    this.#note('product.created', id);
    this.#products.push(id);
  }

  async #makeBatch(): Promise<void> {
    const items = Array.from({ length: BATCH }, product);
    const { results } = await this.#parts.client.send<{
      results: { status: number; data: { id: number } }[];
    }>({
      method: 'POST',
      path: '/products/batch',
      body: { items },
      idempotencyKey: randomUUID(),
    });
    for (const { status, data } of results) {
      if (status !== 201) throw new Error(`A row of a batch was answered ${status}.`);
      this.#note('product.created', data.id);
    }
  }

  /** Asked twice, the second time changes nothing: a PATCH needs no key. The price is one that it never had. */
  async #changePrice(): Promise<void> {
    const { chance, client } = this.#parts;
    const id = chance.pick(this.#products.slice(-RECENT));
    const body = { price: (1000 + this.#parts.ledger.entries.length) / 100 };
    await client.send({ method: 'PATCH', path: `/products/${id}`, body, idempotencyKey: '' });
    this.#note('product.updated', id);
  }

  async #makeCustomer(): Promise<void> {
    const id = await this.#post('/customers', { type: 'person', name: `Cliente ${randomUUID()}` });
    this.#note('customer.created', id);
    this.#customers.push(id);
  }

  async #placeOrder(): Promise<void> {
    const { chance } = this.#parts;
    const items = [{ product_id: chance.pick(this.#products.slice(-RECENT)), quantity: 1 + chance.below(5) }];
    const id = await this.#post('/orders', {
      customer_id: chance.pick(this.#customers.slice(-RECENT)),
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
