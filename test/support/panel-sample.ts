import { randomInt } from 'node:crypto';
import { OPERATOR } from '../../server/accounts/audit/actor.ts';
import { recordAudit } from '../../server/accounts/audit/store.ts';
import type { RefusedRequest } from '../../server/accounts/request-log/refused-request.ts';
import { invite, listInvitations } from '../../server/accounts/staff/invitations.ts';
import { type Permission, ROLES } from '../../server/accounts/staff/rules/roles.ts';
import { insertTenant } from '../../server/accounts/tenants/store.ts';
import { eventKinds } from '../../server/base/contract.ts';
import type { Context } from '../../server/main/context.ts';
import { HealthRecorder } from '../../server/webhooks/endpoints/health-recorder.ts';
import { rotateSecret } from '../../server/webhooks/endpoints/secrets.ts';
import { watchOnce } from './alerts.ts';
import { addUser, type TestUser } from './panel.ts';
import { logRefused, refusedRequest } from './refused-requests.ts';
import { stocked } from './shop.ts';
import { openEndpoint, type Respond, type TestEndpoint } from './test-endpoint.ts';
import type { TestEnvironment } from './test-environment.ts';
import { openShop, type Shop } from './trade.ts';
import { deliveriesOf, letTimePass, openWorker, register, sendTest } from './webhooks.ts';

/** A tenant with something to see on every page of the panel. */
export interface SampleShop {
  readonly shop: Shop;
  readonly tenantId: number;
  /** By what they may do: the owner, both keys and webhooks, only one of them, nothing, and two more roles. The newcomer's tenant has nothing yet. */
  readonly users: Readonly<
    Record<'owner' | 'both' | 'keys' | 'webhooks' | 'none' | 'support' | 'viewer' | 'newcomer', TestUser>
  >;
  /** Somebody who has yet to come. */
  readonly invitation: { readonly id: number; readonly token: string };
  /** Has a second factor: after the password comes the page that asks for a code. */
  readonly cautious: TestUser;
  /** Works for two tenants with one address and one password. */
  readonly consultant: TestUser;
  readonly keys: Readonly<Record<KeyState, number>>;
  readonly endpoints: Readonly<Record<EndpointState, number>>;
  /** A delivery in each status. */
  readonly deliveries: Readonly<Record<'SUCCESS' | 'FAILED' | 'RETRYING' | 'PENDING', string>>;
  /** An event_id, and the order that it's about. */
  readonly eventId: string;
  readonly orderId: number;
  readonly productId: number;
  /** Has been told of to the end, in vain to some. */
  readonly firstOrderId: number;
  /** A test event that the endpoint `rotating` was sent. */
  readonly testEventId: string;
  /** The request_ids of requests that the API refused. */
  readonly refusals: Readonly<Record<'invalid' | 'scope', string>>;
  /** A recovery of the healthy endpoint that was stopped. */
  readonly recoveryId: number;
}

type KeyState = 'active' | 'expiring' | 'expired' | 'unused' | 'inactive' | 'replaced' | 'successor';
type EndpointState = 'healthy' | 'failing' | 'rotating' | 'switchedOff' | 'inactive';

const CUSTOMERS = [
  'Padaria Pão da Serra',
  'Empório Vila Rica',
  'Maria Souza',
  'Café da Estação',
  'João Batista',
];
const PRODUCTS = [
  { name: 'Café Serra Alta torrado em grãos 500 g', sku: 'CAF-500', price: 39.9 },
  { name: 'Café Serra Alta moído 250 g', sku: 'CAF-250', price: 22.5 },
  { name: 'Microlote Pedra Redonda 250 g', sku: 'MIC-250', price: 58 },
  { name: 'Coador de pano', sku: 'COA-01', price: 12.9 },
];

export async function openSampleShop(environment: TestEnvironment): Promise<SampleShop> {
  const shop = await openShop(environment, { name: 'Torrefação Serra Alta', plan: 'Pro' });
  const { tenantId } = shop;
  const users = await sampleUsers(environment, tenantId);
  const invitation = await sampleInvitation(environment.context, tenantId, users.owner);
  const cautious = await addUser(environment, tenantId, { email: emailOf('Caio Alves', tenantId) });
  await environment.context.db.query(
    "INSERT INTO user_second_factors (tenant_id, user_id, secret, confirmed_at) VALUES ($1, $2, '', now())",
    [tenantId, cautious.id],
  );
  const consultant = await sampleConsultant(environment, tenantId, users.newcomer.tenantId);
  const keys = await sampleKeys(environment.context, shop);
  const sent = await sampleDeliveries(environment.context, shop);
  const refusals = await sampleRefusals(environment.context, shop, keys);
  await sampleAudit(environment.context, users.both, shop);
  const recoveryId = await sampleRecovery(environment.context, tenantId, sent.endpoints.healthy);
  await sampleAlerts(environment.context, tenantId, sent.endpoints.failing);
  return { shop, tenantId, users, invitation, cautious, consultant, keys, ...sent, refusals, recoveryId };
}

