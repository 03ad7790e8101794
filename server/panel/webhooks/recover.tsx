import type { VNode } from 'preact';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import { countRecoverable, type Recoverable } from '../../webhooks/recovery/recoverable.ts';
import { findRecovery } from '../../webhooks/recovery/recovery.ts';
import { activateAndRecover, stopRecovery } from '../../webhooks/recovery/start-recovery.ts';
import { Confirm } from '../kit/elements/confirm.tsx';
import { Figures } from '../kit/elements/figures.tsx';
import { Time } from '../kit/elements/time.tsx';
import type { Format } from '../kit/language/format.ts';
import { words as shared } from '../kit/words.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { switchTo } from './activation.ts';
import { endpointName } from './endpoint-name.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words } from './recovery-words.ts';
import { words as endpointWords } from './words.ts';

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
export async function recoverPage(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps, locale } = request;
  const from = lackingSince(named.endpoint);
  if (named.endpoint.active || from === undefined) return redirect(named.path);
  const counts = await countRecoverable(db, named.key, { from, until: endOfRange(deps.nowMs()) });
  return page({
    title: words[locale].recoverTitle,
    section: 'webhooks',
    body: <RecoverBody {...{ request, named, from, counts }} />,
  });
}

interface RecoverBodyProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
  readonly from: string;
  readonly counts: Recoverable;
}

function RecoverBody({ request: { locale, format }, named, from, counts }: RecoverBodyProps): VNode {
  const w = words[locale];
  return (
    <Confirm
      title={w.recoverTitle}
      action={`${named.path}/recover`}
      confirm={endpointWords[locale].activateAndRecover}
      cancel={{ href: named.path, label: shared[locale].cancel }}
      harmless
    >
      <p class="break">
        <strong>{endpointName(named.endpoint)}</strong>
        <span class="second mono">{named.endpoint.url}</span>
      </p>
      <p>
        {w.recoverText} <Time at={from} format={format} />.
      </p>
      <Figures
        figures={[
          { label: w.recoverFailed, value: countText(counts.failed, counts, format) },
          { label: w.recoverMissed, value: countText(counts.missed, counts, format) },
        ]}
      />
      <p class="quiet">{noteOf(counts, format)}</p>
    </Confirm>
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
export async function recover(request: PanelRequest, named: NamedEndpoint): Promise<PanelResponse> {
  const { db, deps, actor, locale, format } = request;
  const { endpoint, key, path } = named;
  const w = words[locale];
  const from = lackingSince(endpoint);
  if (endpoint.active) return redirect(path, endpointWords[locale].alreadyActive);
  if (from === undefined) return switchTo(true)(request, named);
  const recovery = await activateAndRecover(db, actor, key, { from, until: endOfRange(deps.nowMs()) });
  if (recovery === undefined) return notFound();
  if (recovery === 'active') return redirect(path, endpointWords[locale].alreadyActive);
  if (recovery === 'recovering') return redirect(path, w.recoveryBusy);
  if (recovery.total === null) return redirect(path, w.recoveringAll);
  return redirect(
    path,
    recovery.total === 0 ? endpointWords[locale].activated : w.recovering(format.number(recovery.total)),
  );
}

export async function stop(
  { db, actor, params, locale }: PanelRequest,
  { key, path }: NamedEndpoint,
): Promise<PanelResponse> {
  const id = readId(params.recovery);
  if (id === undefined || !(await findRecovery(db, key, id))) return notFound();
  await stopRecovery(db, actor, key, id);
  return redirect(path, words[locale].recoveryStoppedNotice);
}
