import { randomInt } from 'node:crypto';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts';
import {
  type EndpointDetails,
  findEndpoint,
  listEndpoints,
} from '../../webhooks/endpoints/find-endpoints.ts';
import { type EndpointChange, updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts';
import { checkEndpointUrl, createResolver } from '../../webhooks/send/dns-resolver.ts';
import type { Context } from '../context.ts';
import { requireDescription } from './option-checks.ts';
import type { CommandResult, CommandRows } from './print.ts';
import { verifySecretKey } from './secrets.ts';
import { requireTenant } from './tenants.ts';
import { parseEventKinds, requireEndpoint, requireWebhooks } from './webhooks.ts';

export interface WebhookOptions {
  readonly tenant: string;
  readonly url: string;
  readonly events: string;
  readonly description: string;
}

export async function createWebhook(context: Context, o: WebhookOptions): Promise<CommandResult> {
  const tenantId = await requireTenant(context, o.tenant);
  await requireWebhooks(context, tenantId);
  const events = parseEventKinds(o.events, '--events');
  const description = requireDescription(o.description, '--description');
  await requireUrl(context, o.url);
  await verifySecretKey(context);
  const endpoint = { tenantId, url: o.url, description, events };
  const created = await context.db.transaction((tx) =>
    createEndpoint(tx, OPERATOR, endpoint, context.box, randomInt),
  );
  if (created === undefined)
    throw new ConfigError(
      `Tenant ${tenantId} has ${MAX_ENDPOINTS_PER_TENANT} webhook endpoints, which is the maximum.`,
    );
  return { webhook_id: created.id, secret: created.secret, tenant_id: tenantId, url: o.url, events };
}

async function requireUrl({ config: { production, webhooks } }: Context, url: string): Promise<void> {
  const policy = { production, allowPrivateNetworks: webhooks.allowPrivateNetworks };
  const problem = await checkEndpointUrl(url, policy, createResolver());
  if (problem) throw new ConfigError(problem.message);
}

export async function listWebhooks(context: Context, o: { tenant: string }): Promise<CommandRows> {
  return (await listEndpoints(context.db, await requireTenant(context, o.tenant))).map(endpointResult);
}

const endpointResult = (endpoint: EndpointDetails): CommandResult => ({
  webhook_id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  status: endpoint.active ? 'active' : 'inactive',
  inactive_reason: endpoint.inactiveReason,
  inactive_since: endpoint.inactiveSince,
  failing_since: endpoint.failingSince,
  previous_secret_until: endpoint.previousSecretUntil,
  created_at: endpoint.createdAt,
  events: endpoint.events,
});

export interface UpdateOptions {
  readonly url?: string;
  readonly events?: string;
  readonly description?: string;
}

export async function updateWebhook(
  context: Context,
  text: string,
  o: UpdateOptions,
): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const change: EndpointChange = {
    url: o.url,
    events: o.events === undefined ? undefined : parseEventKinds(o.events, '--events'),
    description: o.description === undefined ? undefined : requireDescription(o.description, '--description'),
  };
  if (Object.values(change).every((value) => value === undefined))
    throw new ConfigError('Nothing to change. Use --url, --events or --description.');
  if (o.url !== undefined) await requireUrl(context, o.url);
  const updated = await context.db.transaction(async (tx) => {
    await updateEndpoint(tx, OPERATOR, key, change);
    return findEndpoint(tx, key);
  });
  if (updated === undefined) throw new ConfigError(`Webhook endpoint ${key.id} has just been deleted.`);
  return endpointResult(updated);
}

export async function deleteWebhook(context: Context, text: string): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const deleted = await context.db.transaction((tx) => deleteEndpoint(tx, OPERATOR, key));
  return { webhook_id: key.id, url: deleted?.url ?? null, status: 'deleted' };
}
