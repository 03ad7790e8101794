import type { VNode } from 'preact';
import { eventKinds } from '../../base/contract.ts';
import { healthOf } from '../../webhooks/endpoints/health.ts';
import { recentRecoveries } from '../../webhooks/recovery/recovery.ts';
import { Details, LinkButton, PostButton, Time } from '../kit/index.ts';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { EndpointStatus, endpointName, type NamedEndpoint, type SectionProps } from './endpoint.tsx';
import { EndpointState, switchedOffBy } from './endpoint-state.tsx';
import { Health } from './health.tsx';
import { isRunning, REFRESH_SECONDS, Recoveries } from './recoveries.tsx';
import { SecretSection } from './secret.tsx';
import { TestForm } from './test-form.tsx';
import { words } from './words.ts';

export async function endpointPage(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps } = request;
  const { key, endpoint } = named;
  await deps.writeCounts();
  const recoveries = await recentRecoveries(db, key);
  const health = await healthOf(db, key.tenantId, [key.id], deps.nowMs());
  const text = words[request.locale];
  return page({
    title: endpointName(endpoint),
    section: 'webhooks',
    refreshSeconds: recoveries.some(isRunning) ? REFRESH_SECONDS : undefined,
    heading: {
      intro: (
        <>
          <EndpointStatus endpoint={endpoint} locale={request.locale} />{' '}
          <span class="mono break">{endpoint.url}</span>
        </>
      ),
      actions: (
        <>
          <LinkButton href={`/panel/deliveries?endpoint=${key.id}`}>{text.seeDeliveries}</LinkButton>
          <LinkButton href={`${named.path}/edit`}>{text.edit}</LinkButton>
        </>
      ),
    },
    body: (
      <>
        <EndpointState {...{ request, named }} switchedOff={await switchedOffBy(request, named)} />
        <Recoveries {...{ request, recoveries }} path={named.path} />
        <Health health={health.get(key.id)!} format={request.format} nowMs={deps.nowMs()} />
        <TestForm {...{ request, endpoint }} path={named.path} token={newToken(request)} />
        <SecretSection {...{ request, named }} />
        <Facts {...{ request, named }} />
        <Off {...{ request, named }} />
      </>
    ),
  });
}

function Facts({ request: { locale, format }, named: { endpoint } }: SectionProps): VNode {
  const text = words[locale];
  const codes = endpoint.events.map((kind) => (
    <code key={kind} class="event-code">
      {kind}{' '}
    </code>
  ));
  return (
    <section>
      <h2>{text.facts}</h2>
      <Details
        of={{
          [text.events]: codes.length === eventKinds.length ? text.allEvents : codes,
          [text.createdAt]: <Time at={endpoint.createdAt} format={format} as="date" />,
        }}
      />
    </section>
  );
}

/** What stops deliveries, at the end of the page. */
function Off({ request: { locale }, named: { endpoint, path } }: SectionProps): VNode {
  const text = words[locale];
  return (
    <section>
      <h2>{endpoint.active ? text.off : text.delete}</h2>
      <div class="actions">
        {endpoint.active ? <PostButton action={`${path}/deactivate`}>{text.deactivate}</PostButton> : null}
        <LinkButton href={`${path}/delete`} look="danger">
          {text.delete}
        </LinkButton>
      </div>
    </section>
  );
}
