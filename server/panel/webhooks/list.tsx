import { MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type EndpointHealth, healthOf } from '../../webhooks/endpoints/health.ts';
import { type Column, Empty, LinkButton, ListenCommands, Notice, RowLink, Table } from '../kit/index.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { EndpointStatus, endpointName } from './endpoint.tsx';
import { EndpointForm, NEW_ENDPOINT } from './endpoint-form.tsx';
import { acceptedShare, durationOf, HealthAsOf } from './health.tsx';
import { HealthChart } from './health-chart.tsx';
import { words } from './words.ts';

export async function listPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale, deps } = request;
  await deps.writeCounts();
  const endpoints = await listEndpoints(db, tenant.id);
  const ids = endpoints.map(({ id }) => id);
  const health = await healthOf(db, tenant.id, ids, deps.nowMs());
  const text = words[locale];
  const isEmpty = endpoints.length === 0;
  const create = (
    <LinkButton href="/panel/webhooks/new" look="primary">
      {text.newWebhook}
    </LinkButton>
  );
  return page(
    {
      title: text.webhooks,
      heading: {
        intro: isEmpty ? text.emptyIntro : text.intro,
        actions: isEmpty || isFull(endpoints) ? undefined : create,
      },
    },
    isEmpty ? <First /> : list(request, endpoints, health),
  );
}

const isFull = (endpoints: readonly unknown[]): boolean => endpoints.length >= MAX_ENDPOINTS_PER_TENANT;

/** No endpoint yet: the form itself, and how to receive events without one. */
function First() {
  const request = useRequest();
  const text = words[request.locale];
  return (
    <div class="beside">
      <section class="panel-box">
        <h2>{text.emptyTitle}</h2>
        <EndpointForm
          action="/panel/webhooks"
          fields={NEW_ENDPOINT}
          hidden={{ token: newToken(request) }}
          submit={text.createButton}
        />
      </section>
      <Empty title={text.listenTitle}>
        <p>{text.listenText}</p>
        <ListenCommands apiOrigin={apiOrigin(request)} />
      </Empty>
    </div>
  );
}

function list(
  { locale, format }: PanelRequest,
  endpoints: readonly EndpointDetails[],
  health: ReadonlyMap<number, EndpointHealth>,
) {
  const text = words[locale];
  const healthAt = ({ id }: EndpointDetails): EndpointHealth => health.get(id)!;
  const hasNone = (endpoint: EndpointDetails): boolean => healthAt(endpoint).attempts === 0;
  const columns: readonly Column<EndpointDetails>[] = [
    { title: text.endpoint, cell: nameOf },
    {
      title: text.status,
      cell: (endpoint) => <EndpointStatus endpoint={endpoint} health={healthAt(endpoint)} />,
    },
    {
      title: text.health,
      class: (endpoint) => (hasNone(endpoint) ? 'sparkline nothing' : 'sparkline wide'),
      cell: (endpoint) =>
        hasNone(endpoint) ? <span class="quiet">–</span> : <HealthChart health={healthAt(endpoint)} />,
    },
    {
      title: text.accepted,
      number: true,
      label: true,
      cell: (each) => acceptedShare(healthAt(each), format),
    },
    { title: text.p95, number: true, label: true, cell: (each) => durationOf(healthAt(each).p95Ms, format) },
  ];
  return (
    <>
      {isFull(endpoints) ? (
        <Notice kind="warning">{text.tooMany(format.number(MAX_ENDPOINTS_PER_TENANT))}</Notice>
      ) : null}
      <Table name="endpoints" rows={endpoints} keyOf={({ id }) => id} columns={columns} />
      <HealthAsOf />
    </>
  );
}

const nameOf = (endpoint: EndpointDetails) => (
  <>
    <RowLink class="break" href={`/panel/webhooks/${endpoint.id}`} about={[endpoint.url]}>
      {endpointName(endpoint)}
    </RowLink>
    <span class="second mono break">{endpoint.url}</span>
  </>
);
