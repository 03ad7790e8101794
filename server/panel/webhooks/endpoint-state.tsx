import type { VNode } from 'preact';
import { lastEntry, type RecordedEntry } from '../../accounts/audit/list.ts';
import { MAX_FAILING_DAYS } from '../../webhooks/endpoints/activation.ts';
import { LinkButton, type Locale, Notice, PostButton, Time } from '../kit/index.ts';
import type { PanelRequest } from '../request/route.ts';
import type { NamedEndpoint, SectionProps } from './endpoint.tsx';
import { words } from './words.ts';

interface EndpointStateProps extends SectionProps {
  /** The entry of whoever switched the endpoint off, if the audit still has it. */
  readonly switchedOff: RecordedEntry | undefined;
}

/** The audit's entry about an endpoint that somebody has switched off. */
export async function switchedOffBy(
  { db, tenant }: PanelRequest,
  { endpoint }: NamedEndpoint,
): Promise<RecordedEntry | undefined> {
  if (endpoint.active || endpoint.inactiveReason !== 'staff') return undefined;
  return lastEntry(db, tenant.id, { type: 'endpoint', id: String(endpoint.id) }, 'endpoint.deactivated');
}

/** What is wrong with an endpoint, since when, and what to do. Nothing while it works. */
export function EndpointState({ request, named, switchedOff }: EndpointStateProps): VNode | null {
  const { endpoint } = named;
  if (!endpoint.active) return <SwitchedOff {...{ request, named, switchedOff }} />;
  if (endpoint.secretUnreadableSince !== null)
    return <Notice kind="error">{words[request.locale].unreadableText}</Notice>;
  if (endpoint.failingSince === null) return null;
  return <Failing {...{ request, named }} since={endpoint.failingSince} />;
}

const failedPath = ({ key }: NamedEndpoint): string => `/panel/deliveries?status=FAILED&endpoint=${key.id}`;

/** Ana desligou este endpoint. */
function whoSwitchedOff(
  { endpoint }: NamedEndpoint,
  entry: RecordedEntry | undefined,
  locale: Locale,
): string {
  const w = words[locale];
  if (endpoint.inactiveReason === 'failing') return w.offByFailing;
  if (entry?.actorType === 'user' && entry.actorName) return w.offByUser(entry.actorName);
  return entry?.actorType === 'operator' ? w.offByOperator : w.offByStaff;
}

function SwitchedOff({ request: { locale, format }, named, switchedOff }: EndpointStateProps): VNode {
  const w = words[locale];
  const { endpoint, path } = named;
  return (
    <Notice kind="warning">
      <p>
        <strong>{whoSwitchedOff(named, switchedOff, locale)}</strong>{' '}
        {endpoint.inactiveSince === null ? null : (
          <>
            {w.offSince} <Time at={endpoint.inactiveSince} format={format} />.
          </>
        )}
      </p>
      <div class="actions">
        <LinkButton href={`${path}/recover`} look="primary">
          {w.activateAndRecover}
        </LinkButton>
        <PostButton action={`${path}/activate`}>{w.activate}</PostButton>
        {endpoint.inactiveReason === 'failing' ? (
          <LinkButton href={failedPath(named)}>{w.seeFailed}</LinkButton>
        ) : null}
      </div>
    </Notice>
  );
}

const DAY_MS = 86_400_000;

function Failing({ request: { locale, format }, named, since }: SectionProps & { since: string }): VNode {
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
      <LinkButton href={failedPath(named)}>{w.seeFailed}</LinkButton>
    </Notice>
  );
}
