import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../../sdk/src/webhooks/index.ts';
import { sharedEnvironment } from '../../../support/shared-environment.ts';
import { type Respond, useEndpoint } from '../../../support/test-endpoint.ts';
import { OTHER_SECRET, SECRET } from '../deliveries.ts';
import { openListener, useFolder } from './open-listener.ts';

const environment = sharedEnvironment();

/** A tenant with a local app, and a listener of it that begins at the beginning unless said otherwise. */
async function open(respond?: Respond) {
  const tenant = await environment().tenant();
  const app = await useEndpoint(respond);
  const folder = useFolder();
  const common = { tp: tenant.tp, address: app.url, folder };
  let made = 0;
  return {
    tenant,
    app,
    folder,
    stateFile: path.join(folder, `${tenant.tenantId}.json`),
    listen: (parts: object = { from: 'beginning' }) => openListener({ ...common, ...parts }),
    happen: (name: string) => tenant.tp.products.create({ name, sku: `SKU-${++made}`, price: 1 }),
    names: () =>
      app.received.map(({ body }) => JSON.parse(body.toString()).data.product?.name as string | undefined),
  };
}

describe('listen', () => {
  it('posts what happens, in its order, signed with the secret that it shows', async () => {
    const { listen, happen, app, names } = await open();
    await happen('A');
    await happen('B');
    const { listener, printed } = listen();
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
    expect(names()).toEqual(['A', 'B']);
    expect(printed.join('\n')).toContain(`signed with the secret ${SECRET}`);
    for (const { body, headers } of app.received)
      expect((await verify({ body, headers, secret: SECRET })).event_type).toBe('product.created');
    await happen('C');
    await listener.tick();
    expect(names()).toEqual(['A', 'B', 'C']);
    expect(printed.filter((line) => line.includes('product.created') && line.includes('204'))).toHaveLength(
      3,
    );
  });

  it('signs with a secret of your own, and does not show it', async () => {
    const { listen, happen, app } = await open();
    await happen('A');
    const { listener, printed } = listen({ from: 'beginning', secret: OTHER_SECRET });
    await listener.tick();
    await verify({ ...app.received[0]!, secret: OTHER_SECRET });
    expect(printed.join()).not.toContain(OTHER_SECRET);
  });

  it('begins with what happens from now on', async () => {
    const { listen, happen, names } = await open();
    await happen('before');
    const { listener } = listen({});
    await listener.tick();
    await happen('after');
    await listener.tick();
    expect(names()).toEqual(['after']);
  });

  it('passes over many pages to get to now, and keeps its place only there', async () => {
    const { listen, happen, names, tenant, stateFile } = await open();
    for (let batch = 0; batch < 2; batch += 1)
      await tenant.tp.products.batch(
        Array.from({ length: 60 }, (_, n) => ({ name: 'old', sku: `OLD-${batch}-${n}`, price: 1 })),
      );
    const { listener } = listen({});
    expect(await listener.tick()).toEqual({ waitMs: 0 });
    expect(() => statSync(stateFile)).toThrow('ENOENT');
    expect(await listener.tick()).toEqual({ waitMs: 3000 });
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    await happen('after');
    await listener.tick();
    expect(names()).toEqual(['after']);
  });

  it('goes on where it stopped, with the secret that it drew', async () => {
    const { listen, happen, names, app } = await open();
    await happen('A');
    await listen().listener.tick();
    await happen('B');
    const again = listen({ randomSecret: () => OTHER_SECRET });
    await again.listener.tick();
    expect(names()).toEqual(['A', 'B']);
    await verify({ ...app.received[1]!, secret: SECRET });
  });

  it('posts nothing twice that it posted of a page on which it was stopped', async () => {
    const stopping = new AbortController();
    const { listen, happen, names, folder } = await open((res) => {
      if (names().length === 2) return stopping.abort(); // in the middle of the second
      res.writeHead(204).end();
    });
    for (const name of ['A', 'B', 'C']) await happen(name);
    await expect(listen({ from: 'beginning', signal: stopping.signal }).listener.tick()).rejects.toThrow(
      'abort',
    );
    await listen({}).listener.tick();
    expect(names()).toEqual(['A', 'B', 'B', 'C']);
    expect(readdirSync(folder)).toHaveLength(1); // no drafts are left
  });

  it('begins again with --from beginning, and passes over with --from now, whatever it kept', async () => {
    const { listen, happen, names } = await open();
    await happen('A');
    await listen().listener.tick();
    await listen({ from: 'beginning' }).listener.tick();
    expect(names()).toEqual(['A', 'A']);
    await happen('B');
    const { listener } = listen({ from: 'now' });
    await listener.tick();
    await happen('C');
    await listener.tick();
    expect(names()).toEqual(['A', 'A', 'C']);
  });

  it('posts the kinds that it was told, and does not come back to the others', async () => {
    const { listen, happen, names, tenant } = await open();
    await happen('A');
    await tenant.tp.customers.create({ type: 'person', name: 'Maria' });
    await listen({ from: 'beginning', kinds: new Set(['customer.created']) }).listener.tick();
    expect(names()).toEqual([undefined]);
    await listen({}).listener.tick();
    expect(names()).toEqual([undefined]);
  });

  it('waits while nobody listens at the address, says so once, and loses nothing', async () => {
    const { listen, happen, app, names } = await open();
    await happen('A');
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

  it('shows another answer than 2xx on one line, follows no redirect, and goes on', async () => {
    const { listen, happen, app } = await open((res) => {
      if (app.received.length === 1) res.writeHead(302, { location: app.url }).end();
      else res.writeHead(500).end('first\nsecond \u001b[2J');
    });
    await happen('A');
    await happen('B');
    const { listener, printed } = listen();
    await listener.tick();
    expect(app.received).toHaveLength(2);
    expect(printed.at(-2)).toContain('302');
    expect(printed.at(-1)).toMatch(/500 first second \[2J \(\d+ ms\)$/);
  });

  it('shows an answer that broke off, and goes on', async () => {
    const { listen, happen, app } = await open((res) => void res.destroy());
    await happen('A');
    const { listener, printed } = listen();
    await listener.tick();
    await listener.tick();
    expect(app.received).toHaveLength(1);
    expect(printed.at(-1)).toContain('no answer:');
  });

  it('stops when its place is not one, and does not show what is in it', async () => {
    const { listen, stateFile } = await open();
    writeFileSync(stateFile, `{"secret":"${SECRET}`);
    const call = listen({}).listener.tick();
    await expect(call).rejects.toThrow('is not a place of listen');
    await expect(call).rejects.not.toThrow(SECRET);
    expect(readFileSync(stateFile, 'utf8')).toContain(SECRET);
  });

  it('stops when its place is of another installation', async () => {
    const { listen, stateFile } = await open();
    writeFileSync(stateFile, JSON.stringify({ cursor: 'WyJwb3NpdGlvbiIsbnVsbCwiMCJd.x', posted: [] }));
    expect(await listen({}).listener.tick()).toEqual({ stop: expect.stringContaining('--from beginning') });
  });
});
