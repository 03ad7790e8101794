import { setActive } from '../../webhooks/endpoints/activation.ts';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import { countRecoverable, type Recoverable } from '../../webhooks/recovery/recoverable.ts';
import { findRecovery } from '../../webhooks/recovery/recovery.ts';
import { activateAndRecover, stopRecovery } from '../../webhooks/recovery/start-recovery.ts';
import { Figures, type Format, Time } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { confirmPage } from '../request/message-page.tsx';
import { notFound, type PanelResponse, redirect } from '../request/route.ts';
import { type EndpointRequest, EndpointTitle } from './endpoint.tsx';
import { words } from './words.ts';

export const switchTo =
  (active: boolean) =>
  async ({ db, actor, locale, key, home }: EndpointRequest): Promise<PanelResponse> => {
    const before = await db.transaction((tx) => setActive(tx, actor, key, active));
    if (before === undefined) return notFound();
    return redirect(home, active ? words[locale].activated : words[locale].deactivated);
  };

/**
 * A change that began before the endpoint was switched on may write its event a little later, without a delivery. The recovery
 * waits for such changes, so the end of its range only has to lie behind their times; what has a delivery isn't sent twice.
 */
const RANGE_MARGIN_MS = 60_000;

/** When the endpoint began to lack events: with its first failure, or when it was switched off. */
const lackingSince = ({ failingSince, inactiveSince }: EndpointDetails): string | undefined =>
  [failingSince, inactiveSince].filter((time) => time !== null).toSorted()[0];

const endOfRange = (nowMs: number): string => new Date(nowMs + RANGE_MARGIN_MS).toISOString();

/** Shows what would be sent, before anything is. */
export async function recoverPage(request: EndpointRequest): Promise<PanelResponse> {
  const { db, deps, locale, format, endpoint, key, home } = request;
  const from = lackingSince(endpoint);
  if (endpoint.active || from === undefined) return redirect(home);
  const counts = await countRecoverable(db, key, { from, until: endOfRange(deps.nowMs()) });
  const text = words[locale];
  const isNothing = counts.exact && counts.failed + counts.missed === 0;
  return confirmPage(
    {
      title: text.switchOnAndRecover,
      action: `${home}/${isNothing ? 'activate' : 'recover'}`,
      confirm: isNothing ? text.activate : text.activateAndRecover,
      cancel: home,
      harmless: true,
    },
    <EndpointTitle endpoint={endpoint} />,
    <p>
      {text.recoverText} <Time at={from} />.
    </p>,
    <Figures
      of={{
        [text.recoverFailed]: countText(counts.failed, counts, format),
        [text.recoverMissed]: countText(counts.missed, counts, format),
      }}
    />,
    <p class="quiet">{noteOf(counts, format)}</p>,
  );
}

/** 3, or at least 3. */
const countText = (count: number, { exact }: Recoverable, format: Format): string =>
  exact ? format.number(count) : words[format.locale].atLeast(format.number(count));

function noteOf({ failed, missed, events, exact }: Recoverable, format: Format): string {
  const w = words[format.locale];
  if (!exact) return w.recoverUncounted(format.number(events));
  return failed + missed === 0 ? w.recoverNothing : w.recoverWaiting;
}

/** Both or neither: an endpoint that is on without its recovery would look as if it had missed nothing. */
export async function recover(request: EndpointRequest): Promise<PanelResponse> {
  const { db, deps, actor, locale, format, endpoint, key, home } = request;
  const w = words[locale];
  const from = lackingSince(endpoint);
  if (endpoint.active) return redirect(home, w.alreadyActive);
  if (from === undefined) return switchTo(true)(request);
  const recovery = await activateAndRecover(db, actor, key, { from, until: endOfRange(deps.nowMs()) });
  if (recovery === undefined) return notFound();
  if (recovery === 'active') return redirect(home, w.alreadyActive);
  if (recovery === 'recovering') return redirect(home, w.recoveryBusy);
  if (recovery.total === null) return redirect(home, w.recoveringAll);
  return redirect(home, recovery.total === 0 ? w.activated : w.recovering(format.number(recovery.total)));
}

export async function stop({
  db,
  actor,
  params,
  locale,
  key,
  home,
}: EndpointRequest): Promise<PanelResponse> {
  const id = readId(params.recovery);
  if (id === undefined || !(await findRecovery(db, key, id))) return notFound();
  await stopRecovery(db, actor, key, id);
  return redirect(home, words[locale].recoveryStoppedNotice);
}
