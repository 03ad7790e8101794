import type { ApiKey } from '../../accounts/api-keys/key-details.ts';
import { isDateTime } from '../../base/formats/date-time.ts';
import { Choice, FieldGroup, TextField, useFormat } from '../kit/index.ts';
import { fromClock, toClock } from '../kit/language/time-zone.ts';
import type { PanelRequest } from '../request/route.ts';
import { words } from './words.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** The presets, in days. A quarter is proposed: short enough for a lost key to die, long enough not to annoy. */
const VALIDITY_DAYS = [30, 90, 365] as const;
export const DEFAULT_VALIDITY = '90';

export type ValidityIssue = 'choose' | 'no_date' | 'past';
type Validity = { readonly expiresAt: string | null } | { readonly issue: ValidityIssue };

interface ValidityFields {
  /** 30, 90, 365, none or date. */
  readonly validity: string;
  /** YYYY-MM-DD in the tenant's zone; read only with the choice `date`. The key works until the end of that day. */
  readonly date: string;
}

export const inDays = (days: number, nowMs: number): string => new Date(nowMs + days * DAY_MS).toISOString();

/** When a key with this validity expires. */
export function readValidity({ validity, date }: ValidityFields, { tenant, deps }: PanelRequest): Validity {
  const nowMs = deps.nowMs();
  if (validity === 'none') return { expiresAt: null };
  if (validity === 'date') return readDate(date, tenant.timeZone, nowMs);
  const days = VALIDITY_DAYS.find((each) => String(each) === validity);
  if (days === undefined) return { issue: 'choose' };
  return { expiresAt: inDays(days, nowMs) };
}

/** As long as the old key had, from today on; not so short that it would have to be replaced at once. */
export function sameValidity(
  { createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>,
  { deps, tenant }: PanelRequest,
): ValidityFields {
  if (expiresAt === null) return { validity: 'none', date: '' };
  const days = Math.max(
    VALIDITY_DAYS[0],
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS),
  );
  if (VALIDITY_DAYS.some((each) => each === days)) return { validity: String(days), date: '' };
  return { validity: 'date', date: dayOf(deps.nowMs() + days * DAY_MS, tenant.timeZone) };
}

const dayOf = (ms: number, timeZone: string): string =>
  new Date(toClock(ms, timeZone)).toISOString().slice(0, 10);

function readDate(date: string, timeZone: string, nowMs: number): Validity {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !isDateTime(`${date}T00:00:00Z`)) return { issue: 'no_date' };
  // The day's last second. The next day's first would be shown as that day.
  const end = fromClock(Date.parse(date) + DAY_MS, timeZone) - SECOND_MS;
  return end > nowMs ? { expiresAt: new Date(end).toISOString() } : { issue: 'past' };
}

interface ValidityFieldProps {
  readonly draft: ValidityFields;
  readonly hint?: string | undefined;
}

/** Presets and a date. The stylesheet shows the date only while its choice is selected; the server reads it only then. */
export function ValidityField({ draft, hint }: ValidityFieldProps) {
  const { timeZone, nowMs, locale } = useFormat();
  const text = words[locale];
  const choices = [
    ...VALIDITY_DAYS.map((days) => [String(days), text.days(days)] as const),
    ['none', text.noValidity] as const,
    ['date', text.untilDate] as const,
  ];
  return (
    <FieldGroup name="validity" label={text.expiry} hint={hint ?? text.validityHint}>
      <div class="choices">
        {choices.map(([value, label]) => (
          <Choice key={value} type="radio" name="validity" value={value} checked={value === draft.validity}>
            {label}
            {hint === undefined && value === DEFAULT_VALIDITY ? (
              <span class="quiet"> {text.recommended}</span>
            ) : null}
          </Choice>
        ))}
      </div>
      <div class="until-date">
        <TextField
          name="date"
          label={text.date}
          hint={text.dateHint(timeZone)}
          type="date"
          input={{ min: dayOf(nowMs, timeZone) }}
        />
      </div>
    </FieldGroup>
  );
}
