import { randomInt } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { choosePassword } from '../../../server/accounts/operators/enrolment.ts';
import { createOperator, operatorFactor } from '../../../server/accounts/operators/operators.ts';
import {
  beginFactor,
  type FactorOwner,
  pendingKey,
  takeCode,
} from '../../../server/accounts/second-factor/store.ts';
import { factorOf } from '../../../server/accounts/staff/users.ts';
import { reencrypt, verifySecretKey } from '../../../server/main/commands/secrets.ts';
import { readConfig } from '../../../server/main/config.ts';
import { type Context, createContext } from '../../../server/main/context.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { rotateSecret, secretContext } from '../../../server/webhooks/endpoints/secrets.ts';
import { addOperator } from '../../support/console.ts';
import { ownDatabase } from '../../support/databases.ts';
import { addUser } from '../../support/panel.ts';
import { codeOf } from '../../support/people.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { SECRET_KEY, useTestEnvironment } from '../../support/test-environment.ts';
import { emit } from '../../support/webhook-fixtures.ts';
import { register, useWorker } from '../../support/webhooks.ts';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map((word) => word.repeat(16)) as [string, string, string];
const NOT_THE_ONE = 'is not the key that the secrets in this database are encrypted with';

/** The context of a process with these keys. */
function contextWith(databaseUrl: string, secretKey: string, previous?: string): Context {
  const env = { PORT: '0', LOG_LEVEL: 'silent', TRADEPOST_SECRET_KEY: secretKey };
  const config = readConfig({ ...env, TRADEPOST_SECRET_KEY_PREVIOUS: previous });
  const context = createContext(config, { databaseUrl, secretKey });
  onTestFinished(() => context.close());
  return context;
}

async function database() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  onTestFinished(() => own.drop());
  return (key: string, previous?: string) => contextWith(own.url, key, previous);
}

/** A database whose webhook secrets were encrypted with the old key. */
async function withWebhooks(count: number) {
  const as = await database();
  const old = as(OLD);
  await old.db.query(
    "INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm) VALUES ('A', 'Pro', true, true, 300)",
    [],
  );
  const made: { id: number; secret: string }[] = [];
  for (let n = 0; n < count; n += 1)
    made.push(await register(old, 1, 'http://127.0.0.1:9/', ['order.created']));
  return { as, old, made };
}

/** An operator who has chosen a password, and hasn't entered a code yet. */
async function pendingOperator({ db, box }: Context): Promise<FactorOwner> {
  const rui = { email: 'rui@tradepost.example', name: 'Rui' };
  const { id, token } = await db.transaction((tx) => createOperator(tx, OPERATOR, rui));
  await db.transaction((tx) => choosePassword(tx, box, token, 'hash'));
  return operatorFactor({ id });
}

const secretsOf = async ({ db, box }: Context): Promise<(string | undefined)[]> => {
  const sql = 'SELECT id, secret FROM webhook_registrations ORDER BY id';
  const rows = await db.query<{ id: number; secret: Buffer }>(sql, []);
  return rows.map(({ id, secret }) => box.tryOpen(secret, secretContext(1, id))?.text);
};

describe('the check of the secret key', () => {
  it('is recorded by the first start and refuses another key', async () => {
    const as = await database();
    await verifySecretKey(as(OLD));
    await verifySecretKey(as(OLD));
    await expect(verifySecretKey(as(OTHER))).rejects.toThrow(`TRADEPOST_SECRET_KEY ${NOT_THE_ONE}`);
    await expect(verifySecretKey(as(OTHER))).rejects.toMatchObject({ name: 'ConfigError' });
  });

  it('lets one key win when two processes start at once with different keys', async () => {
    const as = await database();
    const starts = [OLD, NEW, OLD, NEW].map((key) => verifySecretKey(as(key)));
    const ends = (await Promise.allSettled(starts)).map(({ status }) => status);
    expect(ends.slice(0, 2).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.slice(2)).toEqual(ends.slice(0, 2));
  });

  it('of an installation with secrets is recorded only with the key that decrypts them', async () => {
    const { as, old } = await withWebhooks(2);
    await expect(verifySecretKey(as(OTHER))).rejects.toThrow(NOT_THE_ONE);
    expect(await old.db.query('SELECT FROM installation', [])).toEqual([]);
    await verifySecretKey(old);
    await expect(verifySecretKey(as(OTHER))).rejects.toThrow(NOT_THE_ONE);
  });

  it('is recorded despite a secret that no key decrypts, as long as others can be decrypted', async () => {
    const { as, old } = await withWebhooks(2);
    await old.db.query(`UPDATE webhook_registrations SET secret = '\\x01' WHERE id = 1`, []);
    await verifySecretKey(old);
    await expect(verifySecretKey(as(OTHER))).rejects.toThrow(NOT_THE_ONE);
  });

  it('does not accept the new key while secrets need the previous one', async () => {
    const { as } = await withWebhooks(1);
    await verifySecretKey(as(NEW, OLD));
    await expect(verifySecretKey(as(NEW))).rejects.toThrow(NOT_THE_ONE);
    await verifySecretKey(as(OLD));
  });
});

