import { isPlan, PLANS } from '../../../accounts/tenants/plans.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../../accounts/tenants/time-zone.ts';
import { MAX_NAME_CHARACTERS, nameIssue } from '../../../base/formats/name-rules.ts';
import { Field, type FormErrors, Select, TextField, useLocale } from '../../kit/index.ts';
import type { ConsoleRequest } from '../../request/route.ts';
import { readReason } from '../reason.tsx';
import { words } from '../words.ts';

/** What the fields say, as text. */
export interface Fields {
  readonly name: string;
  readonly time_zone: string;
  readonly plan: string;
}

export const NEW: Fields = { name: '', time_zone: DEFAULT_TIME_ZONE, plan: '' };

export const typed = ({ form }: ConsoleRequest): Fields => ({
  name: form.text('name'),
  time_zone: form.text('time_zone'),
  plan: form.text('plan'),
});

export function mistakesIn(request: ConsoleRequest): FormErrors {
  const text = words[request.locale];
  const { name, time_zone, plan } = typed(request);
  return {
    name: nameIssue(name) ? text.nameInvalid(MAX_NAME_CHARACTERS) : undefined,
    time_zone: isTimeZone(time_zone) ? undefined : text.timeZoneWrong(DEFAULT_TIME_ZONE),
    plan: isPlan(plan) ? undefined : text.planWrong,
    reason: readReason(request).error,
  };
}

/** The rest are found in the form's values. */
export function Common({ plan }: Pick<Fields, 'plan'>) {
  const text = words[useLocale()];
  return (
    <>
      <TextField name="name" label={text.name} input={{ required: true, autocomplete: 'off' }} />
      <TextField
        name="time_zone"
        label={text.timeZone}
        hint={text.timeZoneHint}
        input={{ required: true, autocomplete: 'off' }}
      />
      <Field name="plan" label={text.plan} hint={text.planHint}>
        {(input) => (
          <Select {...input} value={plan} options={Object.keys(PLANS).map((each) => [each, each] as const)} />
        )}
      </Field>
    </>
  );
}
