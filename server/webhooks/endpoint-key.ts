import type { Querier } from '../db/querier.ts';
import { build, firstOf } from '../db/sql/query-builder.ts';

export interface EndpointKey {
  readonly tenantId: number;
  readonly id: number;
}

/** Endpoints that weren't deleted. The row of a deleted one stays for the history of its deliveries. */
export const endpoints = () => build('webhook_registrations').whereNull('webhook_registrations.deleted_at');

export const endpointOf = ({ tenantId, id }: EndpointKey) => endpoints().where({ tenant_id: tenantId, id });

/** The tenant of an endpoint, for an operator who knows only the endpoint's id. */
export async function findEndpointTenant(db: Querier, id: number): Promise<number | undefined> {
  const query = endpoints().where({ id }).select('tenant_id');
  return (await firstOf<{ tenant_id: number }>(db, query))?.tenant_id;
}