async function sampleRecovery({ db }: Context, tenantId: number, id: number): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO webhook_recoveries (tenant_id, registration_id, occurred_from, occurred_until, status, total, resent)
     VALUES ($1, $2, now() - interval '1 day', now(), 'stopped', 12, 7) RETURNING id`,
    [tenantId, id],
  );
  return row!.id;
}

async function sampleInvitation(
  { db }: Context,
  tenantId: number,
  owner: TestUser,
): Promise<SampleShop['invitation']> {
  const actor = { type: 'user', userId: owner.id, email: owner.email } as const;
  const email = emailOf('Iara Mota', tenantId);
  const invitation = { tenantId, email, permissions: ROLES.support };
  const token = await db.transaction((tx) => invite(tx, actor, invitation));
  return { id: (await listInvitations(db, tenantId))[0]!.id, token };
}

async function sampleUsers(environment: TestEnvironment, tenantId: number): Promise<SampleShop['users']> {
  const user = (name: string, ...permissions: readonly Permission[]) =>
    addUser(environment, tenantId, { name, permissions, email: emailOf(name, tenantId) });
  return {
    both: await user('Ana Ribeiro', 'api_key.manage', 'webhook.manage'),
    keys: await user('Bruno Teles', 'api_key.manage'),
    webhooks: await user('Carla Nunes', 'webhook.manage'),
    none: await user('Davi Prado'),
    owner: await user('Olívia Serra', ...ROLES.owner),
    support: await user('Sônia Dias', ...ROLES.support),
    viewer: await user('Vera Lima', ...ROLES.viewer),
    newcomer: await addUser(environment, await insertTenant(environment.context.db, 'Empório Novo', 'Pro')),
  };
}

async function sampleConsultant(environment: TestEnvironment, ...tenantIds: number[]): Promise<TestUser> {
  const email = emailOf('Elisa Lopes', tenantIds[0]!);
  const users = [];
  for (const id of tenantIds) users.push(await addUser(environment, id, { name: 'Elisa Lopes', email }));
  return users[0]!;
}

const emailOf = (name: string, tenantId: number): string =>
  `${name.split(' ')[0]!.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()}.${tenantId}@serraalta.com.br`;

async function sampleKeys({ db }: Context, shop: Shop): Promise<SampleShop['keys']> {
  const add = async (name: string, scopes: readonly string[], change = ''): Promise<number> => {
    const { id } = await shop.addKey(scopes);
    await db.query(`UPDATE api_keys SET name = $2 ${change} WHERE id = $1`, [id, name]);
    return id;
  };
  const keys = {
    active: shop.keyId,
    expiring: await add(
      'BI, somente leitura',
      ['orders.read', 'customers.read', 'products.read'],
      ", expires_at = now() + interval '6 days', last_used_at = now() - interval '20 h'",
    ),
    expired: await add(
      'Importador de 2025',
      ['products.write', 'products.read'],
      ", created_at = now() - interval '97 days', expires_at = now() - interval '7 days', last_used_at = now() - interval '8 days'",
    ),
    unused: await add(
      'Loja virtual',
      ['orders.write', 'orders.read', 'products.read', 'stock.read'],
      ", created_at = now() - interval '300 days', last_used_at = now() - interval '120 days'",
    ),
    inactive: await add('Etiquetas', ['orders.read'], ', active = false'),
    replaced: await add(
      'Integração fiscal',
      ['orders.read'],
      ", created_at = now() - interval '85 days', last_used_at = now() - interval '26 h'",
    ),
    successor: await add(
      'Integração fiscal',
      ['orders.read'],
      ", created_at = now() - interval '2 days', last_used_at = now() - interval '3 min', expires_at = now() + interval '88 days'",
    ),
  };
  await db.query('UPDATE api_keys SET predecessor_id = $2 WHERE id = $1', [keys.successor, keys.replaced]);
  await db.query(
    "UPDATE api_keys SET name = 'ERP de produção', last_used_at = now() - interval '2 min' WHERE id = $1",
    [shop.keyId],
  );
  return keys;
}

const answer =
  (status: number, body: string): Respond =>
  (res) =>
    void res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(body);

/** What each endpoint is, and how it responds while the deliveries are made. */
const ENDPOINTS: Readonly<
  Record<EndpointState, { url: string; description: string; events: readonly string[]; respond: Respond }>
> = {
  healthy: {
    url: 'https://erp.serraalta.com.br/tradepost/eventos',
    description: 'ERP de produção',
    events: eventKinds,
    respond: (res) => void res.writeHead(204).end(),
  },
  failing: {
    url: 'https://bi.serraalta.com.br/importar/webhooks',
    description: 'BI',
    events: ['customer.created', 'customer.updated', 'order.created'],
    respond: answer(500, 'Internal Server Error\nat Importer.run (/srv/bi/import.js:41)'),
  },
  rotating: {
    url: 'https://loja.serraalta.com.br/api/webhooks/tradepost',
    description: 'Loja virtual',
    events: ['product.created', 'product.updated', 'order.status_changed'],
    respond: answer(200, '{"outcome":"handled"}'),
  },
  switchedOff: {
    url: 'https://etiquetas.exemplo.com.br/hooks',
    description: 'Etiquetas dos Correios',
    events: ['order.created'],
    respond: answer(410, '<!doctype html><title>410 Gone</title><script>alert(1)</script>'),
  },
  inactive: {
    url: 'https://homologacao.serraalta.com.br/hooks',
    description: '',
    events: ['order.created'],
    respond: answer(200, 'OK'),
  },
};

async function sampleDeliveries(
  context: Context,
  shop: Shop,
): Promise<
  Pick<
    SampleShop,
    'endpoints' | 'deliveries' | 'eventId' | 'orderId' | 'productId' | 'firstOrderId' | 'testEventId'
  >
> {
  const { tenantId } = shop;
  const { db } = context;
  const servers: TestEndpoint[] = [];
  const ids = {} as Record<EndpointState, number>;
  for (const [state, { events, respond }] of Object.entries(ENDPOINTS)) {
    const server = await openEndpoint(respond);
    servers.push(server);
    ids[state as EndpointState] = (await register(context, tenantId, server.url, events)).id;
  }
  await db.query('UPDATE webhook_registrations SET active = false WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    ids.inactive,
  ]);
  const { worker, close } = openWorker(context);
  const settled = async (): Promise<void> => {
    await worker.tick();
    for (let busy = true; busy; )
      busy = (await deliveriesOf(context, tenantId)).some((one) => one.lease_token !== null);
  };
  try {
    const first = await sampleOrders(shop, settled);
    const testEventId = (await sendTest(context, { tenantId, id: ids.rotating }, 'order.created'))!;
    await settled();
    // Their failed deliveries use up all their attempts; later ones still wait for the next.
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await letTimePass(context, tenantId);
      await settled();
    }
    await shop.tp.customers.create({ type: 'company', name: 'Cafeteria Ponto Final' });
    await settled();
    await letTimePass(context, tenantId);
    await settled();
    await spreadOverDay(context, tenantId);
    const last = await shop.order({ items: [{ product_id: first.productId, quantity: 1 }] });
    await describeEndpoints(context, tenantId, ids);
    await countHours(context, tenantId);
    const deliveries = await deliveryOfEach(context, tenantId);
    const [event] = await db.query<{ id: string }>(
      "SELECT event_id AS id FROM events WHERE tenant_id = $1 AND kind = 'order.created' ORDER BY position DESC LIMIT 1",
      [tenantId],
    );
    return {
      endpoints: ids,
      deliveries,
      eventId: event!.id,
      orderId: last.id,
      productId: first.productId,
      firstOrderId: first.orderId,
      testEventId,
    };
  } finally {
    close();
    for (const server of servers) await server.close();
  }
}

/** A morning in the shop. `settled` sends what has happened so far. */
async function sampleOrders(shop: Shop, settled: () => Promise<void>) {
  const products = [];
  const orders = [];
  for (const product of PRODUCTS) products.push(await stocked(shop.tp, 500, product));
  for (const name of CUSTOMERS) {
    const { id } = await shop.tp.customers.create({ type: 'person', name });
    const item = products[id % products.length]!;
    const order = await shop.order({ customer_id: id, items: [{ product_id: item.id, quantity: 3 }] });
    orders.push(order.id);
    await shop.pay(order.id, order.total);
    await shop.move(order.id, 'In_Transit');
    if (id % 2 === 0) await shop.move(order.id, 'Delivered');
    else await shop.attempt(order.id, { outcome: 'failed', reason: 'Ninguém em casa' });
    await settled();
  }
  await shop.tp.products.update(products[0]!.id, { price: 41.9 });
  await settled();
  return { productId: products[0]!.id, orderId: orders[0]! };
}

/** Moves what was sent just now back in time, one delivery every quarter of an hour. Retries come as they would have. */
async function spreadOverDay({ db }: Context, tenantId: number): Promise<void> {
  await db.query(
    `WITH aged AS (
       SELECT d.id, d.event_id, interval '15 min' * (row_number() OVER (ORDER BY e.position DESC, d.id) - 1) AS age
       FROM webhook_deliveries d JOIN events e USING (tenant_id, event_id)
       WHERE d.tenant_id = $1 AND d.status IN ('SUCCESS', 'FAILED')
     ), moved AS (
       UPDATE webhook_deliveries d SET created_at = d.created_at - age FROM aged WHERE d.tenant_id = $1 AND d.id = aged.id
     )
     UPDATE webhook_attempts a SET started_at = a.started_at - age
       + CASE a.number WHEN 1 THEN '0' WHEN 2 THEN '1 min' WHEN 3 THEN '6 min' WHEN 4 THEN '21 min' ELSE '81 min' END::interval,
       outcome = CASE WHEN a.number = 3 AND a.response_status = 500 THEN 'timeout' ELSE a.outcome END,
       duration_ms = CASE WHEN a.number = 3 AND a.response_status = 500 THEN 10000 ELSE 40 + abs(hashtext(a.delivery_id::text)) % 400 END,
       response_status = CASE WHEN a.number = 3 AND a.response_status = 500 THEN NULL ELSE a.response_status END,
       response_body = CASE WHEN a.number = 3 AND a.response_status = 500 THEN NULL ELSE a.response_body END
     FROM aged WHERE a.tenant_id = $1 AND a.delivery_id = aged.id`,
    [tenantId],
  );
  await db.query(
    `UPDATE webhook_deliveries d SET duration_ms = a.duration_ms FROM webhook_attempts a
     WHERE d.tenant_id = $1 AND a.tenant_id = $1 AND a.delivery_id = d.id AND a.number = d.attempt_number`,
    [tenantId],
  );
}

/** Counts the attempts as the worker would have counted them at their times. */
async function countHours({ db }: Context, tenantId: number): Promise<void> {
  const attempts = await db.query<{ endpointId: number; atMs: number; outcome: string; durationMs: number }>(
    `SELECT d.registration_id AS "endpointId", extract(epoch FROM a.started_at)::double precision * 1000 AS "atMs",
       a.outcome, a.duration_ms AS "durationMs"
     FROM webhook_attempts a JOIN webhook_deliveries d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id
     WHERE a.tenant_id = $1 AND a.outcome IS NOT NULL`,
    [tenantId],
  );
  let nowMs = 0;
  const recorder = new HealthRecorder(db, () => nowMs);
  for (const { endpointId, atMs, outcome, durationMs } of attempts) {
    nowMs = atMs;
    recorder.record({ tenantId, id: endpointId }, { outcome, durationMs });
  }
  await recorder.flush();
}

async function describeEndpoints(
  context: Context,
  tenantId: number,
  ids: Readonly<Record<EndpointState, number>>,
): Promise<void> {
  const { db, box } = context;
  for (const [state, { url, description }] of Object.entries(ENDPOINTS))
    await db.query(
      'UPDATE webhook_registrations SET url = $3, description = $4 WHERE tenant_id = $1 AND id = $2',
      [tenantId, ids[state as EndpointState], url, description],
    );
  // As if these had always been their URLs.
  await db.query(
    `UPDATE webhook_endpoint_urls u SET url = r.url FROM webhook_registrations r
     WHERE r.tenant_id = $1 AND u.tenant_id = r.tenant_id AND u.registration_id = r.id`,
    [tenantId],
  );
  await db.query(
    `UPDATE webhook_registrations SET
       active = id NOT IN ($2, $3),
       inactive_reason = CASE id WHEN $2 THEN 'failing' WHEN $3 THEN 'staff' END,
       inactive_since = CASE id WHEN $2 THEN now() - interval '26 h' WHEN $3 THEN now() - interval '9 days' END,
       failing_since = CASE id WHEN $2 THEN now() - interval '6 days' WHEN $4 THEN now() - interval '3 days' END,
       created_at = now() - interval '80 days'
     WHERE tenant_id = $1`,
    [tenantId, ids.switchedOff, ids.inactive, ids.failing],
  );
  await db.transaction((tx) => rotateSecret(tx, OPERATOR, { tenantId, id: ids.rotating }, box, randomInt));
}

async function deliveryOfEach({ db }: Context, tenantId: number): Promise<SampleShop['deliveries']> {
  const rows = await db.query<{ status: keyof SampleShop['deliveries']; id: string }>(
    'SELECT DISTINCT ON (status) status, id FROM webhook_deliveries WHERE tenant_id = $1 ORDER BY status, created_at DESC',
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ status, id }) => [status, id])) as SampleShop['deliveries'];
}

const HOUR_MS = 3_600_000;

/** A week's refused requests, each for another reason. */
async function sampleRefusals(
  { db }: Context,
  { tenantId }: Shop,
  keys: SampleShop['keys'],
): Promise<SampleShop['refusals']> {
  const rows = await db.query<{ id: number; prefix: string }>(
    'SELECT id, prefix FROM api_keys WHERE tenant_id = $1',
    [tenantId],
  );
  const add = async (hoursAgo: number, key: KeyState, fields: Partial<RefusedRequest>): Promise<string> => {
    const { id, prefix } = rows.find((row) => row.id === keys[key])!;
    const refusal = refusedRequest(tenantId, { apiKeyId: id, keyPrefix: prefix, ...fields });
    await logRefused(db, [refusal], { ageMs: hoursAgo * HOUR_MS });
    return refusal.requestId;
  };
  const invalid = await add(0.1, 'active', {
    ...CREATE_ORDER,
    code: 'invalid_request',
    places: [
      { pointer: '/customer_id', code: 'type' },
      { pointer: '/items/0/quantity', code: 'minimum' },
      { pointer: '/items/…', code: 'additional_properties' },
    ],
    issueCount: 12,
  });
  await add(0.3, 'active', { ...CREATE_ORDER, code: 'insufficient_stock', durationMs: 38, places: [] });
  await add(2, 'successor', { method: 'GET', path: '/api/v1/orders/{…}', operation: 'getOrder' });
  const scope = await add(3, 'expiring', {
    method: 'GET',
    path: '/api/v1/orders',
    operation: 'listOrders',
    code: 'insufficient_scope',
    places: [],
    issueCount: 0,
  });
  await add(27, 'unused', { ...CREATE_ORDER, code: 'rate_limit_exceeded', places: [], durationMs: 1 });
  await add(51, 'expired', { ...CREATE_ORDER, code: 'malformed_body', places: [], durationMs: 2 });
  await logRefused(db, [], { dropped: [{ tenantId, code: 'rate_limit_exceeded', count: 1460 }] });
  return { invalid, scope };
}

const CREATE_ORDER = { method: 'POST', path: '/api/v1/orders', operation: 'createOrder' } as const;

/** The alerts that the sample's keys and endpoints give reason for, and one that ended. */
async function sampleAlerts(context: Context, tenantId: number, failing: number): Promise<void> {
  await watchOnce(context, { emails: false });
  await context.db.query(
    "UPDATE alerts SET opened_at = opened_at - interval '3 h' WHERE tenant_id = $1 AND closed_at IS NULL",
    [tenantId],
  );
  await context.db.query(
    `INSERT INTO alerts (tenant_id, kind, subject_id, subject_name, details, opened_at, closed_at, resolution)
     SELECT tenant_id, 'endpoint_failing', subject_id, subject_name, details, now() - interval '12 days',
       now() - interval '12 days' + interval '95 min', 'recovered'
     FROM alerts WHERE tenant_id = $1 AND kind <> 'api_key_expiring' AND subject_id = $2`,
    [tenantId, failing],
  );
}

async function sampleAudit({ db }: Context, { id, email }: TestUser, shop: Shop): Promise<void> {
  const { tenantId } = shop;
  const actor = { type: 'user', userId: id, email } as const;
  const key = { type: 'api_key', id: shop.keyId, name: 'ERP de produção' } as const;
  await db.transaction(async (tx) => {
    await recordAudit(tx, {
      tenantId,
      actor,
      action: 'api_key.created',
      target: key,
      details: { scopes: ['orders.read'] },
    });
    await recordAudit(tx, {
      tenantId,
      actor: { type: 'operator' },
      action: 'user.created',
      target: { type: 'user', id, name: email },
    });
  });
}
