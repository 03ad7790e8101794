import { lastEntry } from '../../../accounts/audit/list.ts';
import type { Querier } from '../../../db/querier.ts';
import { type EndpointDetails, listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import { countRecoverable, type TimeRange } from '../../../webhooks/recovery/recoverable.ts';
import { recentRecoveries } from '../../../webhooks/recovery/recovery.ts';
import { type FormErrors, hasErrors } from '../../kit/index.ts';
import { fromLocalTime, toLocalSecond, toLocalTime } from '../../kit/language/time-zone.ts';
import { type Form, readId } from '../../request/form.ts';
import type { PanelRequest } from '../../request/route.ts';
import { words } from './words.ts';

/** How far somebody has come with the form. */
export type RangeStep = 'ask' | 'count' | 'invalid' | 'refused';
export type RangeView = Awaited<ReturnType<typeof rangeView>>;

/** The form, and what the range has that it was sent with. */
export async function rangeView({ db, deps, tenant, locale }: PanelRequest, form: Form, step: RangeStep) {
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
  return { endpoints, endpoint, fields, presets: presetsFor(offSince), errors, counted, recent };
}

const HOUR_MS = 3_600_000;
const LENGTHS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
/** The fields have seconds; what happened in the one that has begun counts. */
const SECOND_MS = 1_000;

/** A range that takes one click. */
type Preset = 'hour' | 'day' | 'off' | 'week';

/** The fields of the form, as they are shown: 2026-11-21T14:02:07. */
interface RangeFields {
  readonly preset: Preset | undefined;
  readonly from: string;
  readonly until: string;
}

const presetsFor = (offSince: string | undefined): readonly Preset[] =>
  offSince === undefined ? ['hour', 'day', 'week'] : ['hour', 'day', 'off', 'week'];

interface RangeContext {
  readonly timeZone: string;
  readonly nowMs: number;
  /** When the endpoint was last switched off, if that's known. */
  readonly offSince: string | undefined;
}

/** The last 24 hours if nothing is given. A preset replaces the times beside it. */
function readFields(form: Form, { timeZone, nowMs, offSince }: RangeContext): RangeFields {
  const local = (at: number | string): string => toLocalTime(new Date(at).toISOString(), timeZone);
  const now = toLocalSecond(new Date(nowMs + SECOND_MS - 1).toISOString(), timeZone);
  const preset = presetsFor(offSince).find((each) => each === form.text('range'));
  const isGiven = preset === undefined && form.has('from');
  if (isGiven) return { preset, from: form.text('from'), until: form.text('until') || now };
  const from = preset === 'off' ? offSince! : nowMs - LENGTHS_MS[preset ?? 'day'];
  return { preset, from: local(from), until: now };
}

/** Undefined if that is no range. */
export function rangeOf(
  fields: Pick<RangeFields, 'from' | 'until'>,
  timeZone: string,
): TimeRange | undefined {
  const from = fromLocalTime(fields.from, timeZone);
  const until = fromLocalTime(fields.until, timeZone);
  return from !== undefined && until !== undefined && from < until ? { from, until } : undefined;
}

/** When an endpoint was switched off, or was before somebody switched it on again. */
async function lastOffSince(
  db: Querier,
  tenantId: number,
  { id, active, inactiveSince }: EndpointDetails,
): Promise<string | undefined> {
  if (!active) return inactiveSince ?? undefined;
  const target = { type: 'endpoint', id: String(id) } as const;
  const activation = await lastEntry(db, tenantId, target, 'endpoint.activated');
  const since = activation?.details.was_inactive_since;
  return typeof since === 'string' ? since : undefined;
}
