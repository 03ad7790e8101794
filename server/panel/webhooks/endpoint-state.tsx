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
  if (endpoint.failingSince === null) return null;
  return <Failing {...{ request, named }} since={endpoint.failingSince} />;
}

const failedPath = ({ key }: NamedEndpoint): string => `/panel/deliveries?status=FAILED&endpoint=${key.id}`;

function SwitchedOff({ request: { locale, format }, named }: EndpointStateProps): VNode {
  const w = words[locale];
  const { endpoint, path } = named;
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
        {endpoint.inactiveReason === 'failing' ? (
          <a class="button" href={failedPath(named)}>
            {w.seeFailed}
          </a>
        ) : null}
      </div>
    </Notice>
  );
}

const DAY_MS = 86_400_000;

interface FailingProps extends EndpointStateProps {
  readonly since: string;
}

function Failing({ request: { locale, format }, named, since }: FailingProps): VNode {
  const w = words[locale];
  const offFrom = new Date(Date.parse(since) + MAX_FAILING_DAYS * DAY_MS).toISOString();
  return (
    <Notice kind="warning">
      <p>
        <strong>
          {w.failingSince} <Time at={since} format={format} />.
        </strong>{' '}
        {w.failingText} <Time at={offFrom} format={format} />.
      </p>
      <a class="button" href={failedPath(named)}>
        {w.seeFailed}
      </a>
    </Notice>
  );
}
