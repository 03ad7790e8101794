import type { EndpointKey } from '../../webhooks/endpoint-key.ts';
import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse } from '../request/route.ts';

/** The endpoint that the path names, of the user's tenant. */
export interface NamedEndpoint {
  readonly key: EndpointKey;
  readonly endpoint: EndpointDetails;
  /** Its page. */
  readonly path: string;
}

/** A handler for a path with `:id`. Ids of other tenants, of deleted endpoints and no ids at all are not found. */
export const withEndpoint =
  (handle: (request: PanelRequest, named: NamedEndpoint) => Promise<PanelResponse>) =>
  async (request: PanelRequest): Promise<PanelResponse> => {
    const id = readId(request.params.id);
    if (id === undefined) return notFound();
    const key = { tenantId: request.tenant.id, id };
    const endpoint = await findEndpoint(request.db, key);
    if (endpoint === undefined) return notFound();
    return handle(request, { key, endpoint, path: `/panel/webhooks/${id}` });
  };
