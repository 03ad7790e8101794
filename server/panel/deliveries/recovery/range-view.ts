import { listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import { countRecoverable } from '../../../webhooks/recovery/recoverable.ts';
import { recentRecoveries } from '../../../webhooks/recovery/recovery.ts';
import { type FormErrors, hasErrors } from '../../kit/index.ts';
import { type Form, readId } from '../../request/form.ts';
import type { PanelRequest } from '../../request/route.ts';
import { lastOffSince, presetsFor, rangeOf, readFields } from './range.ts';
import { words } from './words.ts';

/** How far somebody has come with the form. */
export type RangeStep = 'ask' | 'count' | 'invalid' | 'refused';
export type RangeView = Awaited<ReturnType<typeof rangeView>>;

/** The form, and what the range has that it was sent with. */
export async function rangeView(
  { db, deps, tenant, locale, format }: PanelRequest,
  form: Form,
  step: RangeStep,
) {
  const w = words[locale];
  const endpoints = await listEndpoints(db, tenant.id);
  const endpoint = endpoints.find(({ id }) => id === readId(form.text('endpoint'))) ?? endpoints[0];
  const offSince = endpoint && (await lastOffSince(db, tenant.id, endpoint));
  const fields = readFields(form, { timeZone: tenant.timeZone, nowMs: deps.nowMs(), offSince });
  const range = rangeOf(fields, tenant.timeZone);
  const isUnknown = form.text('range') === 'off' && fields.preset === undefined;
  const errors: FormErrors = {
    ...((step === 'invalid' || range === undefined) && { range: w.rangeError }),
    ...(isUnknown && { range: w.offUnknown }),
    ...(step === 'refused' && { refused: w.refused }),
  };
  const key = endpoint && { tenantId: tenant.id, id: endpoint.id };
  const isCounted = step === 'count' && !hasErrors(errors);
  const counted =
    isCounted && endpoint && key && range
      ? { endpoint, range, count: await countRecoverable(db, key, range) }
      : undefined;
  const recent = key === undefined ? [] : await recentRecoveries(db, key);
  return { format, endpoints, endpoint, fields, presets: presetsFor(offSince), errors, counted, recent };
}
