import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { ConnectionError, type ExportFormat, type TradepostConfig } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { failureOf } from './failure-of.ts';
import { startServer } from './recording-server.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

/** An export that arrives in these pieces. */
async function serve(format: ExportFormat, pieces: readonly (string | Uint8Array)[], end = finish) {
  const { client, requests } = await startServer(async (response) => {
    response.writeHead(200, { 'content-type': TYPES[format] });
    for (const piece of pieces) await new Promise<void>((sent) => response.write(piece, () => sent()));
    end(response);
  });
  const open = (config?: Partial<TradepostConfig>, signal?: AbortSignal) =>
    client(config).orders.export({ format }, { signal });
  return { open, requests };
}

const finish = (response: ServerResponse): void => void response.end();

async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

const CSV = 'id,name,note\r\n1,Café,\r\n2,"a, ""b""\r\nc",-\r\n3,"",x\r\n';
const CSV_ROWS = [
  { id: '1', name: 'Café', note: '' },
  { id: '2', name: 'a, "b"\r\nc', note: '-' },
  { id: '3', name: '', note: 'x' },
];
const NDJSON = '{"id":1,"name":"Café ☕"}\n{"id":2,"name":"a\\nb"}\n';
const NDJSON_ROWS = [
  { id: 1, name: 'Café ☕' },
  { id: 2, name: 'a\nb' },
];

const cases = [
  ['csv', CSV, CSV_ROWS],
  ['ndjson', NDJSON, NDJSON_ROWS],
] as const;

describe.each(cases)('an export as %s', (format, text, rows) => {
  const bytes = Buffer.from(text);

  it('yields the same rows wherever the bytes are cut', async () => {
    for (let at = 1; at < bytes.length; at += 3) {
      const { open } = await serve(format, [bytes.subarray(0, at), bytes.subarray(at)]);
      expect(await rowsOf(open())).toEqual(rows);
    }
  });

  it('returns its text', async () => {
    const { open } = await serve(format, [bytes.subarray(0, 20), bytes.subarray(20)]);
    expect(await open().text()).toBe(text);
  });

  it('throws wherever the connection breaks, after the rows before it', async () => {
    for (const at of [0, 1, 5, 12, 20, bytes.length - 1, bytes.length]) {
      const { open } = await serve(format, [bytes.subarray(0, at)], (response) => response.destroy());
      const error = await failureOf<ConnectionError>(rowsOf(open()));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.message).toMatch(/^GET http.+\/api\/v1\/exports\/orders: .+ Try again\.$/);
      expect(await failureOf(open().text())).toBeInstanceOf(ConnectionError);
    }
  });

  it('throws if it ends in a row, also if something on the way ends it in good order', async () => {
    for (let at = 1; at < bytes.length; at += 7) {
      if (bytes[at - 1] === 0x0a) continue;
      const { open } = await serve(format, [bytes.subarray(0, at)]);
      expect(await failureOf(rowsOf(open()))).toBeInstanceOf(ConnectionError);
    }
  });

  it('closes the connection when the loop is left', async () => {
    let closed: Promise<unknown> | undefined;
    const { client } = await startServer((response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': TYPES[format] }).write(text);
    });
    for await (const row of client().orders.export({ format })) {
      expect(row).toEqual(rows[0]);
      break;
    }
    await closed;
  });

  it('takes rows only as fast as the program, so that its memory is bounded', async () => {
    const row = format === 'csv' ? `${'x'.repeat(998)}\r\n` : `"${'x'.repeat(997)}"\n`;
    const ROWS = 30_000; // 30 MB
    let sent = 0;
    const { client } = await startServer(async (response) => {
      response.writeHead(200, { 'content-type': TYPES[format] });
      const closed = once(response, 'close');
      while (sent < ROWS && !response.destroyed) {
        sent += 100;
        if (!response.write(row.repeat(100))) await Promise.race([once(response, 'drain'), closed]);
      }
      response.end();
    });
    let read = 0;
    let ahead = 0;
    for await (const _ of client().orders.export({ format })) {
      read += 1;
      ahead = Math.max(ahead, sent - read);
    }
    expect(read).toBe(format === 'csv' ? ROWS - 1 : ROWS);
    expect(ahead).toBeLessThan(ROWS / 2); // what the buffers of both sockets and of undici hold
  });

  it('ends with the reason of the signal', async () => {
    const { open } = await serve(format, [text], () => {});
    const stop = new AbortController();
    const reason = new Error('enough');
    const reading = failureOf(
      (async () => {
        for await (const _ of open({}, stop.signal)) stop.abort(reason);
      })(),
    );
    expect(await reading).toBe(reason);
  });

  it('throws when the service sends nothing for timeoutMs', async () => {
    const { open } = await serve(format, [text], () => {});
    const error = await failureOf<ConnectionError>(rowsOf(open({ timeoutMs: 200 })));
    expect(error).toMatchObject({ name: 'ConnectionError', timedOut: true });
  });

  it('is read once', async () => {
    const { open, requests } = await serve(format, [text]);
    const rows = open();
    await rowsOf(rows);
    expect((await failureOf<Error>(rowsOf(rows))).message).toContain('has been read');
    expect(requests.length).toBe(1);
  });

  it('throws what the request throws, once, and leaves no unhandled rejection', async () => {
    const { client } = await startServer((response) => response.writeHead(403).end());
    expect(await failureOf(rowsOf(client().orders.export({ format })))).toMatchObject({ status: 403 });
  });

  it('throws for a 200 of something else', async () => {
    const { client } = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>\n'),
    );
    const error = await failureOf(rowsOf(client().orders.export({ format })));
    expect(error).toMatchObject({ name: 'ApiError', status: 200 });
    expect(await failureOf(client().orders.export({ format }))).toMatchObject({ name: 'ApiError' });
  });
});

