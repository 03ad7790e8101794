import { parseUrl } from '../../base/formats/parse-url.ts';
import type { EndpointKey } from '../../webhooks/endpoint-key.ts';
import { MAX_FAILING_DAYS } from '../../webhooks/endpoints/activation.ts';
import { type EndpointDetails, findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import type { EndpointHealth } from '../../webhooks/endpoints/health.ts';
import { DEADLINE_MS } from '../../webhooks/send/http-post.ts';
import { LinkButton, Notice, Status, useLocale } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { words } from './words.ts';

/** A request for the endpoint that the path names, of the user's tenant. */
export interface EndpointRequest extends PanelRequest {
  readonly key: EndpointKey;
  readonly endpoint: EndpointDetails;
  /** Its page. */
  readonly home: string;
}

/** What a section of an endpoint's page is given. */
export interface SectionProps {
  readonly endpoint: EndpointDetails;
  readonly home: string;
}

/** A handler for a path with `:id`. Ids of other tenants, of deleted endpoints and no ids at all are not found. */
export const withEndpoint =
  (handle: (request: EndpointRequest) => Promise<PanelResponse>) =>
  async (request: PanelRequest): Promise<PanelResponse> => {
    const id = readId(request.params.id);
    if (id === undefined) return notFound();
    const key = { tenantId: request.tenant.id, id };
    const endpoint = await findEndpoint(request.db, key);
    if (endpoint === undefined) return notFound();
    return handle({ ...request, key, endpoint, home: `/panel/webhooks/${id}` });
  };

/** What staff know an endpoint by: its description, or the host of its URL. */
export const endpointName = ({ description, url }: EndpointDetails): string =>
  description || (parseUrl(url)?.host ?? url);

/** The same above its URL, on a page that asks for a decision. */
export const EndpointTitle = ({ endpoint }: { endpoint: EndpointDetails }) => (
  <p class="break">
    <strong>{endpointName(endpoint)}</strong>
    <span class="second mono">{endpoint.url}</span>
  </p>
);

const DAY_MS = 86_400_000;

/** When an endpoint that has failed since then is switched off. */
export const switchedOffAt = (failingSince: string): string =>
  new Date(Date.parse(failingSince) + MAX_FAILING_DAYS * DAY_MS).toISOString();

/** Half of what a delivery waits for its response. An order takes longer then than anybody expects, and a bad hour becomes time-outs. */
const SLOW_MS = DEADLINE_MS / 2;

export const isSlow = ({ p50Ms = 0, p95Ms = 0 }: EndpointHealth): boolean =>
  Math.max(p50Ms, p95Ms) >= SLOW_MS;

interface EndpointStatusProps {
  readonly endpoint: EndpointDetails;
  /** Of its last day. */
  readonly health: EndpointHealth;
}

/** The one thing to know about an endpoint first. */
export function EndpointStatus({ endpoint, health }: EndpointStatusProps) {
  const w = words[useLocale()];
  if (!endpoint.active) {
    const tone = endpoint.inactiveReason === 'staff' ? 'quiet' : 'bad';
    return <Status tone={tone}>{w.inactive}</Status>;
  }
  if (endpoint.heldSince !== null) return <Status tone="quiet">{w.held}</Status>;
  if (endpoint.secretUnreadableSince !== null) return <Status tone="bad">{w.unreadable}</Status>;
  if (endpoint.failingSince !== null) return <Status tone="warning">{w.failing}</Status>;
  if (isSlow(health)) return <Status tone="warning">{w.slow}</Status>;
  return <Status tone="good">{w.active}</Status>;
}

/** The endpoint isn't any more as it was when the form was shown. */
export const refusedPage = (
  { locale, home }: EndpointRequest,
  status: 409 | 422,
  title: string,
  text: string,
): PanelResponse =>
  page(
    { status, title, heading: {} },
    <Notice kind="error" focus>
      {text}
    </Notice>,
    <LinkButton href={home}>{words[locale].backToEndpoint}</LinkButton>,
  );
