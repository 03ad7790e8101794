import { randomInt } from 'node:crypto';
import { ConfigError } from '../../base/environment/start-error.ts';
import type { EndpointKey } from '../../webhooks/endpoint-key.ts';
import { createEndpoint, MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts';
import {
  type EndpointDetails,
  findEndpoint,
  findSameUrl,
  listEndpoints,
} from '../../webhooks/endpoints/find-endpoints.ts';
import {
  type HeaderChange,
  type HeaderIssueCode,
  MASK,
  MAX_HEADERS,
  MAX_VALUE_LENGTH,
  readHeaders,
} from '../../webhooks/endpoints/rules/custom-headers.ts';
import { type EndpointChange, updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts';
import { checkEndpointUrl, createResolver } from '../../webhooks/send/dns-resolver.ts';
import type { Context } from '../context.ts';
import type { CommandContext } from './action.ts';
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
  readonly header?: readonly string[];
}

export async function createWebhook(context: CommandContext, o: WebhookOptions): Promise<CommandResult> {
  const tenantId = await requireTenant(context, o.tenant);
  await requireWebhooks(context, tenantId);
  const events = parseEventKinds(o.events, '--events');
  const description = requireDescription(o.description, '--description');
  const headers = requireHeaders(o.header ?? [], []);
  await requireUrl(context, o.url);
  await verifySecretKey(context);
  const endpoint = { tenantId, url: o.url, description, events, headers };
  const created = await context.db.transaction((tx) =>
    createEndpoint(tx, context.operator, endpoint, context.box, randomInt),
  );
  if (created === undefined)
    throw new ConfigError(
      `Tenant ${tenantId} has ${MAX_ENDPOINTS_PER_TENANT} webhook endpoints, which is the maximum.`,
    );
  const { id, secret } = created;
  const warning = await sameUrlWarning(context, { tenantId, id }, o.url);
  return { webhook_id: id, secret, tenant_id: tenantId, url: o.url, events, ...warning };
}

/** Not a refusal: two systems behind one address may each want other events. */
async function sameUrlWarning({ db }: Context, key: EndpointKey, url: string): Promise<{ warning?: string }> {
  const ids = (await findSameUrl(db, key, url)).map(({ id }) => id);
  if (ids.length === 0) return {};
  return { warning: `The same URL has webhook ${ids.join(', ')}: events of both are sent there twice.` };
}

function requireHeaders(lines: readonly string[], stored: readonly string[]): HeaderChange {
  const read = readHeaders(lines, stored);
  if ('headers' in read) return read.headers;
  throw new ConfigError(HEADER_ISSUES[read.issue.code](read.issue.at));
}

const HEADER_ISSUES: Readonly<Record<HeaderIssueCode, (at: string) => string>> = {
  syntax: (line) => `--header number ${line} isn't like 'X-Api-Key: value'.`,
  reserved: (name) => `The header ${name} belongs to HTTP or to the service.`,
  repeated: (name) => `The header ${name} is there twice.`,
  value: (name) =>
    `The value of ${name} is empty, has more than ${MAX_VALUE_LENGTH} characters, or some beyond ASCII.`,
  not_stored: (name) => `There is no header ${name} to keep.`,
  too_many: () => `An endpoint has at most ${MAX_HEADERS} headers of its own.`,
};

async function requireUrl({ config: { production, webhooks } }: Context, url: string): Promise<void> {
  const policy = { production, allowPrivateNetworks: webhooks.allowPrivateNetworks };
  const problem = await checkEndpointUrl(url, policy, createResolver());
  if (problem) throw new ConfigError(problem.message);
}

export async function listWebhooks(context: CommandContext, o: { tenant: string }): Promise<CommandRows> {
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
  held_since: endpoint.heldSince,
  previous_secret_until: endpoint.previousSecretUntil,
  created_at: endpoint.createdAt,
  events: endpoint.events,
  headers: endpoint.headerNames.map((name) => `${name}: ${MASK}`),
});

export interface UpdateOptions {
  readonly url?: string;
  readonly events?: string;
  readonly description?: string;
  readonly header?: readonly string[];
  readonly removeHeader?: readonly string[];
}

export async function updateWebhook(
  context: CommandContext,
  text: string,
  o: UpdateOptions,
): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const change: EndpointChange = {
    url: o.url,
    events: o.events === undefined ? undefined : parseEventKinds(o.events, '--events'),
    description: o.description === undefined ? undefined : requireDescription(o.description, '--description'),
    headers: await changedHeaders(context, key, o),
  };
  if (Object.values(change).every((value) => value === undefined))
    throw new ConfigError(
      'Nothing to change. Use --url, --events, --description, --header or --remove-header.',
    );
  if (o.url !== undefined) await requireUrl(context, o.url);
  const updated = await context.db.transaction(async (tx) => {
    await updateEndpoint(tx, context.operator, key, change, context.box);
    return findEndpoint(tx, key);
  });
  if (updated === undefined) throw new ConfigError(`Webhook endpoint ${key.id} has just been deleted.`);
  return { ...endpointResult(updated), ...(o.url && (await sameUrlWarning(context, key, updated.url))) };
}

/** The others keep their values. Undefined if nothing is said of headers. */
async function changedHeaders(
  context: CommandContext,
  key: EndpointKey,
  { header, removeHeader = [] }: UpdateOptions,
): Promise<HeaderChange | undefined> {
  if (header === undefined && removeHeader.length === 0) return undefined;
  await verifySecretKey(context);
  const stored = (await findEndpoint(context.db, key))?.headerNames ?? [];
  const unknown = removeHeader.find((name) => !stored.includes(name.toLowerCase()));
  if (unknown !== undefined) throw new ConfigError(`Webhook endpoint ${key.id} has no header ${unknown}.`);
  const given = requireHeaders(header ?? [], stored);
  const removed = removeHeader.map((name) => name.toLowerCase());
  const kept = stored.filter((name) => !removed.includes(name) && !(name in given));
  const lines = kept.map((name) => `${name}: ${MASK}`);
  return requireHeaders([...lines, ...(header ?? [])], stored);
}

export async function deleteWebhook(context: CommandContext, text: string): Promise<CommandResult> {
  const key = await requireEndpoint(context, text);
  const deleted = await context.db.transaction((tx) => deleteEndpoint(tx, context.operator, key));
  return { webhook_id: key.id, url: deleted?.url ?? null, status: 'deleted' };
}
