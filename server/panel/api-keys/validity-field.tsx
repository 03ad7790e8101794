import type { VNode } from 'preact';
import { TextField } from '../kit/elements/field.tsx';
import { FieldGroup } from '../kit/elements/field-group.tsx';
import type { PanelRequest } from '../request/route.ts';
import { words as formWords } from './form-words.ts';
import type { KeyDraft, KeyErrors } from './key-draft.ts';
import { DEFAULT_VALIDITY, dayOf, VALIDITY_DAYS } from './validity.ts';
import { words } from './words.ts';

interface ValidityFieldProps {
  readonly request: PanelRequest;
  readonly draft: KeyDraft;
  readonly errors: KeyErrors;
}

/** Presets and a date. The stylesheet shows the date only while its choice is selected; the server reads it only then. */
export function ValidityField({ request, draft, errors }: ValidityFieldProps): VNode {
  const { tenant, deps, locale } = request;
  const text = formWords[locale];
  const choices = [
    ...VALIDITY_DAYS.map((days) => [String(days), text.days(days)] as const),
    ['none', text.noValidity] as const,
    ['date', text.untilDate] as const,
  ];
  return (
    <FieldGroup name="validity" label={words[locale].expiry} hint={text.validityHint} error={errors.validity}>
      <div class="choices">
        {choices.map(([value, label]) => (
          <label key={value} class="choice">
            <input type="radio" name="validity" value={value} checked={value === draft.validity} />
            <span>
              {label}
              {value === DEFAULT_VALIDITY ? <span class="quiet"> {text.recommended}</span> : null}
            </span>
          </label>
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
