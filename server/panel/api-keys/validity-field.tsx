import type { VNode } from 'preact';
import { Choice, FieldGroup, TextField } from '../kit/index.ts';
import type { FilledKeyForm } from './key-draft.ts';
import { DEFAULT_VALIDITY, dayOf, VALIDITY_DAYS } from './validity.ts';
import { words } from './words.ts';

/** Presets and a date. The stylesheet shows the date only while its choice is selected; the server reads it only then. */
export function ValidityField({ request, draft, errors }: FilledKeyForm): VNode {
  const { tenant, deps, locale } = request;
  const text = words[locale];
  const choices = [
    ...VALIDITY_DAYS.map((days) => [String(days), text.days(days)] as const),
    ['none', text.noValidity] as const,
    ['date', text.untilDate] as const,
  ];
  return (
    <FieldGroup name="validity" label={text.expiry} hint={text.validityHint} error={errors.validity}>
      <div class="choices">
        {choices.map(([value, label]) => (
          <Choice key={value} type="radio" name="validity" value={value} checked={value === draft.validity}>
            {label}
            {value === DEFAULT_VALIDITY ? <span class="quiet"> {text.recommended}</span> : null}
          </Choice>
        ))}
      </div>
      <div class="until-date">
        <TextField
          name="date"
          label={text.date}
          hint={text.dateHint(tenant.timeZone)}
          error={errors.date}
          type="date"
          value={draft.date}
          input={{ min: dayOf(deps.nowMs(), tenant.timeZone) }}
        />
      </div>
    </FieldGroup>
  );
}
