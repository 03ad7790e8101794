import type { VNode } from 'preact';
import { eventKinds } from '../../base/contract.ts';
import { findSameUrl } from '../../webhooks/endpoints/find-endpoints.ts';
import { healthOf } from '../../webhooks/endpoints/health.ts';
import { recentRecoveries } from '../../webhooks/recovery/recovery.ts';
import { Details, eventName, LinkButton, Notice, PostButton, Time, useLocale } from '../kit/index.ts';
import { type PanelResponse, page } from '../request/route.ts';
import { type EndpointRequest, EndpointStatus, endpointName, type SectionProps } from './endpoint.tsx';
import { maskedHeaders } from './endpoint-form.tsx';
import { endpointState } from './endpoint-state.tsx';
import { Health } from './health.tsx';
import { isRunning, REFRESH_SECONDS, Recoveries } from './recoveries.tsx';
import { SecretSection } from './secret.tsx';
import { TestForm } from './test.tsx';
import { words } from './words.ts';

export async function endpointPage(request: EndpointRequest): Promise<PanelResponse> {
  const { db, deps, key, endpoint, home } = request;
  await deps.writeCounts();
  const recoveries = await recentRecoveries(db, key);
  const health = await healthOf(db, key.tenantId, [key.id], deps.nowMs());
  const text = words[request.locale];
  return page(
    {
      title: endpointName(endpoint),
      refreshSeconds: recoveries.some(isRunning) ? REFRESH_SECONDS : undefined,
      heading: {
        intro: (
          <>
            <EndpointStatus endpoint={endpoint} health={health.get(key.id)!} />{' '}
            <span class="mono break">{endpoint.url}</span>
          </>
        ),
        actions: (
          <>
            <LinkButton href={`/panel/deliveries?endpoint=${key.id}`}>{text.seeDeliveries}</LinkButton>
            <LinkButton href={`${home}/edit`}>{text.edit}</LinkButton>
          </>
        ),
      },
    },
    await endpointState(request),
    await sameUrl(request),
    <Recoveries recoveries={recoveries} path={home} />,
    <Health health={health.get(key.id)!} />,
    <TestForm {...{ endpoint, home }} />,
    <SecretSection {...{ endpoint, home }} />,
    <Facts endpoint={endpoint} />,
    <Off {...{ endpoint, home }} />,
  );
}

/** Staff who register an address once more, for another event, get what both subscribe to twice. */
async function sameUrl({ db, key, endpoint, locale }: EndpointRequest): Promise<VNode | null> {
  const others = await findSameUrl(db, key, endpoint.url);
  if (others.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{words[locale].sameUrl}</p>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <a href={`/panel/webhooks/${other.id}`}>{endpointName(other)}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Facts({ endpoint }: Pick<SectionProps, 'endpoint'>) {
  const text = words[useLocale()];
  const locale = useLocale();
  const names = endpoint.events.map((kind) => (
    <div key={kind}>
      {eventName(kind, locale)} <code class="quiet">{kind}</code>
    </div>
  ));
  return (
    <section>
      <h2>{text.facts}</h2>
      <Details
        of={{
          [text.events]: names.length === eventKinds.length ? text.allEvents : names,
          [text.headers]:
            endpoint.headerNames.length === 0 ? undefined : <pre>{maskedHeaders(endpoint.headerNames)}</pre>,
          [text.createdAt]: <Time at={endpoint.createdAt} as="date" />,
        }}
      />
    </section>
  );
}

/** What stops deliveries, at the end of the page. */
function Off({ endpoint, home }: SectionProps) {
  const text = words[useLocale()];
  return (
    <section>
      <h2>{endpoint.active ? text.off : text.delete}</h2>
      <div class="actions">
        {endpoint.active ? <PostButton action={`${home}/deactivate`}>{text.deactivate}</PostButton> : null}
        <LinkButton href={`${home}/delete`} look="danger">
          {text.delete}
        </LinkButton>
      </div>
    </section>
  );
}
