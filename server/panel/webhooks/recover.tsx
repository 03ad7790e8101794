import type { VNode } from 'preact';
import { setActive } from '../../webhooks/endpoints/activation.ts';
import type { EndpointDetails } from '../../webhooks/endpoints/find-endpoints.ts';
import {
  countRecoverable,
  findRecovery,
  type Recoverable,
  startRecovery,
  stopRecovery,
} from '../../webhooks/queue/recovery.ts';
import { Confirm } from '../elements/confirm.tsx';
import { Figures } from '../elements/figures.tsx';
import { Time } from '../elements/time.tsx';
import { readId } from '../form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../route.ts';
import { words as shared } from '../words.ts';
import { endpointName } from './endpoint-name.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words } from './words.ts';

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
      confirm={w.activateAndRecover}
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
          { label: w.recoverFailed, value: format.number(counts.failed) },
          { label: w.recoverMissed, value: format.number(counts.missed) },
        ]}
      />
      <p class="quiet">{counts.failed + counts.missed === 0 ? w.recoverNothing : w.recoverWaiting}</p>
    </Confirm>
  );
}

/** Switches the endpoint on first: from then on no event is missed, and everything before is in the range. */
export async function recover(
  { db, deps, actor, locale, format }: PanelRequest,
  { key, path }: NamedEndpoint,
): Promise<PanelResponse> {
  const w = words[locale];
  const before = await db.transaction((tx) => setActive(tx, actor, key, true));
  if (before === undefined) return notFound();
  const from = lackingSince(before);
  if (before.active || from === undefined) return redirect(path, w.alreadyActive);
  const recovery = await startRecovery(db, actor, key, { from, until: endOfRange(deps.nowMs()) });
  if (recovery === undefined) return redirect(path, w.recoveryBusy);
  return redirect(path, recovery.total === 0 ? w.activated : w.recovering(format.number(recovery.total)));
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