it('does not quote a row that it cannot read', async () => {
  const { open } = await serve('ndjson', ['{"tax_id":52998224725\n']);
  const error = await failureOf<Error>(rowsOf(open()));
  expect(error.message).toContain("isn't JSON");
  expect(error.message).not.toContain('52998224725');
});

it('throws for a row with too many cells, and for an export without a header', async () => {
  for (const pieces of [['id\r\n1,2\r\n'], []]) {
    const { open } = await serve('csv', pieces);
    expect(await failureOf(rowsOf(open()))).toBeInstanceOf(ConnectionError);
  }
});

describe('an export of the service', () => {
  const environment = sharedEnvironment();

  it('has the rows of the list in both formats', async () => {
    const { tp } = await environment().tenant();
    const name = 'Café "especial", "500" g; =1+1';
    const description = 'Torrado,\n"moído"; =1+1';
    const items = Array.from({ length: 100 }, (_, index) => ({
      ...{ sku: `A-${index}`, name, description, price: index },
    }));
    for (let batch = 0; batch < 3; batch += 1)
      await tp.products.batch(items.map((item) => ({ ...item, sku: `${item.sku}-${batch}` })));

    const listed = await tp.products.list({ limit: 200 }).toArray({ limit: 1000 });
    expect(listed.length).toBe(300);
    expect(await rowsOf(tp.products.export({ format: 'ndjson' }))).toEqual(listed);
    const csv = await rowsOf(tp.products.export({ format: 'csv' }));
    expect(csv.map(({ sku, price }) => [sku, Number(price)])).toEqual(
      listed.map(({ sku, price }) => [sku, price]),
    );
    expect(csv[0]).toMatchObject({ 'stock.available': '0', metadata: '{}' });
    expect(csv.every((row) => row.description?.includes('\n'))).toBe(true);
  });

  const bundle = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
  const paths = Object.keys(JSON.parse(bundle).paths as object).filter((path) =>
    path.startsWith('/exports/'),
  );

  it('can be read in both formats, whichever it is', async () => {
    const { tp } = await environment().tenant();
    const { id: price_table_id } = await tp.priceTables.create({ name: 'A', code: 'A', kind: 'fixed' });
    const { id: coupon_id } = await tp.coupons.create({
      code: 'A',
      discount: { type: 'percentage', percentage: 10 },
    });
    const calls: Record<string, (format: ExportFormat) => AsyncIterable<unknown>> = {
      '/exports/products': (format) => tp.products.export({ format }),
      '/exports/categories': (format) => tp.categories.export({ format }),
      '/exports/customers': (format) => tp.customers.export({ format }),
      '/exports/stock': (format) => tp.stock.export({ format }),
      '/exports/stock-movements': (format) => tp.stock.exportMovements({ format }),
      '/exports/price-tables': (format) => tp.priceTables.export({ format }),
      '/exports/price-table-entries/{price_table_id}': (format) =>
        tp.priceTables.exportEntries(price_table_id, { format }),
      '/exports/promotions': (format) => tp.promotions.export({ format }),
      '/exports/coupons': (format) => tp.coupons.export({ format }),
      '/exports/coupon-redemptions/{coupon_id}': (format) =>
        tp.coupons.exportRedemptions(coupon_id, { format }),
      '/exports/orders': (format) => tp.orders.export({ format }),
      '/exports/order-lines': (format) => tp.orders.exportLines({ format }),
      '/exports/payments': (format) => tp.orders.exportPayments({ format }),
      '/exports/refunds': (format) => tp.orders.exportRefunds({ format }),
      '/exports/returns': (format) => tp.orders.exportReturns({ format }),
      '/exports/delivery-attempts': (format) => tp.orders.exportDeliveryAttempts({ format }),
      '/exports/events': (format) => tp.events.export({ format }),
    };
    expect(Object.keys(calls).sort()).toEqual(paths.sort());
    for (const call of Object.values(calls))
      expect((await rowsOf(call('ndjson'))).length).toBe((await rowsOf(call('csv'))).length);
  });
});
