import { findEndpoint } from '../../../webhooks/endpoints/find-endpoints.ts';
import { findRecovery } from '../../../webhooks/recovery/recovery.ts';
import { startRecovery, stopRecovery } from '../../../webhooks/recovery/start-recovery.ts';
import { hasErrors } from '../../kit/index.ts';
import { type Form, readId } from '../../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../../request/route.ts';
import { recoveryPath } from '../list/list-query.ts';
import { ProgressPage } from './progress.tsx';
import { type RangeStep, rangeOf, rangeView } from './range.ts';
import { RangePage } from './range-page.tsx';
import { words } from './words.ts';

const REFRESH_SECONDS = 5;

/** With a range in the query, it's counted. */
export function showRange(request: PanelRequest): Promise<PanelResponse> {
  const { query } = request;
  return rangePage(request, query, query.has('from') || query.has('range') ? 'count' : 'ask');
}

export async function startRange(request: PanelRequest): Promise<PanelResponse> {
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

async function rangePage(request: PanelRequest, form: Form, step: RangeStep): Promise<PanelResponse> {
  const { recoverRange: title, intro } = words[request.locale];
  const view = await rangeView(request, form, step);
  return page(
    { title, status: hasErrors(view.errors) ? 422 : 200, heading: { intro } },
    <RangePage {...view} />,
  );
}

async function foundRecovery({ db, tenant, params }: PanelRequest) {
  const [endpointId, id] = [readId(params.endpoint), readId(params.id)];
  if (endpointId === undefined || id === undefined) return undefined;
  const key = { tenantId: tenant.id, id: endpointId };
  const endpoint = await findEndpoint(db, key);
  const recovery = endpoint && (await findRecovery(db, key, id));
  return recovery && { key, endpoint, recovery };
}

export async function showProgress(request: PanelRequest): Promise<PanelResponse> {
  const found = await foundRecovery(request);
  if (found === undefined) return notFound();
  return page(
    {
      title: words[request.locale].progressTitle,
      ...(found.recovery.status === 'running' && { refreshSeconds: REFRESH_SECONDS }),
    },
    <ProgressPage {...found} />,
  );
}

export async function stopRange(request: PanelRequest): Promise<PanelResponse> {
  const found = await foundRecovery(request);
  if (found === undefined) return notFound();
  const { key, recovery } = found;
  await stopRecovery(request.db, request.actor, key, recovery.id);
  return redirect(recoveryPath(key.id, recovery.id));
}
