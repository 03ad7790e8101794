import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { DELETE_OLD, postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { signTestDelivery, storeChecks } from '../../../sdk/src/webhooks/testing/index.ts';
import { failureOf } from '../failure-of.ts';
import { Deferred } from './deferred.ts';
import { SECRET } from './deliveries.ts';
import { usePostgres } from './open-stores.ts';

const orderCreated = { secret: SECRET, event: { event_type: 'order.created', data: { order_id: 1001 } } };

/** A receiver for handlers that write a row, and the rows in the table. */
async function openShop() {
  const { pool, store } = await usePostgres();
  await pool.query('CREATE TABLE orders_seen (order_id bigint)');
  const { headers, body } = await signTestDelivery(orderCreated);
  const receiver = createWebhookReceiver({ secrets: [SECRET], consumer: 'erp', store, onReport: () => {} });
  return {
    pool,
    store,
    receiver,
    deliver: () => receiver.receive({ headers, body }),
    rows: async () => (await pool.query('SELECT * FROM orders_seen')).rows.length,
    takeOver: () => pool.query('UPDATE tradepost_webhook_events SET token = gen_random_uuid()'),
  };
}

/** As a restart under load does: the server ends each connection in the packet that says it's ready. */
async function endedAtOnce() {
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + body.length);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
  };
  const fatal = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const answer = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), message('E', fatal)]);
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'u', database: 'd' });
  return { connect: pool.connect.bind(pool) };
}

/** Delivers to a handler that writes a row over a pool like that. */
async function deliverWith(pool: pg.Pool) {
  const store = postgresStore(pool);
  const receiver = createWebhookReceiver({ secrets: [SECRET], consumer: 'erp', store, onReport: () => {} });
  receiver.on('order.created', async ({ data }, { transaction }) => {
    await transaction((client) => client.query(INSERT, [data.order_id]));
  });
  return receiver.receive(await signTestDelivery(orderCreated));
}

const INSERT = 'INSERT INTO orders_seen VALUES ($1)';

