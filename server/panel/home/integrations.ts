import { type ApiKey, listKeys } from '../../accounts/api-keys/key-details.ts';
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type EndpointHealth, healthOf } from '../../webhooks/endpoints/health.ts';
import { type Pulse, pulsesOf } from '../../webhooks/endpoints/pulse.ts';
import { missingFor } from '../request/access.ts';
import type { PanelRequest } from '../request/route.ts';
import { endpointName } from '../webhooks/endpoint.tsx';

export interface EndpointPart {
  readonly endpoint: EndpointDetails;
  readonly health: EndpointHealth;
  readonly pulse: Pulse | undefined;
}

/** A system that calls the API, is told of events, or both: a key and an endpoint of one name are one system's. */
export interface Integration {
  readonly name: string;
  readonly apiKey?: ApiKey;
  readonly told?: EndpointPart;
}

/** Keys that are looked through: those that work come first. */
const MAX_KEYS = 100;

const folded = (name: string): string => name.trim().toLowerCase();

/** What the user may see of them, those that are told of events first. A key that was replaced is its successor's system. */
export async function integrationsOf(request: PanelRequest): Promise<Integration[]> {
  const told = missingFor(request, 'deliveries') ? [] : await endpointParts(request);
  const keys = missingFor(request, 'revoke_keys')
    ? []
    : (await listKeys(request.db, request.tenant.id, { limit: MAX_KEYS })).filter(
        ({ status }) => status !== 'inactive',
      );
  const replaced = keys.map(({ predecessorId }) => predecessorId);
  const paired = new Set<ApiKey>();
  const endpoints = told.map((part): Integration => {
    const name = endpointName(part.endpoint);
    const apiKey = keys.find((key) => folded(key.name) === folded(name) && !paired.has(key));
    if (apiKey === undefined) return { name, told: part };
    paired.add(apiKey);
    return { name, apiKey, told: part };
  });
  const callers = keys
    .filter((key) => !paired.has(key) && !replaced.includes(key.id))
    .map((apiKey) => ({ name: apiKey.name, apiKey }));
  return [...endpoints, ...callers];
}

async function endpointParts({ db, tenant, deps }: PanelRequest): Promise<EndpointPart[]> {
  const endpoints = await listEndpoints(db, tenant.id);
  const ids = endpoints.map(({ id }) => id);
  const health = await healthOf(db, tenant.id, ids, deps.nowMs());
  const pulses = await pulsesOf(db, tenant.id);
  return endpoints.map((endpoint) => ({
    endpoint,
    health: health.get(endpoint.id)!,
    pulse: pulses.get(endpoint.id),
  }));
}
