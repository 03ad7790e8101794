import type { VNode } from 'preact';
import type { RecordedEntry } from '../../accounts/audit/list.ts';
import { eventKinds } from '../../base/contract.ts';
import { type EndpointHealth, healthOf } from '../../webhooks/endpoints/health.ts';
import { type Recovery, recentRecoveries } from '../../webhooks/recovery/recovery.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Time } from '../kit/elements/time.tsx';
import { newToken } from '../request/form-token.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { endpointName } from './endpoint-name.ts';
import { EndpointState, switchedOffBy } from './endpoint-state.tsx';
import { EndpointStatus } from './endpoint-status.tsx';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words as formWords } from './form-words.ts';
import { Health } from './health.tsx';
import { isRunning, REFRESH_SECONDS, Recoveries } from './recoveries.tsx';
import { SecretSection } from './secret-section.tsx';
import { TestForm } from './test-form.tsx';
import { words } from './words.ts';

export async function endpointPage(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps } = request;
  const { key, endpoint } = named;
  await deps.writeCounts();
  const recoveries = await recentRecoveries(db, key);
  const health = await healthOf(db, key.tenantId, [key.id], deps.nowMs());
  return page({
    title: endpointName(endpoint),
    section: 'webhooks',
    refreshSeconds: recoveries.some(isRunning) ? REFRESH_SECONDS : undefined,
    body: (
      <EndpointBody
        {...{ request, named, recoveries }}
        health={health.get(key.id)!}
        switchedOff={await switchedOffBy(request, named)}
      />
    ),
  });
}

interface EndpointBodyProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
  readonly recoveries: readonly Recovery[];
  readonly health: EndpointHealth;
  readonly switchedOff: RecordedEntry | undefined;
}

function EndpointBody({ request, named, recoveries, health, switchedOff }: EndpointBodyProps): VNode {
  const { locale, format } = request;
  const { endpoint, key, path } = named;
  const w = words[locale];
  return (
    <>
      <Heading
        title={endpointName(endpoint)}
        intro={
          <>
            <EndpointStatus endpoint={endpoint} locale={locale} />{' '}
            <span class="mono break">{endpoint.url}</span>
          </>
        }
      >
        <a class="button" href={`/panel/deliveries?endpoint=${key.id}`}>
          {w.seeDeliveries}
        </a>
        <a class="button" href={`${path}/edit`}>
          {w.edit}
        </a>
      </Heading>
      <EndpointState {...{ request, named, switchedOff }} />
      <Recoveries {...{ request, path, recoveries }} />
      <Health {...{ health, format }} nowMs={request.deps.nowMs()} />
      <TestForm {...{ request, path, endpoint }} token={newToken(request)} />
      <SecretSection {...{ request, named }} />
      <Facts {...{ request, named }} />
      <Off {...{ request, named }} />
    </>
  );
}

function Facts({ request: { locale, format }, named: { endpoint } }: SectionProps): VNode {
  const w = words[locale];
  const isAll = endpoint.events.length === eventKinds.length;
  return (
    <section>
      <h2>{w.facts}</h2>
      <dl class="facts">
        <dt>{formWords[locale].events}</dt>
        <dd>{isAll ? w.allEvents : <EventCodes events={endpoint.events} />}</dd>
        <dt>{w.createdAt}</dt>
        <dd>
          <Time at={endpoint.createdAt} format={format} as="date" />
        </dd>
      </dl>
    </section>
  );
}

const EventCodes = ({ events }: { events: readonly string[] }): VNode => (
  <>
    {events.map((kind) => (
      <code key={kind} class="event-code">
        {kind}{' '}
      </code>
    ))}
  </>
);

interface SectionProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
}

/** What stops deliveries, at the end of the page. */
function Off({ request: { locale }, named: { endpoint, path } }: SectionProps): VNode {
  const w = words[locale];
  return (
    <section>
      <h2>{endpoint.active ? w.off : w.delete}</h2>
      <div class="actions">
        {endpoint.active ? (
          <form method="post" action={`${path}/deactivate`}>
            <button type="submit" class="button">
              {w.deactivate}
            </button>
          </form>
        ) : null}
        <a class="button danger" href={`${path}/delete`}>
          {w.delete}
        </a>
      </div>
    </section>
  );
}
