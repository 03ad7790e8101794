import type { ComponentChildren, VNode } from 'preact';
import { Form, hasErrors, TextField } from '../kit/index.ts';
import type { FilledKeyForm } from './key-draft.ts';
import { ValidityField } from './validity-field.tsx';
import { words } from './words.ts';

interface KeyFormProps extends FilledKeyForm {
  readonly action: string;
  readonly cancel: string;
  /** Between name and validity: the scopes. */
  readonly children?: ComponentChildren;
}

/** The form of a new key, and of a successor. It works without JavaScript. */
export function KeyForm({ request, draft, errors, action, cancel, children }: KeyFormProps): VNode {
  const { locale } = request;
  const text = words[locale];
  return (
    <Form
      {...{ locale, action, errors, cancel }}
      hidden={{ token: draft.token }}
      submit={text.create}
      autocomplete="off"
    >
      <TextField
        name="name"
        label={text.name}
        hint={text.nameHint}
        error={errors.name}
        value={draft.name}
        input={{ required: true, autofocus: !hasErrors(errors), spellcheck: false }}
      />
      {children}
      <ValidityField request={request} draft={draft} errors={errors} />
    </Form>
  );
}
