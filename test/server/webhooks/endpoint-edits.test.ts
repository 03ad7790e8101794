import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Actor, OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Context } from '../../../server/main/context.ts';
import type { EndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import {
  createEndpoint,
  MAX_ENDPOINTS_PER_TENANT,
} from '../../../server/webhooks/endpoints/create-endpoint.ts';
import { findEndpoint, listEndpoints } from '../../../server/webhooks/endpoints/find-endpoints.ts';
import { revealSecret, rotateSecret } from '../../../server/webhooks/endpoints/secrets.ts';
import { type EndpointChange, updateEndpoint } from '../../../server/webhooks/endpoints/update-endpoint.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { subscribed } from '../../support/webhook-fixtures.ts';
import { register, sendTest, switchEndpoint } from '../../support/webhooks.ts';

const NOWHERE = 'http://127.0.0.1:9/hooks';
const ANA: Actor = { type: 'user', userId: 7, email: 'ana@example.com' };

const update = ({ db, box }: Context, key: EndpointKey, change: EndpointChange, version?: number) =>
  db.transaction((tx) => updateEndpoint(tx, ANA, key, change, box, version));

interface Entry {
  readonly action: string;
  readonly actor_name: string | null;
  readonly target_name: string;
  readonly details: Record<string, unknown>;
}

async function auditOf({ db }: Context): Promise<Entry[]> {
  const rows = await db.query<{ details: string } & Omit<Entry, 'details'>>(
    "SELECT action, actor_name, target_name, details FROM audit_entries WHERE target_type <> 'api_key' ORDER BY id",
    [],
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

/** Without the entry of its creation. */
const changesOf = async (context: Context): Promise<Entry[]> => (await auditOf(context)).slice(1);

describe('an edit of an endpoint', () => {
  it('changes what it names, raises the version, and is audited with old and new values', async () => {
    const { context, key } = await subscribed(NOWHERE);
    const change = { url: 'http://127.0.0.1:9/new', events: ['order.created'] };
    expect(await update(context, key, change, 1)).toBe('updated');
    expect(await findEndpoint(context.db, key)).toMatchObject({ ...change, description: '', version: 2 });
    expect(await changesOf(context)).toEqual([
      {
        action: 'endpoint.updated',
        actor_name: 'ana@example.com',
        target_name: 'http://127.0.0.1:9/new',
        details: { ...change, was_url: NOWHERE, was_events: ['product.created'] },
      },
    ]);
  });

  it('that changes nothing writes nothing', async () => {
    const { context, key } = await subscribed(NOWHERE);
    const same = { url: NOWHERE, description: '', events: ['product.created'], active: true };
    expect(await update(context, key, same, 1)).toBe('unchanged');
    expect(await findEndpoint(context.db, key)).toMatchObject({ version: 1 });
    expect(await changesOf(context)).toEqual([]);
  });

  it('made from an older version is a conflict and overwrites nothing', async () => {
    const { context, key } = await subscribed(NOWHERE);
    await update(context, key, { description: 'ERP' }, 1);
    expect(await update(context, key, { description: 'BI' }, 1)).toBe('conflict');
    expect(await findEndpoint(context.db, key)).toMatchObject({ description: 'ERP', version: 2 });
  });

  it('loses no other edit that runs at the same time: one is written, the others are conflicts', async () => {
    const { context, key } = await subscribed(NOWHERE);
    const results = await Promise.all(
      ['a', 'b', 'c', 'd'].map((description) => update(context, key, { description }, 1)),
    );
    expect(results.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'updated']);
    expect(await changesOf(context)).toHaveLength(1);
  });

  it('is a conflict when the endpoint was switched off meanwhile, since the form would switch it on', async () => {
    const { context, key } = await subscribed(NOWHERE);
    await switchEndpoint(context, key, false);
    expect(await update(context, key, { active: true, description: 'ERP' }, 1)).toBe('conflict');
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: false });
  });

  it('can switch the endpoint off, which is audited as such', async () => {
    const { context, key } = await subscribed(NOWHERE);
    expect(await update(context, key, { active: false, description: 'ERP' }, 1)).toBe('updated');
    expect(await findEndpoint(context.db, key)).toMatchObject({ active: false, inactiveReason: 'staff' });
    expect((await changesOf(context)).map(({ action }) => action)).toEqual([
      'endpoint.updated',
      'endpoint.deactivated',
    ]);
  });
});