describe('transaction()', () => {
  it('commits the work and the record that the event is done', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction((client) => client.query(INSERT, [data.order_id]));
    });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await rows()).toBe(1);
  });

  it('rolls back when the work throws, and the handler runs again', async () => {
    const { receiver, deliver, rows } = await openShop();
    let runs = 0;
    receiver.on('order.created', async ({ data }, { transaction }) => {
      runs += 1;
      await transaction(async (client) => {
        await client.query(INSERT, [data.order_id]);
        if (runs === 1) throw new Error('the ERP is unavailable');
      });
    });
    expect(await deliver()).toMatchObject({ status: 500, outcome: 'failed' });
    expect(await rows()).toBe(0);
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('rolls back when another delivery has claimed the event', async () => {
    const { receiver, deliver, rows, takeOver } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction(async (client) => {
        await client.query(INSERT, [data.order_id]);
        await takeOver();
      });
    });
    expect(await deliver()).toMatchObject({ status: 500, error: { message: /another delivery claimed it/ } });
    expect(await rows()).toBe(0);
  });

  it('marks the event as done if the handler fails after the commit', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction((client) => client.query(INSERT, [data.order_id]));
      throw new Error('the connection broke after the commit');
    });
    expect(await deliver()).toMatchObject({ status: 500 });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await rows()).toBe(1);
  });

  it.each(['ROLLBACK', 'COMMIT', 'ROLLBACK; BEGIN'])(
    'fails if its work ran %s, and the handler runs again',
    async (ended) => {
      const { receiver, deliver, rows, pool } = await openShop();
      await pool.query('ALTER TABLE orders_seen ADD UNIQUE (order_id)');
      let runs = 0;
      receiver.on('order.created', async ({ data }, { transaction }) => {
        await transaction(async (client) => {
          await client.query(`${INSERT.replace('$1', String(data.order_id))} ON CONFLICT DO NOTHING`);
          runs += 1;
          if (runs === 1) await client.query(ended);
        });
      });
      expect(await deliver()).toMatchObject({ status: 500, error: { message: /Throw instead/ } });
      expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
      expect(await rows()).toBe(1);
    },
  );

  it('fails if its work caught an error of PostgreSQL, and says so', async () => {
    const { receiver, deliver } = await openShop();
    receiver.on('order.created', async (_event, { transaction }) => {
      await transaction((client) => client.query('SELECT 1 / 0').catch(() => {}));
    });
    expect(await deliver()).toMatchObject({ status: 500, error: { message: /Throw instead/, cause: {} } });
  });

  it('may use savepoints of its own', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction(async (client) => {
        await client.query('SAVEPOINT mine');
        await client.query('SELECT 1 / 0').catch(() => client.query('ROLLBACK TO mine'));
        await client.query(INSERT, [data.order_id]);
      });
    });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('is refused a second time, because the first has marked the event as done', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      const first = transaction((client) => client.query(INSERT, [data.order_id]));
      await expect(transaction((client) => client.query(INSERT, [1]))).rejects.toThrow('Call it once');
      await first;
      await transaction((client) => client.query(INSERT, [2]));
    });
    expect(await deliver()).toMatchObject({ status: 500, error: { message: /Call it once/ } });
    expect(await rows()).toBe(1);
  });

  it('can be repeated in the handler after it failed', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', async ({ data }, { transaction }) => {
      await transaction((client) => client.query('SELECT 1 / 0')).catch(() => {});
      await transaction((client) => client.query(INSERT, [data.order_id]));
    });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('is waited for if the handler returned without waiting', async () => {
    const { receiver, deliver, rows } = await openShop();
    receiver.on('order.created', ({ data }, { transaction }) => {
      void transaction((client) => client.query(INSERT, [data.order_id]));
    });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('fails the delivery if it fails after the handler returned without waiting', async () => {
    const { receiver, deliver, rows } = await openShop();
    let runs = 0;
    receiver.on('order.created', ({ data }, { transaction }) => {
      runs += 1;
      void transaction(async (client) => {
        await client.query(INSERT, [data.order_id]);
        if (runs === 1) throw new Error('the ERP is unavailable');
      });
    });
    expect(await deliver()).toMatchObject({ status: 500, outcome: 'failed', error: { message: /ERP/ } });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('rolls back without ending the process if the handler throws before it has finished', async () => {
    const { receiver, deliver, rows, pool } = await openShop();
    const thrown = new Deferred();
    let rolledBack: Promise<unknown> | undefined;
    receiver.on('order.created', ({ data }, { transaction }) => {
      const work = transaction(async (client) => {
        await client.query(INSERT, [data.order_id]);
        await thrown.promise;
      });
      rolledBack = work.catch((error) => error);
      throw new Error('the ERP is unavailable');
    });
    expect(await deliver()).toMatchObject({ status: 500, error: { message: /ERP/ } });
    thrown.resolve();
    expect(await rolledBack).toMatchObject({ message: /another delivery claimed it/ });
    expect(await rows()).toBe(0);
    expect(pool.waitingCount).toBe(0);
  });

  it('is refused after the handler has returned', async () => {
    const { receiver, deliver, rows } = await openShop();
    let late: (() => Promise<unknown>) | undefined;
    receiver.on('order.created', ({ data }, { transaction }) => {
      late = () => transaction((client) => client.query(INSERT, [data.order_id]));
    });
    expect(await deliver()).toMatchObject({ status: 200, outcome: 'handled' });
    await expect(late?.()).rejects.toThrow('after the handler had returned');
    expect(await rows()).toBe(0);
  });

  it('names a pool if the store has a single client of pg', async () => {
    const { url } = await usePostgres();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      consumer: 'erp',
      store: postgresStore(client as unknown as pg.Pool),
      onReport: () => {},
    });
    receiver.on('order.created', (_event, { transaction }) => transaction(async () => {}));
    const answer = await receiver.receive(await signTestDelivery(orderCreated));
    await client.end();
    expect(answer).toMatchObject({ outcome: 'failed', error: { message: /Pass it a Pool of pg/ } });
  });

  it('fails if the server ends its connection at once, and the process lives on', async () => {
    const { pool, rows } = await openShop();
    const { connect } = await endedAtOnce();
    const answer = await deliverWith({ query: pool.query.bind(pool), connect } as pg.Pool);
    expect(answer).toMatchObject({ status: 500, outcome: 'failed' });
    expect(await rows()).toBe(0);
  });

  it('takes a pool whose connect() has no callback', async () => {
    const { pool, rows } = await openShop();
    const connect = async () => pool.connect();
    const answer = await deliverWith({ query: pool.query.bind(pool), connect } as pg.Pool);
    expect(answer).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await rows()).toBe(1);
  });

  it('closes a connection whose rollback fails', async () => {
    const { receiver, deliver, pool } = await openShop();
    receiver.on('order.created', async (_event, { transaction }) => {
      await transaction((client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    });
    expect(await deliver()).toMatchObject({ status: 500 });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(pool.idleCount);
  });
});

describe('completeIn()', () => {
  it('is refused a second time in a transaction, and without one', async () => {
    const { pool, receiver, deliver, rows } = await openShop();
    const failures: unknown[] = [];
    receiver.on('order.created', async (_event, { completeIn, transaction }) => {
      for (const given of [pool, null, {}]) failures.push(await failureOf<Error>(completeIn(given as never)));
      await transaction(async (client) => {
        await client.query(INSERT, [1]);
        await completeIn(client);
      });
    });
    expect(await deliver()).toMatchObject({
      status: 500,
      error: {
        name: 'ConfigurationError',
        message: /call completeIn\(\) in it once; transaction\(\) does so/,
      },
    });
    for (const failure of failures)
      expect(failure).toMatchObject({ message: expect.stringContaining('completeIn() needs') });
    expect([failures.length, await rows()]).toEqual([3, 0]);
  });

  it('marks the event as done in a transaction of the handler', async () => {
    const { pool, rows } = await openShop();
    const store = postgresStore({ query: (text, values) => pool.query(text, values) });
    const receiver = createWebhookReceiver({ secrets: [SECRET], consumer: 'erp', store });
    receiver.on('order.created', async ({ data }, { completeIn }) => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query(INSERT, [data.order_id]);
      await completeIn(client);
      await client.query('COMMIT');
      client.release();
    });
    const { headers, body } = await signTestDelivery(orderCreated);
    expect(await receiver.receive({ headers, body })).toMatchObject({ status: 200, outcome: 'handled' });
    expect(await receiver.receive({ headers, body })).toMatchObject({ outcome: 'duplicate' });
    expect(await rows()).toBe(1);
  });

  it('is refused in a second transaction, because the first has marked the event as done', async () => {
    const { pool, receiver, deliver, rows } = await openShop();
    const insertAndComplete = async (completeIn: (client: pg.PoolClient) => Promise<void>, end: string) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(INSERT, [1]);
        await completeIn(client);
        await client.query(end);
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    };
    receiver.on('order.created', async (_event, { completeIn, transaction }) => {
      await insertAndComplete(completeIn, 'ROLLBACK'); // as a library does that tries again
      await insertAndComplete(completeIn, 'COMMIT');
      await expect(insertAndComplete(completeIn, 'COMMIT')).rejects.toThrow('Do all of the work in one');
      await transaction((client) => client.query(INSERT, [2]));
    });
    expect(await deliver()).toMatchObject({ status: 500, error: { message: /Do all of the work in one/ } });
    expect(await rows()).toBe(1);
  });

  it('is the only way for a store with just query(): transaction() throws', async () => {
    const { pool } = await openShop();
    const store = postgresStore({ query: (text, values) => pool.query(text, values) });
    const claim = await store.claim({ tenantId: 1, eventId: 'a' }, 1000);
    const { transaction } = (claim as unknown as { context: { transaction(work: unknown): Promise<void> } })
      .context;
    await expect(transaction(async () => {})).rejects.toThrow('needs a pool');
  });
});

