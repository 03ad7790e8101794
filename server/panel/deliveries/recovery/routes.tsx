import { findEndpoint, listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import { countRecoverable } from '../../../webhooks/recovery/recoverable.ts';
import { findRecovery, recentRecoveries } from '../../../webhooks/recovery/recovery.ts';
import { startRecovery, stopRecovery } from '../../../webhooks/recovery/start-recovery.ts';
import { type Form, readId } from '../../request/form.ts';
import {
  notFound,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  page,
  redirect,
} from '../../request/route.ts';
import { ProgressPage } from './progress.tsx';
import { lastOffSince, presetsFor, rangeOf, readFields } from './range.ts';
import { RangePage } from './range-page.tsx';
import { recoveryPath } from './recovery-path.ts';
import { words } from './words.ts';

const REFRESH_SECONDS = 5;

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/deliveries/recover', access: 'webhooks', handle: showRange },
  { method: 'post', path: '/deliveries/recover', access: 'webhooks', handle: start },
  { method: 'get', path: '/deliveries/recoveries/:endpoint/:id', access: 'webhooks', handle: showProgress },
  { method: 'post', path: '/deliveries/recoveries/:endpoint/:id/stop', access: 'webhooks', handle: stop },
];

/** With a range in the query, it's counted. */
function showRange(request: PanelRequest): Promise<PanelResponse> {
  const { query } = request;
  return rangePage(request, query, query.has('from') || query.has('range') ? 'count' : 'ask');
}

async function start(request: PanelRequest): Promise<PanelResponse> {
  const { db, actor, tenant, form } = request;
  const id = readId(form.text('endpoint'));
  const range = rangeOf({ from: form.text('from'), until: form.text('until') }, tenant.timeZone);
  if (id === undefined || range === undefined) return rangePage(request, form, 'invalid');
  const key = { tenantId: tenant.id, id };
  if ((await findEndpoint(db, key)) === undefined) return notFound();
  const recovery = await startRecovery(db, actor, key, range);
  return recovery === undefined
    ? rangePage(request, form, 'refused')
    : redirect(recoveryPath(id, recovery.id));
}

async function rangePage(
  { db, deps, tenant, locale, format }: PanelRequest,
  form: Form,
  step: 'ask' | 'count' | 'invalid' | 'refused',
): Promise<PanelResponse> {
  const w = words[locale];
  const endpoints = await listEndpoints(db, tenant.id);
  const endpoint = endpoints.find(({ id }) => id === readId(form.text('endpoint'))) ?? endpoints[0];
  const offSince = endpoint && (await lastOffSince(db, tenant.id, endpoint));
  const fields = readFields(form, { timeZone: tenant.timeZone, nowMs: deps.nowMs(), offSince });
  const range = rangeOf(fields, tenant.timeZone);
  const isUnknown = form.text('range') === 'off' && fields.preset === undefined;
  const errors = {
    ...((step === 'invalid' || range === undefined) && { range: w.rangeError }),
    ...(isUnknown && { range: w.offUnknown }),
    ...(step === 'refused' && { refused: w.refused }),
  };
  const hasErrors = Object.keys(errors).length > 0;
  const key = endpoint && { tenantId: tenant.id, id: endpoint.id };
  const isCounted = step === 'count' && !hasErrors;
  const count = isCounted && key && range ? await countRecoverable(db, key, range) : undefined;
  const recent = key === undefined ? [] : await recentRecoveries(db, key);
  const presets = presetsFor(offSince);
  return page({
    title: w.title,
    section: 'deliveries',
    status: hasErrors ? 422 : 200,
    body: <RangePage {...{ format, endpoints, endpoint, fields, range, presets, errors, count, recent }} />,
  });
}

async function foundRecovery({ db, tenant, params }: PanelRequest) {
  const [endpointId, id] = [readId(params.endpoint), readId(params.id)];
  if (endpointId === undefined || id === undefined) return undefined;
  const key = { tenantId: tenant.id, id: endpointId };
  const endpoint = await findEndpoint(db, key);
  const recovery = endpoint && (await findRecovery(db, key, id));
  return recovery && { key, endpoint, recovery };
}

async function showProgress(request: PanelRequest): Promise<PanelResponse> {
  const found = await foundRecovery(request);
  if (found === undefined) return notFound();
  const { locale, format } = request;
  return page({
    title: words[locale].progressTitle,
    section: 'deliveries',
    ...(found.recovery.status === 'running' && { refreshSeconds: REFRESH_SECONDS }),
    body: <ProgressPage {...found} format={format} />,
  });
}

async function stop(request: PanelRequest): Promise<PanelResponse> {
  const found = await foundRecovery(request);
  if (found === undefined) return notFound();
  const { key, recovery } = found;
  await stopRecovery(request.db, request.actor, key, recovery.id);
  return redirect(recoveryPath(key.id, recovery.id));
}
