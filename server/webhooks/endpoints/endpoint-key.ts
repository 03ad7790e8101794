import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/query-builder.ts';

export interface EndpointKey {
  readonly tenantId: number;
  readonly id: number;
}

/** The tenant of an endpoint, for an operator who knows only the endpoint's id. */
export async function findEndpointTenant(db: Querier, id: number): Promise<number | undefined> {
  const query = build('webhook_registrations').where({ id }).select('tenant_id');
  return (await firstOf<{ tenant_id: number }>(db, query))?.tenant_id;
}
