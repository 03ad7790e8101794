import type { VNode } from 'preact';
import { MAX_ENDPOINTS_PER_TENANT } from '../../webhooks/endpoints/create-endpoint.ts';
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type EndpointHealth, healthOf } from '../../webhooks/endpoints/health.ts';
import { CopyBlock } from '../kit/elements/copy-block.tsx';
import { Empty } from '../kit/elements/empty.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Notice } from '../kit/elements/notice.tsx';
import { words as shared } from '../kit/words.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { EndpointForm, NEW_ENDPOINT } from './endpoint-form.tsx';
import { endpointName } from './endpoint-name.ts';
import { EndpointStatus } from './endpoint-status.tsx';
import { words as formWords } from './form-words.ts';
import { acceptedShare, durationOf, HealthAsOf } from './health.tsx';
import { HealthChart } from './health-chart.tsx';
import { words as healthWords } from './health-words.ts';
import { words } from './words.ts';

export async function listPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale, deps } = request;
  await deps.writeCounts();
  const endpoints = await listEndpoints(db, tenant.id);
  const ids = endpoints.map(({ id }) => id);
  const health = await healthOf(db, tenant.id, ids, deps.nowMs());
  const isEmpty = endpoints.length === 0;
  const body = isEmpty ? <First request={request} /> : <List {...{ request, endpoints, health }} />;
  return page({ title: words[locale].title, section: 'webhooks', body });
}

/** No endpoint yet: the form itself, and how to receive events without one. */
function First({ request }: { request: PanelRequest }): VNode {
  const { locale } = request;
  const w = words[locale];
  return (
    <>
      <Heading title={w.title} intro={w.emptyIntro} />
      <div class="beside">
        <section class="panel-box">
          <h2 class="first">{w.emptyTitle}</h2>
          <EndpointForm
            request={request}
            action="/panel/webhooks"
            fields={NEW_ENDPOINT}
            hidden={{ token: newToken(request) }}
            submit={formWords[locale].createButton}
          />
        </section>
        <Empty title={w.listenTitle}>
          <p>{w.listenText}</p>
          <CopyBlock
            copyLabel={shared[locale].copy}
            text={`TRADEPOST_API_KEY=tp_… npx @tradepost/sdk listen --base-url ${apiOrigin(request)} \\\n  --forward http://localhost:4000/hooks`}
          />
        </Empty>
      </div>
    </>
  );
}

interface ListProps {
  readonly request: PanelRequest;
  readonly endpoints: readonly EndpointDetails[];
  readonly health: ReadonlyMap<number, EndpointHealth>;
}

function List({ request, endpoints, health }: ListProps): VNode {
  const w = words[request.locale];
  const h = healthWords[request.locale];
  const isFull = endpoints.length >= MAX_ENDPOINTS_PER_TENANT;
  return (
    <>
      <Heading title={w.title} intro={w.intro}>
        {isFull ? null : (
          <a class="button primary" href="/panel/webhooks/new">
            {w.create}
          </a>
        )}
      </Heading>
      {isFull ? (
        <Notice kind="warning">{w.tooMany(request.format.number(MAX_ENDPOINTS_PER_TENANT))}</Notice>
      ) : null}
      <table class="table endpoints">
        <thead>
          <tr>
            <th scope="col">{w.endpoint}</th>
            <th scope="col">{w.status}</th>
            <th scope="col">{h.health}</th>
            <th scope="col" class="number">
              {h.accepted}
            </th>
            <th scope="col" class="number">
              {h.p95}
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <Row key={endpoint.id} {...{ request, endpoint }} health={health.get(endpoint.id)!} />
          ))}
        </tbody>
      </table>
      <HealthAsOf format={request.format} nowMs={request.deps.nowMs()} />
    </>
  );
}

interface RowProps {
  readonly request: PanelRequest;
  readonly endpoint: EndpointDetails;
  readonly health: EndpointHealth;
}

function Row({ request: { locale, format }, endpoint, health }: RowProps): VNode {
  const h = healthWords[locale];
  return (
    <tr>
      <td>
        <a class="row break" href={`/panel/webhooks/${endpoint.id}`}>
          {endpointName(endpoint)}
        </a>
        <span class="second mono break">{endpoint.url}</span>
      </td>
      <td>
        <EndpointStatus endpoint={endpoint} locale={locale} />
      </td>
      <td class={health.attempts === 0 ? 'sparkline nothing' : 'sparkline wide'}>
        {health.attempts === 0 ? <span class="quiet">–</span> : <HealthChart {...{ health, format }} />}
      </td>
      <td class="number" data-label={h.accepted}>
        {acceptedShare(health, format)}
      </td>
      <td class="number" data-label={h.p95}>
        {durationOf(health.p95Ms, format)}
      </td>
    </tr>
  );
}
