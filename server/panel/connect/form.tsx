import { Choice, FieldGroup, Form, type FormErrors, TextField, useLocale } from '../kit/index.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import { useRequest } from '../request/use-request.ts';
import { EventPicker } from '../webhooks/events/event-picker.tsx';
import { ABILITIES, type Ability } from './abilities.ts';
import { type ConnectDraft, mayHear } from './draft.ts';
import { abilityHints, words } from './words.ts';

interface ConnectFormProps {
  readonly draft: ConnectDraft;
  readonly errors: FormErrors;
}

export function ConnectForm({ draft, errors }: ConnectFormProps) {
  const request = useRequest();
  const text = words[request.locale];
  const token = sentToken(request) ?? newToken(request);
  return (
    <Form
      action="/panel/connect"
      errors={errors}
      values={draft}
      hidden={{ token }}
      submit={text.submit}
      cancel="/panel/keys"
      autocomplete="off"
      novalidate
    >
      <TextField
        name="name"
        label={text.system}
        hint={text.systemHint}
        input={{ required: true, spellcheck: false }}
      />
      <AbilityField may={draft.may} />
      {mayHear(request) ? <HearFields events={draft.events} /> : null}
    </Form>
  );
}

function AbilityField({ may }: Pick<ConnectDraft, 'may'>) {
  const locale = useLocale();
  const text = words[locale];
  const hints: Readonly<Partial<Record<Ability, string>>> = abilityHints[locale];
  return (
    <FieldGroup name="may" label={text.may} hint={text.mayHint}>
      <div>
        {ABILITIES.map((ability) => (
          <Choice key={ability} type="checkbox" name="may" value={ability} checked={may.includes(ability)}>
            {text[ability]}
            {hints[ability] ? <span class="second">{hints[ability]}</span> : null}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}

function HearFields({ events }: Pick<ConnectDraft, 'events'>) {
  const text = words[useLocale()];
  const plain = { label: text.hears, hint: text.hearsHint };
  return (
    <>
      <EventPicker plain={plain} picked={events} />
      <TextField
        name="url"
        label={`${text.url} (${text.optional})`}
        hint={text.urlHint}
        type="url"
        input={{ inputMode: 'url', spellcheck: false }}
      />
    </>
  );
}
