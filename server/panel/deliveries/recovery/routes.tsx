import { findEndpoint, listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import {
  countRecoverable,
  findRecovery,
  recentRecoveries,
  startRecovery,
  stopRecovery,
  type TimeRange,
} from '../../../webhooks/queue/recovery.ts';
import { type Form, readId } from '../../form.ts';
import {
  notFound,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  page,
  redirect,
} from '../../route.ts';
import { fromLocalTime, toLocalTime } from '../local-time.ts';
import { ProgressPage, type RecoverForm, RecoverPage, recoveryPath } from './pages.tsx';
import { words } from './words.ts';

const DAY_MS = 24 * 3_600_000;
const REFRESH_SECONDS = 5;

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/deliveries/recover', access: 'webhooks', handle: showRange },
  { method: 'post', path: '/deliveries/recover', access: 'webhooks', handle: start },
  { method: 'get', path: '/deliveries/recoveries/:endpoint/:id', access: 'webhooks', handle: showProgress },
  { method: 'post', path: '/deliveries/recoveries/:endpoint/:id/stop', access: 'webhooks', handle: stop },
];

/** With a range in the query, it's counted. */
function showRange(request: PanelRequest): Promise<PanelResponse> {
  return rangePage(request, request.query, request.query.has('from') ? 'count' : 'ask');
}

async function start(request: PanelRequest): Promise<PanelResponse> {
  const { db, actor, tenant, form } = request;
  const id = readId(form.text('endpoint'));
  const range = readRange(form, tenant.timeZone);
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
  fields: Form,
  step: 'ask' | 'count' | 'invalid' | 'refused',
): Promise<PanelResponse> {
  const text = words[locale];
  const endpoints = await listEndpoints(db, tenant.id);
  const endpoint = endpoints.find(({ id }) => id === readId(fields.text('endpoint'))) ?? endpoints[0];
  const nowMs = deps.nowMs();
  const local = (ms: number): string => toLocalTime(new Date(ms).toISOString(), tenant.timeZone);
  const form: RecoverForm = {
    endpoint: endpoint === undefined ? '' : String(endpoint.id),
    from: fields.text('from') || local(nowMs - DAY_MS),
    until: fields.text('until') || local(nowMs + 60_000),
  };
  const range = readRange(fields, tenant.timeZone);
  const key = endpoint && { tenantId: tenant.id, id: endpoint.id };
  const isCounted = step === 'count' && key !== undefined && range !== undefined;
  const errors = {
    ...(step !== 'ask' && range === undefined && { range: text.rangeError }),
    ...(step === 'refused' && { refused: text.refused }),
  };
  return page({
    title: text.title,
    section: 'deliveries',
    status: Object.keys(errors).length > 0 ? 422 : 200,
    body: (
      <RecoverPage
        {...{ format, endpoints, form, errors }}
        words={text}
        count={isCounted ? await countRecoverable(db, key, range) : undefined}
        recent={key === undefined ? [] : await recentRecoveries(db, key)}
      />
    ),
  });
}

function readRange(form: Form, timeZone: string): TimeRange | undefined {
  const from = fromLocalTime(form.text('from'), timeZone);
  const until = fromLocalTime(form.text('until'), timeZone);
  return from !== undefined && until !== undefined && from < until ? { from, until } : undefined;
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
    body: <ProgressPage {...found} words={words[locale]} format={format} />,
  });
}

async function stop(request: PanelRequest): Promise<PanelResponse> {
  const found = await foundRecovery(request);
  if (found === undefined) return notFound();
  const { key, recovery } = found;
  await stopRecovery(request.db, request.actor, key, recovery.id);
  return redirect(recoveryPath(key.id, recovery.id));
}
