import type { ComponentChildren } from 'preact';
import type { Scope } from '../../accounts/api-keys/scopes.ts';
import { countCharacters, MAX_NAME_CHARACTERS, nameIssue } from '../../base/formats/name-rules.ts';
import { Form, type FormErrors, hasErrors, TextField, useLocale } from '../kit/index.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import type { PanelRequest } from '../request/route.ts';
import { hasUnknownBox, scopesOf } from './scopes.tsx';
import { DEFAULT_VALIDITY, readValidity, ValidityField, type ValidityIssue } from './validity.tsx';
import { words } from './words.ts';

/** A form of a new key as it was filled in. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly validity: string;
  readonly date: string;
  /** See form-token.ts: reloading the page with the key must not create another one. */
  readonly token: string;
}

interface CheckedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
}

type Checked = { readonly key: CheckedKey } | { readonly errors: FormErrors; readonly draft: KeyDraft };

export const emptyDraft = (request: PanelRequest, name = ''): KeyDraft => ({
  name,
  scopes: [],
  validity: DEFAULT_VALIDITY,
  date: '',
  token: newToken(request),
});

/** Reads and checks a form. `withScopes` is false for a successor, whose scopes are its predecessor's. */
export function checkDraft(request: PanelRequest, { withScopes }: { withScopes: boolean }): Checked {
  const { form, locale } = request;
  const name = form.text('name');
  const boxes = form.all('scopes');
  const scopes = scopesOf(boxes);
  const fields = { validity: form.text('validity'), date: form.text('date') };
  const validity = readValidity(fields, request);
  const token = sentToken(request);
  const errors: FormErrors = {
    name: nameError(request, name),
    scopes: withScopes ? scopesError(request, boxes) : undefined,
    ...('issue' in validity ? validityError(request, validity.issue) : {}),
    form: token === undefined ? words[locale].formStale : undefined,
  };
  if ('issue' in validity || hasErrors(errors))
    return { errors, draft: { name, scopes, ...fields, token: token ?? newToken(request) } };
  return { key: { name, scopes, expiresAt: validity.expiresAt } };
}

export function nameError({ locale }: PanelRequest, name: string): string | undefined {
  const text = words[locale];
  switch (nameIssue(name)) {
    case undefined:
      return undefined;
    case 'empty':
      return text.nameEmpty;
    case 'too_long':
      return text.nameTooLong(countCharacters(name), MAX_NAME_CHARACTERS);
    case 'control_character':
      return text.nameControl;
  }
}

function scopesError({ locale }: PanelRequest, boxes: readonly string[]): string | undefined {
  if (hasUnknownBox(boxes)) return words[locale].scopesUnknown;
  return boxes.length === 0 ? words[locale].scopesEmpty : undefined;
}

function validityError({ locale }: PanelRequest, issue: ValidityIssue): FormErrors {
  const text = words[locale];
  if (issue === 'choose') return { validity: text.validityChoose };
  return { date: issue === 'past' ? text.validityPast : text.validityNoDate };
}

interface KeyFormProps {
  readonly draft: KeyDraft;
  readonly errors: FormErrors;
  readonly action: string;
  readonly cancel: string;
  readonly validityHint?: string;
  /** Between name and validity: the scopes. */
  readonly children?: ComponentChildren;
}

/** The form of a new key, and of a successor. It works without JavaScript. */
export function KeyForm({ draft, errors, validityHint, children, ...form }: KeyFormProps) {
  const text = words[useLocale()];
  return (
    <Form
      {...form}
      errors={errors}
      values={draft}
      hidden={{ token: draft.token }}
      submit={text.create}
      autocomplete="off"
    >
      <TextField
        name="name"
        label={text.name}
        hint={text.nameHint}
        input={{ required: true, autofocus: !hasErrors(errors), spellcheck: false }}
      />
      {children}
      <ValidityField draft={draft} hint={validityHint} />
    </Form>
  );
}
