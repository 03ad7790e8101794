import type { VNode } from 'preact';
import { lastEntry } from '../../accounts/audit/list.ts';
import { LinkButton, Notice, PostButton, Time, useLocale } from '../kit/index.ts';
import { operatorName } from '../request/operator.ts';
import { type EndpointRequest, type SectionProps, switchedOffAt } from './endpoint.tsx';
import { words } from './words.ts';

/** What is wrong with an endpoint, since when, and what to do. Nothing while it works. */
export async function endpointState(request: EndpointRequest): Promise<VNode | null> {
  const { endpoint, home } = request;
  const { active, heldSince, secretUnreadableSince, failingSince } = endpoint;
  if (!active) return <SwitchedOff {...{ endpoint, home }} who={await whoSwitchedOff(request)} />;
  if (heldSince !== null) {
    const text = words[request.locale];
    return (
      <Notice kind="warning">
        <p>
          <strong>
            {text.heldText} <Time at={heldSince} />.
          </strong>{' '}
          {text.heldHelp(operatorName(request))}
        </p>
      </Notice>
    );
  }
  if (secretUnreadableSince !== null)
    return <Notice kind="error">{words[request.locale].unreadableText(operatorName(request))}</Notice>;
  return failingSince === null ? null : <Failing id={endpoint.id} since={failingSince} />;
}

/** All of them: what fails may be tried again, or wait for the endpoint. */
const deliveriesPath = (id: number): string => `/panel/deliveries?endpoint=${id}`;

/** Ana desligou este endpoint. The audit may no longer know who it was. */
async function whoSwitchedOff({ db, tenant, locale, endpoint }: EndpointRequest): Promise<string> {
  const { id, inactiveReason } = endpoint;
  const w = words[locale];
  if (inactiveReason === 'failing') return w.offByFailing;
  if (inactiveReason === 'gone') return w.offByGone;
  const target = { type: 'endpoint', id: String(id) } as const;
  const entry =
    inactiveReason === 'staff' ? await lastEntry(db, tenant.id, target, 'endpoint.deactivated') : undefined;
  if (entry?.actorType === 'user' && entry.actorName) return w.offByUser(entry.actorName);
  return entry?.actorType === 'operator' ? w.offByOperator : w.offByStaff;
}

function SwitchedOff({ endpoint, home, who }: SectionProps & { readonly who: string }) {
  const w = words[useLocale()];
  const { inactiveReason } = endpoint;
  return (
    <Notice kind="warning">
      <p>
        <strong>{who}</strong>{' '}
        {endpoint.inactiveSince === null ? null : (
          <>
            {w.offSince} <Time at={endpoint.inactiveSince} />.
          </>
        )}
      </p>
      <div class="actions">
        {inactiveReason === 'gone' ? (
          <LinkButton href={`${home}/edit`} look="primary">
            {w.changeUrl}
          </LinkButton>
        ) : null}
        <LinkButton href={`${home}/recover`} {...(inactiveReason !== 'gone' && { look: 'primary' })}>
          {w.activateAndRecover}
        </LinkButton>
        <PostButton action={`${home}/activate`}>{w.activate}</PostButton>
        {inactiveReason === 'failing' ? (
          <LinkButton href={deliveriesPath(endpoint.id)}>{w.seeDeliveries}</LinkButton>
        ) : null}
      </div>
    </Notice>
  );
}

function Failing({ id, since }: { readonly id: number; readonly since: string }) {
  const w = words[useLocale()];
  return (
    <Notice kind="warning">
      <p>
        <strong>
          {w.failingSince} <Time at={since} />.
        </strong>{' '}
        {w.failingText} <Time at={switchedOffAt(since)} />.
      </p>
      <LinkButton href={deliveriesPath(id)}>{w.seeDeliveries}</LinkButton>
    </Notice>
  );
}
