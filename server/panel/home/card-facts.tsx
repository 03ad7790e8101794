import { Time } from '../kit/index.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { switchedOffAt } from '../webhooks/endpoint.tsx';
import type { EndpointPart } from './integrations.ts';
import type { KeyPart } from './key-part.ts';
import { words } from './words.ts';

/** When a system last called, and whether it was refused. */
export function callFacts({ lastCallAt, refusedPrefix }: KeyPart, { locale }: PanelRequest) {
  const text = words[locale];
  return {
    [text.lastCall]: <Time at={lastCallAt} none={text.noCall} as="relative" />,
    ...(refusedPrefix !== undefined && {
      [text.refusals]: <a href={linkTo('/panel/requests', { key: refusedPrefix })}>{text.seeRefusals}</a>,
    }),
  };
}

/** When it was last told, and whether it keeps up. What waits for a retry, which is due at times of its own, isn't late. */
export function toldFacts(
  { endpoint, health, pulse, waiting }: EndpointPart & { readonly waiting: number },
  { locale, format }: PanelRequest,
) {
  const text = words[locale];
  const failures = health.attempts - health.accepted;
  return {
    [text.lastDelivery]: <Time at={pulse?.acceptedAt ?? null} none={text.noDelivery} as="relative" />,
    ...(endpoint.active && {
      [text.lag]: pulse?.lateSince ? (
        <>
          {text.late} <Time at={pulse.lateSince} as="relative" />
        </>
      ) : waiting > 0 ? (
        text.retried(waiting)
      ) : (
        text.noLag
      ),
    }),
    ...(endpoint.active &&
      endpoint.failingSince !== null && {
        [text.switchedOff]: <Time at={switchedOffAt(endpoint.failingSince)} />,
      }),
    [text.failures]:
      health.attempts === 0
        ? text.nothingSent
        : text.ofAttempts(format.number(failures), format.number(health.attempts)),
  };
}