it('DELETE_OLD deletes events that were done or given up more than 91 days ago, and nothing else', async () => {
  const { pool, store } = await usePostgres();
  await pool.query(`INSERT INTO tradepost_webhook_events (tenant_id, event_id, done_at, lease_ends) VALUES
    (1, 'old', now() - interval '92 days', NULL), (1, 'recent', now() - interval '90 days', NULL),
    (1, 'given up', NULL, now() - interval '92 days'), (1, 'held', NULL, now() + interval '50 seconds'),
    (1, 'done late', now(), now() - interval '92 days'), (1, 'of version 0.2', NULL, NULL)`);
  const key = { tenantId: 1, eventId: 'released' };
  const claim = await store.claim(key, 1000);
  if (claim.state === 'claimed') await store.release(key, claim.token);
  await pool.query(DELETE_OLD);
  const { rows } = await pool.query('SELECT event_id FROM tradepost_webhook_events');
  const left = ['done late', 'held', 'of version 0.2', 'recent', 'released'];
  expect(rows.map(({ event_id }) => event_id).sort()).toEqual(left);
  await pool.query(
    "UPDATE tradepost_webhook_events SET lease_ends = lease_ends - interval '92 days' WHERE event_id = 'released'",
  );
  await pool.query(DELETE_OLD);
  expect((await store.claim(key, 1000)).state).toBe('claimed');
  const { rowCount } = await pool.query("SELECT 1 FROM tradepost_webhook_events WHERE event_id = 'released'");
  expect(rowCount).toBe(1);
});

describe('the PostgreSQL store with a pool that parses all values as texts', () => {
  for (const { name, run } of storeChecks(openTexts)) it(name, run);

  async function openTexts() {
    const { pool } = await usePostgres();
    const types = { getTypeParser: () => (value: string) => value };
    return postgresStore({
      query: (text, values) => pool.query({ text, values, types } as pg.QueryConfig),
    });
  }
});