describe("another tenant's endpoint", () => {
  it('is unknown to every function that takes a tenant', async () => {
    const { environment, context, key } = await subscribed(NOWHERE);
    const foreign = { tenantId: (await environment.tenant()).tenantId, id: key.id };
    const inTransaction = <T>(work: Parameters<typeof context.db.transaction<T>>[0]) =>
      context.db.transaction(work);
    expect([
      await findEndpoint(context.db, foreign),
      await update(context, foreign, { description: 'mine' }),
      await switchEndpoint(context, foreign, false),
      await sendTest(context, foreign, 'order.created'),
      await inTransaction((tx) => rotateSecret(tx, ANA, foreign, context.box, randomInt)),
      await inTransaction((tx) => revealSecret(tx, ANA, foreign, context.box)),
    ]).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(await listEndpoints(context.db, foreign.tenantId)).toEqual([]);
    expect(await changesOf(context)).toEqual([]);
  });
});

describe('what staff do with an endpoint', () => {
  it('is audited with who did it, and never with a secret', async () => {
    const { context, key, secret } = await subscribed(NOWHERE);
    const { db, box } = context;
    await db.transaction((tx) => revealSecret(tx, ANA, key, box));
    const rotated = await db.transaction((tx) => rotateSecret(tx, ANA, key, box, randomInt));
    await sendTest(context, key, 'order.created');
    await switchEndpoint(context, key, false);
    await switchEndpoint(context, key, false);
    await switchEndpoint(context, key, true);
    const entries = await auditOf(context);
    expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['endpoint.created', null],
      ['secret.revealed', 'ana@example.com'],
      ['secret.rotated', 'ana@example.com'],
      ['endpoint.tested', null],
      ['endpoint.deactivated', null],
      ['endpoint.activated', null],
    ]);
    expect(entries.every(({ target_name }) => target_name === NOWHERE)).toBe(true);
    const text = JSON.stringify(entries);
    expect([text.includes(secret), text.includes(rotated!.secret)]).toEqual([false, false]);
  });

  it('shows the current secret, and when the one before stops', async () => {
    const { context, key, secret } = await subscribed(NOWHERE);
    const { db, box } = context;
    const reveal = () => db.transaction((tx) => revealSecret(tx, ANA, key, box));
    expect(await reveal()).toEqual({ secret });
    const rotated = await db.transaction((tx) => rotateSecret(tx, ANA, key, box, randomInt));
    expect(await reveal()).toEqual({ secret: rotated!.secret });
    expect((await findEndpoint(db, key))!.previousSecretUntil).toBe(rotated!.previousUntil);
    await db.query("UPDATE webhook_registrations SET previous_secret_until = now() - interval '1 s'", []);
    expect((await findEndpoint(db, key))!.previousSecretUntil).toBeNull();
  });

  it('is told that a secret is unreadable, which is not audited as revealed', async () => {
    const { context, key } = await subscribed(NOWHERE);
    await context.db.query("UPDATE webhook_registrations SET secret = 'x'", []);
    const reveal = context.db.transaction((tx) => revealSecret(tx, ANA, key, context.box));
    expect(await reveal).toBe('unreadable');
    expect(await changesOf(context)).toEqual([]);
  });
});

describe('the number of endpoints of a tenant', () => {
  it('is bounded, also when several are created at once', async () => {
    const { context, tenant } = await useTestEnvironment();
    const { tenantId } = await tenant();
    const create = () => register(context, tenantId, NOWHERE, ['order.created']);
    for (let n = 2; n < MAX_ENDPOINTS_PER_TENANT; n += 1) await create();
    const endpoint = { tenantId, url: NOWHERE, description: '', events: [] };
    const { db, box } = context;
    const tryCreating = () => db.transaction((tx) => createEndpoint(tx, OPERATOR, endpoint, box, randomInt));
    const created = await Promise.all(Array.from({ length: 6 }, tryCreating));
    expect(created.filter((one) => one !== undefined)).toHaveLength(2);
    expect(await listEndpoints(db, tenantId)).toHaveLength(MAX_ENDPOINTS_PER_TENANT);
  });
});
