import type { ComponentChildren, VNode } from 'preact';
import { ErrorSummary, fieldErrors } from '../kit/elements/error-summary.tsx';
import { TextField } from '../kit/elements/field.tsx';
import { words as shared } from '../kit/words.ts';
import type { PanelRequest } from '../request/route.ts';
import { words as formWords } from './form-words.ts';
import type { KeyDraft, KeyErrors } from './key-draft.ts';
import { ValidityField } from './validity-field.tsx';
import { words } from './words.ts';

interface KeyFormProps {
  readonly request: PanelRequest;
  readonly draft: KeyDraft;
  readonly errors: KeyErrors;
  readonly action: string;
  readonly cancel: string;
  /** Between name and validity: the scopes. */
  readonly children?: ComponentChildren;
}

/** The form of a new key, and of a successor. It works without JavaScript. */
export function KeyForm({ request, draft, errors, action, cancel, children }: KeyFormProps): VNode {
  const { locale } = request;
  const text = formWords[locale];
  const { form, ...inFields } = errors;
  const hasErrors = Object.values(errors).some((error) => error !== undefined);
  return (
    <form method="post" action={action} class="form" autocomplete="off">
      {hasErrors ? (
        <ErrorSummary title={form ?? shared[locale].fixErrors} errors={fieldErrors(inFields)} />
      ) : null}
      <input type="hidden" name="token" value={draft.token} />
      <TextField
        name="name"
        label={words[locale].name}
        hint={text.nameHint}
        error={errors.name}
        value={draft.name}
        input={{ required: true, autofocus: !hasErrors, spellcheck: false }}
      />
      {children}
      <ValidityField request={request} draft={draft} errors={errors} />
      <div class="actions">
        <button type="submit" class="button primary">
          {text.create}
        </button>
        <a class="button" href={cancel}>
          {shared[locale].cancel}
        </a>
      </div>
    </form>
  );
}
