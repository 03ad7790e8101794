import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type EndpointHealth, healthOf } from '../../webhooks/endpoints/health.ts';
import { type Pulse, pulsesOf } from '../../webhooks/endpoints/pulse.ts';
import { missingFor } from '../request/access.ts';
import type { PanelRequest } from '../request/route.ts';
import { endpointName } from '../webhooks/endpoint.tsx';
import { folded, type KeyPart, keyParts, systemName } from './key-part.ts';

export interface EndpointPart {
  readonly endpoint: EndpointDetails;
  readonly health: EndpointHealth;
  readonly pulse: Pulse | undefined;
}

/** A system that calls the API, is told of events, or both: a key and an endpoint of one name are one system's. */
export interface Integration {
  readonly name: string;
  readonly calls?: KeyPart;
  readonly told?: EndpointPart;
}

/** What the user may see of them, those that are told of events first. */
export async function integrationsOf(request: PanelRequest): Promise<Integration[]> {
  const told = missingFor(request, 'deliveries') ? [] : await endpointParts(request);
  const keys = await keyParts(request);
  const paired = new Set<KeyPart>();
  const endpoints = told.map((part): Integration => {
    const name = endpointName(part.endpoint);
    const calls = keys.find((each) => folded(each.apiKey.name) === folded(name) && !paired.has(each));
    if (calls === undefined) return { name, told: part };
    paired.add(calls);
    return { name, calls, told: part };
  });
  const callers = keys
    .filter((each) => !paired.has(each))
    .map((calls) => ({ name: systemName(calls.apiKey.name), calls }));
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
