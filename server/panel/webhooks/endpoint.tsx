import type { VNode } from 'preact';
import { parseUrl } from '../../base/formats/parse-url.ts';
import type { EndpointKey } from '../../webhooks/endpoint-key.ts';
import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { type Locale, Status } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse } from '../request/route.ts';
import { words } from './words.ts';

/** The endpoint that the path names, of the user's tenant. */
export interface NamedEndpoint {
  readonly key: EndpointKey;
  readonly endpoint: EndpointDetails;
  /** Its page. */
  readonly path: string;
}

/** What a section of an endpoint's page is given. */
export interface SectionProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
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

/** What staff know an endpoint by: its description, or the host of its URL. */
export const endpointName = ({ description, url }: EndpointDetails): string =>
  description || (parseUrl(url)?.host ?? url);

/** The same above its URL, on a page that asks for a decision. */
export const EndpointTitle = ({ endpoint }: { endpoint: EndpointDetails }): VNode => (
  <p class="break">
    <strong>{endpointName(endpoint)}</strong>
    <span class="second mono">{endpoint.url}</span>
  </p>
);

/** The one thing to know about an endpoint first. */
export function EndpointStatus({ endpoint, locale }: { endpoint: EndpointDetails; locale: Locale }): VNode {
  const w = words[locale];
  if (!endpoint.active) {
    const tone = endpoint.inactiveReason === 'failing' ? 'bad' : 'quiet';
    return <Status tone={tone}>{w.inactive}</Status>;
  }
  if (endpoint.secretUnreadableSince !== null) return <Status tone="bad">{w.unreadable}</Status>;
  if (endpoint.failingSince !== null) return <Status tone="warning">{w.failing}</Status>;
  return <Status tone="good">{w.active}</Status>;
}
