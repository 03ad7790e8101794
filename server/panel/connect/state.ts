import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { lastEntry } from '../../accounts/audit/list.ts';
import { type LoggedRefusal, listRefusedRequests } from '../../accounts/request-log/store.ts';
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type LastAttempt, lastAttempt } from '../../webhooks/log/last-attempt.ts';
import { folded } from '../home/key-part.ts';
import { missingFor } from '../request/access.ts';
import { linkTo, readId } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';

/** How a system's connection is doing. */
export interface ConnectionState {
  readonly key: ApiKey;
  /** Undefined without one, and for a user who may not see deliveries. */
  readonly endpoint: EndpointDetails | undefined;
  /** It's off, or an operator holds what is sent to it. */
  readonly isStopped: boolean;
  readonly last: LastAttempt | undefined;
  readonly accepted: LastAttempt | undefined;
  /** The latest request with the key that was refused. */
  readonly refused: LoggedRefusal | undefined;
}

export async function stateOf(request: PanelRequest, key: ApiKey): Promise<ConnectionState> {
  const { db, tenant } = request;
  const endpoint = await endpointFor(request, key);
  const of = endpoint && { tenantId: tenant.id, id: endpoint.id };
  const [refused] = await listRefusedRequests(db, tenant.id, { keyPrefix: key.prefix }, 1);
  return {
    key,
    endpoint,
    isStopped: endpoint !== undefined && (!endpoint.active || endpoint.heldSince !== null),
    last: of && (await lastAttempt(db, of, 'any')),
    accepted: of && (await lastAttempt(db, of, 'accepted')),
    refused,
  };
}

/** The one that the address names; without it, the one of the key's system. */
async function endpointFor(request: PanelRequest, { name }: ApiKey): Promise<EndpointDetails | undefined> {
  if (missingFor(request, 'deliveries')) return undefined;
  const all = await listEndpoints(request.db, request.tenant.id);
  const id = readId(request.query.text('endpoint'));
  return (
    all.find((each) => each.id === id) ?? all.find(({ description }) => folded(description) === folded(name))
  );
}

type Numbered = Pick<ApiKey, 'id'>;

export const progressPath = (key: Numbered, endpoint: Numbered | undefined): string =>
  linkTo(`/panel/connect/${key.id}`, { endpoint: endpoint && String(endpoint.id) });

/** What was chosen for a system that had no address yet. */
export async function wantedEvents({ db, tenant }: PanelRequest, { id }: ApiKey): Promise<readonly string[]> {
  const target = { type: 'api_key', id: String(id) } as const;
  const events = (await lastEntry(db, tenant.id, target, 'api_key.created'))?.details.events;
  return Array.isArray(events) ? events.map(String) : [];
}
