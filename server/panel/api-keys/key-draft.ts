import type { Scope } from '../../accounts/api-keys/scopes.ts';
import { countCharacters, MAX_NAME_CHARACTERS, nameIssue } from '../../base/formats/name-rules.ts';
import { shared } from '../kit/index.ts';
import type { Form } from '../request/form.ts';
import { newToken, sentToken } from '../request/form-token.ts';
import type { PanelRequest } from '../request/route.ts';
import { ALL, ALL_READ, isScope, scopesOf } from './scope-choice.ts';
import { DEFAULT_VALIDITY, readValidity } from './validity.ts';
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

/** A sentence per field. */
export type KeyErrors = Readonly<Partial<Record<'name' | 'scopes' | 'validity' | 'date' | 'form', string>>>;

/** What a form of a key is given. */
export interface FilledKeyForm {
  readonly request: PanelRequest;
  readonly draft: KeyDraft;
  readonly errors: KeyErrors;
}

export interface CheckedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
}

export type Checked = { readonly key: CheckedKey } | { readonly errors: KeyErrors; readonly draft: KeyDraft };

export const emptyDraft = (request: PanelRequest, name = ''): KeyDraft => ({
  name,
  scopes: [],
  validity: DEFAULT_VALIDITY,
  date: '',
  token: newToken(request),
});

const readDraft = (form: Form): KeyDraft => ({
  name: form.text('name'),
  scopes: form.all('scopes'),
  validity: form.text('validity'),
  date: form.text('date'),
  token: form.text('token'),
});

/** Reads and checks a form. `withScopes` is false for a successor, whose scopes are its predecessor's. */
export function checkDraft(request: PanelRequest, { withScopes }: { withScopes: boolean }): Checked {
  const { form, tenant, deps } = request;
  const draft = readDraft(form);
  const scopes = scopesOf(draft.scopes);
  const validity = readValidity({ choice: draft.validity, date: draft.date }, tenant.timeZone, deps.nowMs());
  const token = sentToken(request);
  const errors: KeyErrors = {
    name: nameError(request, draft.name),
    scopes: withScopes ? scopesError(request, scopes) : undefined,
    ...('issue' in validity ? validityError(request, validity.issue) : {}),
    form: token === undefined ? shared[request.locale].formStale : undefined,
  };
  if ('issue' in validity || Object.values(errors).some((error) => error !== undefined))
    return { errors, draft: { ...draft, ...shown(draft), token: token ?? newToken(request) } };
  return { key: { name: draft.name, scopes: scopes ?? [], expiresAt: validity.expiresAt } };
}

/** The boxes to check when the form is shown again. */
const shown = ({ scopes }: KeyDraft): Pick<KeyDraft, 'scopes'> => ({
  scopes: scopesOf(scopes.filter((word) => word === ALL || word === ALL_READ || isScope(word)))!,
});

function nameError({ locale }: PanelRequest, name: string): string | undefined {
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

function scopesError({ locale }: PanelRequest, scopes: readonly Scope[] | undefined): string | undefined {
  if (scopes === undefined) return words[locale].scopesUnknown;
  return scopes.length === 0 ? words[locale].scopesEmpty : undefined;
}

function validityError({ locale }: PanelRequest, issue: 'choose' | 'no_date' | 'past'): KeyErrors {
  const text = words[locale];
  if (issue === 'choose') return { validity: text.validityChoose };
  return { date: issue === 'past' ? text.validityPast : text.validityNoDate };
}
