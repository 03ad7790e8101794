import { randomInt } from 'node:crypto';
import { issueKey } from '../../../server/accounts/api-keys/issue.ts';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { eventKinds } from '../../../server/base/contract.ts';
import { readConfig } from '../../../server/main/config.ts';
import { type Context, createContext } from '../../../server/main/context.ts';
import { createEndpoint } from '../../../server/webhooks/endpoints/create-endpoint.ts';
import { type EndpointBehaviour, FLAPPING, HANGING, STEADY } from './endpoint-behaviour.ts';
import type { EndpointServer } from './endpoint-server.ts';

/** Used only in these runs. */
export const SECRET_KEY = 'chaos'.repeat(13);
/** Enterprise has 3000 a minute; these runs don't test the rate limit. */
const OUT_OF_REACH_RPM = 2_000_000_000;

export interface Subscription {
  readonly events: readonly string[];
  readonly behaviour: EndpointBehaviour;
}

/** The steady endpoint gets every kind. The hanging one gets fewer: while it hangs, nothing new is sent to it. */
export const SUBSCRIPTIONS: readonly Subscription[] = [
  { events: eventKinds, behaviour: STEADY },
  { events: ['product.created', 'product.updated', 'order.created'], behaviour: FLAPPING },
  { events: ['customer.created', 'order.status_changed'], behaviour: HANGING },
];

export interface ChaosTenant {
  readonly tenantId: number;
  readonly key: string;
}

/** Creates tenants with a key and endpoints, and registers these with the endpoint server. */
export async function makeTenants(
  databaseUrl: string,
  endpointServer: EndpointServer,
  count: number,
  subscriptions: readonly Subscription[],
): Promise<ChaosTenant[]> {
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test' });
  const context = createContext(config, { databaseUrl, secretKey: SECRET_KEY });
  try {
    const tenants: ChaosTenant[] = [];
    for (let index = 0; index < count; index += 1) {
      const tenant = await makeTenant(context, index);
      for (const [place, subscription] of subscriptions.entries())
        await subscribe(context, endpointServer, tenant.tenantId, `${index}/${place}`, subscription);
      tenants.push(tenant);
    }
    return tenants;
  } finally {
    await context.close();
  }
}

async function makeTenant({ db }: Context, index: number): Promise<ChaosTenant> {
  const tenantId = await insertTenant(db, `Loja ${index}`, 'Enterprise');
  await db.query('UPDATE tenants SET api_rate_limit_rpm = $2 WHERE tenant_id = $1', [
    tenantId,
    OUT_OF_REACH_RPM,
  ]);
  const request = { tenantId, name: 'chaos', scopes: SCOPES, expiresAt: null };
  const { key } = await db.transaction((tx) => issueKey(tx, OPERATOR, request, randomInt));
  return { tenantId, key };
}

async function subscribe(
  { db, box }: Context,
  endpointServer: EndpointServer,
  tenantId: number,
  path: string,
  { events, behaviour }: Subscription,
): Promise<void> {
  const registration = { tenantId, url: endpointServer.urlOf(path), description: '', events };
  const created = await db.transaction((tx) => createEndpoint(tx, OPERATOR, registration, box, randomInt));
  const { id, secret } = created!;
  endpointServer.register(path, { tenantId, endpointId: id, events, secret, behaviour });
}
