import { NotFoundError } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const environment = sharedEnvironment();

describe('orders.getByExternalId', () => {
  it('returns the order, or the error that other resources have', async () => {
    const { tp } = await environment().tenant();
    await tp.products.create({ name: 'Café', sku: 'CAF-500', price: 10, stock: { on_hand: 5 } });
    const { id } = await tp.customers.create({ type: 'person', name: 'Maria Souza' });
    const items = [{ sku: 'CAF-500', quantity: 1 }];
    for (const external_id of ['O-1', 'O-2, nº 3'])
      await tp.orders.create({ customer_id: id, external_id, items });
    expect(await tp.orders.getByExternalId('O-2, nº 3')).toMatchObject({ external_id: 'O-2, nº 3' });
    const { data, response, requestId } = await tp.orders.getByExternalId('O-1').withResponse();
    expect([data.external_id, response.status, typeof requestId]).toEqual(['O-1', 200, 'string']);
    const [missing, ofProduct] = [
      await failureOf(tp.orders.getByExternalId('O-3')),
      await failureOf(tp.products.getByExternalId('O-3')),
    ];
    expect(missing).toBeInstanceOf(NotFoundError);
    const inWords = (text: string) => text.replaceAll('product', 'order');
    const { status, code, title, detail, errors } = ofProduct;
    expect(missing).toMatchObject({ status, code, title, detail: inWords(detail) });
    expect(missing.errors).toEqual(errors.map((issue) => ({ ...issue, detail: inWords(issue.detail) })));
  });

  it.each([undefined, null, '', 5, {}])('refuses %o, which would be another order', async (given) => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const error = await failureOf<Error>(client().orders.getByExternalId(given as never));
    expect(error.name).toBe('ConfigurationError');
    expect(requests).toEqual([]);
  });
});

describe('onPage', () => {
  const pages = async () => {
    const server = await startServer((response, { url }) => {
      const n = Number(new URL(url!, 'http://x').searchParams.get('cursor') ?? 0);
      const page = { has_more: n < 3, next_cursor: n < 3 ? String(n + 1) : null };
      json(response, 200, { data: [{ id: n }, { id: -n }].slice(n === 3 ? 1 : 0), page });
    });
    return { ...server, tp: server.client() };
  };

  it('tells how many pages and rows have come, while they are iterated', async () => {
    const { tp } = await pages();
    const seen: unknown[] = [];
    const onPage = (progress: object) => void seen.push({ ...progress });
    await tp.products.list({}, { onPage });
    expect(seen).toEqual([]);
    for await (const _ of tp.products.list({}, { onPage }));
    expect(seen).toEqual([
      { pages: 1, rows: 2 },
      { pages: 2, rows: 4 },
      { pages: 3, rows: 6 },
      { pages: 4, rows: 7 },
    ]);
  });

  it('is waited for, and ends the iteration by what it throws', async () => {
    const { tp, requests } = await pages();
    const stop = new Error('enough');
    const onPage = async ({ pages }: { pages: number }) => {
      if (pages === 2) throw stop;
    };
    expect(await failureOf(tp.products.list({}, { onPage }).toArray({ limit: 99 }))).toBe(stop);
    expect(requests.length).toBe(2);
    for (const given of [5, 'x', {}])
      expect(
        await failureOf(tp.products.list({}, { onPage: given as never }).toArray({ limit: 9 })),
      ).toMatchObject({
        name: 'ConfigurationError',
      });
  });
});
