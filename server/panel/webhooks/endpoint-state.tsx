import type { VNode } from 'preact';
import { MAX_FAILING_DAYS } from '../../webhooks/endpoints/activation.ts';
import { Notice } from '../elements/notice.tsx';
import { Time } from '../elements/time.tsx';
import type { PanelRequest } from '../route.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words } from './words.ts';

interface EndpointStateProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
}

/** What is wrong with an endpoint, since when, and what to do. Nothing while it works. */
export function EndpointState({ request, named }: EndpointStateProps): VNode | null {
  const { endpoint } = named;
  if (!endpoint.active) return <SwitchedOff {...{ request, named }} />;
  if (endpoint.secretUnreadableSince !== null)
    return <Notice kind="error">{words[request.locale].unreadableText}</Notice>;
  if (endpoint.failingSince !== null) return <Failing request={request} since={endpoint.failingSince} />;
  return null;
}

function SwitchedOff({ request: { locale, format }, named: { endpoint, path } }: EndpointStateProps): VNode {
  const w = words[locale];
  return (
    <Notice kind="warning">
      <p>
        <strong>{endpoint.inactiveReason === 'failing' ? w.offByFailing : w.offByStaff}</strong>{' '}
        {endpoint.inactiveSince === null ? null : (
          <>
            {w.offSince} <Time at={endpoint.inactiveSince} format={format} />.
          </>
        )}
      </p>
      <div class="actions">
        <a class="button primary" href={`${path}/recover`}>
          {w.activateAndRecover}
        </a>
        <form method="post" action={`${path}/activate`}>
          <button type="submit" class="button">
            {w.activate}
          </button>
        </form>
      </div>
    </Notice>
  );
}

const DAY_MS = 86_400_000;

function Failing({ request: { locale, format }, since }: { request: PanelRequest; since: string }): VNode {
  const w = words[locale];
  const offFrom = new Date(Date.parse(since) + MAX_FAILING_DAYS * DAY_MS).toISOString();
  return (
    <Notice kind="warning">
      <strong>
        {w.failingSince} <Time at={since} format={format} />.
      </strong>{' '}
      {w.failingText} <Time at={offFrom} format={format} />.
    </Notice>
  );
}