describe('changing the secret key', () => {
  it('keeps every process working at each step, and no longer needs the old key at the end', async () => {
    const { as, old, made } = await withWebhooks(3);
    const secrets = made.map(({ secret }) => secret);
    await verifySecretKey(old);
    const step1 = as(OLD, NEW);
    const step2 = as(NEW, OLD);
    for (const context of [step1, step2, old]) await verifySecretKey(context);
    secrets.push((await register(step2, 1, 'http://127.0.0.1:9/', ['order.created'])).secret);
    secrets.push((await register(step1, 1, 'http://127.0.0.1:9/', ['order.created'])).secret);
    for (const context of [step1, step2]) expect(await secretsOf(context)).toEqual(secrets);

    expect(await reencrypt(step2, {})).toEqual({ webhooks: 5, reencrypted: 4, unreadable: 0 });
    expect(await reencrypt(step2, {})).toEqual({ webhooks: 5, reencrypted: 0, unreadable: 0 });
    const done = as(NEW);
    for (const context of [done, step2, step1]) await verifySecretKey(context);
    expect(await secretsOf(done)).toEqual(secrets);
    await expect(verifySecretKey(old)).rejects.toThrow(NOT_THE_ONE);
  });

  it('keeps signing with a secret that was encrypted with the previous key', async () => {
    const { as } = await withWebhooks(0);
    const endpoint = await useEndpoint();
    await register(as(OLD), 1, endpoint.url, ['product.created']);
    const context = as(NEW, OLD);
    await emit(context, 1);
    await useWorker(context).tick();
    expect(endpoint.received).toHaveLength(1);
  });

  it('continues after an interruption and reencrypts more rows than it reads at once', async () => {
    const { as, old, made } = await withWebhooks(1);
    const ids = Array.from({ length: 600 }, (_, n) => 1000 + n);
    await old.db.query(
      `INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret)
       SELECT 1, id, 'http://127.0.0.1:9/', '', '{order.created}', secret
       FROM unnest($1::integer[], $2::bytea[]) AS made (id, secret)`,
      [ids, ids.map((id) => old.box.seal(made[0]!.secret, secretContext(1, id)))],
    );
    const context = as(NEW, OLD);
    let left = 550;
    const cut: Context['db'] = {
      ...context.db,
      query: (statement, values) => {
        if (String(statement).startsWith('update') && --left < 0) throw new Error('cut');
        return context.db.query(statement, values);
      },
    };
    await expect(reencrypt({ ...context, db: cut }, {})).rejects.toThrow('cut');
    await verifySecretKey(context);
    await verifySecretKey(old);
    expect(await reencrypt(context, {})).toEqual({ webhooks: 601, reencrypted: 51, unreadable: 0 });
    expect(new Set(await secretsOf(as(NEW)))).toEqual(new Set([made[0]!.secret]));
  });

  it('loses neither a secret that is rotated meanwhile nor the old one that still signs', async () => {
    const { as, made } = await withWebhooks(5);
    const [running, context] = [as(NEW, OLD), as(NEW, OLD)];
    const rotated = new Map<number, string>();
    const rotateAll = async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1)
        for (const { id } of made) {
          const result = running.db.transaction((tx) =>
            rotateSecret(tx, OPERATOR, { tenantId: 1, id }, running.box, randomInt),
          );
          rotated.set(id, (await result)!.secret);
        }
    };
    const reencryptOften = async (): Promise<void> => {
      for (let round = 0; round < 20; round += 1) await reencrypt(context, {});
    };
    await Promise.all([rotateAll(), reencryptOften()]);
    const done = as(NEW);
    expect(await secretsOf(done)).toEqual(made.map(({ id }) => rotated.get(id)));
    const sql = 'SELECT id, previous_secret AS previous FROM webhook_registrations';
    for (const { id, previous } of await done.db.query<{ id: number; previous: Buffer }>(sql, []))
      expect(done.box.tryOpen(previous, secretContext(1, id))?.text).toMatch(/^\w{64}$/);
  });

  it('drops an old webhook secret that no longer signs, and leaves one that no key decrypts', async () => {
    const { as, old } = await withWebhooks(2);
    await old.db.query(
      `UPDATE webhook_registrations SET previous_secret = secret, previous_secret_until = clock_timestamp() WHERE id = 1`,
      [],
    );
    await old.db.query(`UPDATE webhook_registrations SET secret = '\\x01' WHERE id = 2`, []);
    const context = as(NEW, OLD);
    expect(await reencrypt(context, {})).toEqual({ webhooks: 2, reencrypted: 1, unreadable: 1 });
    const sql = 'SELECT previous_secret AS previous FROM webhook_registrations WHERE id = 1';
    expect(await context.db.query(sql, [])).toEqual([{ previous: null }]);
  });

  it("reencrypts operators' second factors as staff's, those too that wait for a first code", async () => {
    const { as, old } = await withWebhooks(0);
    const operator = await addOperator({ context: old });
    const owners = [
      operatorFactor(operator),
      await pendingOperator(old),
      factorOf(await addUser({ context: old }, 1)),
    ];
    await old.db.transaction((tx) => beginFactor(tx, old.box, owners[2]!));
    const keysOf = ({ db, box }: Context) =>
      Promise.all(owners.slice(1).map((each) => pendingKey(db, box, each)));
    const keys = await keysOf(old);
    const both = as(NEW, OLD);
    expect(await reencrypt(both, {})).toEqual({ webhooks: 0, reencrypted: 3, unreadable: 0 });
    expect(await reencrypt(both, {})).toEqual({ webhooks: 0, reencrypted: 0, unreadable: 0 });
    const done = as(NEW);
    expect(await keysOf(done)).toEqual(keys);
    const code = codeOf(operator.key);
    expect(await takeCode(done.db, done.box, owners[0]!, code, Date.now())).toBe(true);
  });

  it('is refused without the old key unless the operator declares it lost', async () => {
    const { as, old } = await withWebhooks(1);
    await verifySecretKey(old);
    const context = as(NEW);
    await expect(reencrypt(context, {})).rejects.toThrow(NOT_THE_ONE);
    expect(await reencrypt(context, { keyLost: true })).toEqual({
      webhooks: 1,
      reencrypted: 0,
      unreadable: 1,
    });
    await verifySecretKey(context);
  });

  it('keeps existing cursors of clients valid', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    for (const sku of ['A', 'B', 'C']) await tenant.tp.products.create({ name: sku, sku, price: 1 });
    const page = async (baseUrl: string, cursor: string) => {
      const url = `${baseUrl}/api/v1/products?limit=1${cursor && `&cursor=${cursor}`}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${tenant.key}` } });
      const body = (await response.json()) as { data: { sku: string }[]; page: { next_cursor: string } };
      return { status: response.status, sku: body.data?.[0]?.sku, cursor: body.page?.next_cursor };
    };
    const service = await startService(contextWith(environment.databaseUrl, NEW, SECRET_KEY), ['api']);
    onTestFinished(() => service.stop());
    const first = await page(environment.baseUrl, '');
    const second = await page(service.address!, first.cursor);
    const third = await page(service.address!, second.cursor);
    expect([first.sku, second.sku, third.sku]).toEqual(['A', 'B', 'C']);
    expect((await page(environment.baseUrl, second.cursor)).status).toBe(400);
  });

  it('is preceded by a step that already accepts cursors of the new key', async () => {
    const as = await database();
    const position = { sort: 'id', value: null, id: '7' };
    const cursor = as(NEW, OLD).cursors.encode('products', 1, position);
    expect(as(OLD, NEW).cursors.decode('products', 1, 'id', cursor)).toEqual(position);
    expect(() => as(OLD, NEW).cursors.decode('orders', 1, 'id', cursor)).toThrow('not valid for this list');
    expect(() => as(OLD).cursors.decode('products', 1, 'id', cursor)).toThrow('not valid for this list');
  });
});
