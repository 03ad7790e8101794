import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../sdk/src/webhooks/index.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { type Respond, useEndpoint } from '../../support/test-endpoint.ts';
import { OTHER_SECRET, SECRET } from '../webhooks/deliveries.ts';
import { openListener, useFolder } from './open-listener.ts';

const environment = sharedEnvironment();

/** A tenant with a local app, and its listener, which starts at the beginning by default. */
async function open(respond?: Respond) {
  const tenant = await environment().tenant();
  const app = await useEndpoint(respond);
  const folder = useFolder();
  const common = { tp: tenant.tp, address: app.url, folder };
  let created = 0;
  return {
    tenant,
    app,
    folder,
    stateFile: path.join(folder, `${tenant.tenantId}.json`),
    listen: (deps: object = { from: 'beginning' }) => openListener({ ...common, ...deps }),
    createProduct: (name: string) => tenant.tp.products.create({ name, sku: `SKU-${++created}`, price: 1 }),
    names: () =>
      app.received.map(({ body }) => JSON.parse(body.toString()).data.product?.name as string | undefined),
  };
}

describe('listen', () => {
  it('posts events in order, signed with the secret that it prints', async () => {
    const { listen, createProduct, app, names } = await open();
    await createProduct('A');
    await createProduct('B');
    const { listener, printed } = listen();
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
    expect(names()).toEqual(['A', 'B']);
    expect(printed.join('\n')).toContain(`signing secret is ${SECRET}`);
    for (const { body, headers } of app.received)
      expect((await verify({ body, headers, secret: SECRET })).event_type).toBe('product.created');
    await createProduct('C');
    await listener.tick();
    expect(names()).toEqual(['A', 'B', 'C']);
    expect(printed.filter((line) => line.includes('product.created') && line.includes('204'))).toHaveLength(
      3,
    );
  });

  it('signs with a given secret without printing it', async () => {
    const { listen, createProduct, app } = await open();
    await createProduct('A');
    const { listener, printed } = listen({ from: 'beginning', secret: OTHER_SECRET });
    await listener.tick();
    await verify({ ...app.received[0]!, secret: OTHER_SECRET });
    expect(printed.join()).not.toContain(OTHER_SECRET);
  });

  it('starts with events from now on by default', async () => {
    const { listen, createProduct, names } = await open();
    await createProduct('before');
    const { listener } = listen({});
    await listener.tick();
    await createProduct('after');
    await listener.tick();
    expect(names()).toEqual(['after']);
  });

  it('skips many pages to get to now, and saves its position only there', async () => {
    const { listen, createProduct, names, tenant, stateFile } = await open();
    for (let batch = 0; batch < 2; batch += 1)
      await tenant.tp.products.batch(
        Array.from({ length: 60 }, (_, n) => ({ name: 'old', sku: `OLD-${batch}-${n}`, price: 1 })),
      );
    const { listener } = listen({});
    expect(await listener.tick()).toEqual({ waitMs: 0 });
    expect(() => statSync(stateFile)).toThrow('ENOENT');
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    await createProduct('after');
    await listener.tick();
    expect(names()).toEqual(['after']);
  });

  it('continues where it stopped, with the secret that it generated', async () => {
    const { listen, createProduct, names, app } = await open();
    await createProduct('A');
    await listen().listener.tick();
    await createProduct('B');
    const again = listen({ randomSecret: () => OTHER_SECRET });
    await again.listener.tick();
    expect(names()).toEqual(['A', 'B']);
    await verify({ ...app.received[1]!, secret: SECRET });
  });

  it('does not repeat the events that it had posted of a page when it was stopped', async () => {
    const stopping = new AbortController();
    const { listen, createProduct, names, folder } = await open((res) => {
      if (names().length === 2) return stopping.abort(); // in the middle of the second
      res.writeHead(204).end();
    });
    for (const name of ['A', 'B', 'C']) await createProduct(name);
    await expect(listen({ from: 'beginning', signal: stopping.signal }).listener.tick()).rejects.toThrow(
      'abort',
    );
    await listen({}).listener.tick();
    expect(names()).toEqual(['A', 'B', 'B', 'C']);
    expect(readdirSync(folder)).toHaveLength(1); // no temporary files are left
  });

  it('starts over with --from beginning and skips with --from now, whatever it saved', async () => {
    const { listen, createProduct, names } = await open();
    await createProduct('A');
    await listen().listener.tick();
    await listen({ from: 'beginning' }).listener.tick();
    expect(names()).toEqual(['A', 'A']);
    await createProduct('B');
    const { listener } = listen({ from: 'now' });
    await listener.tick();
    await createProduct('C');
    await listener.tick();
    expect(names()).toEqual(['A', 'A', 'C']);
  });

  it('posts the selected event types, and does not come back to the others', async () => {
    const { listen, createProduct, names, tenant } = await open();
    await createProduct('A');
    await tenant.tp.customers.create({ type: 'person', name: 'Maria' });
    await listen({ from: 'beginning', eventTypes: new Set(['customer.created']) }).listener.tick();
    expect(names()).toEqual([undefined]);
    await listen({}).listener.tick();
    expect(names()).toEqual([undefined]);
  });

  it('waits while nothing listens at the URL, says so once, and loses nothing', async () => {
    const { listen, createProduct, app, names } = await open();
    await createProduct('A');
    await app.close();
    const { listener, printed } = listen();
    expect(await listener.tick()).toEqual({ waitMs: 1000 });
    expect(await listener.tick()).toEqual({ waitMs: 1000 });
    expect(printed.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1);
    expect(names()).toEqual([]);
    const other = await useEndpoint();
    await listen({ url: new URL(other.url) }).listener.tick();
    expect(other.received).toHaveLength(1);
  });

  it('shows a response other than 2xx on one line, follows no redirect, and goes on', async () => {
    const { listen, createProduct, app } = await open((res) => {
      if (app.received.length === 1) res.writeHead(302, { location: app.url }).end();
      else res.writeHead(500).end('first\nsecond \u001b[2J');
    });
    await createProduct('A');
    await createProduct('B');
    const { listener, printed } = listen();
    await listener.tick();
    expect(app.received).toHaveLength(2);
    expect(printed.at(-2)).toContain('302');
    expect(printed.at(-1)).toMatch(/500 first second \[2J \(\d+ ms\)$/);
  });

  it('shows a broken connection, and goes on', async () => {
    const { listen, createProduct, app } = await open((res) => void res.destroy());
    await createProduct('A');
    const { listener, printed } = listen();
    await listener.tick();
    await listener.tick();
    expect(app.received).toHaveLength(1);
    expect(printed.at(-1)).toContain('no response:');
  });

  it('stops when its state file is damaged, and does not show the content', async () => {
    const { listen, stateFile } = await open();
    writeFileSync(stateFile, `{"secret":"${SECRET}`);
    const call = listen({}).listener.tick();
    await expect(call).rejects.toThrow('is not a state file of listen');
    await expect(call).rejects.not.toThrow(SECRET);
    expect(readFileSync(stateFile, 'utf8')).toContain(SECRET);
  });

  it('stops when its state file belongs to another installation', async () => {
    const { listen, stateFile } = await open();
    writeFileSync(stateFile, JSON.stringify({ cursor: 'WyJwb3NpdGlvbiIsbnVsbCwiMCJd.x', posted: [] }));
    expect(await listen({}).listener.tick()).toEqual({ stop: expect.stringContaining('--from beginning') });
  });
});
