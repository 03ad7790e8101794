import type { VNode } from 'preact';
import { EMAIL_KINDS, type EmailKind, permissionOf } from '../../webhooks/alerts/kinds.ts';
import {
  type AlertPreferences,
  findPreferences,
  savePreferences,
} from '../../webhooks/alerts/preferences.ts';
import { isLocale, LOCALES } from '../kit/language/locale.ts';
import { words as shared } from '../kit/words.ts';
import { type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { words } from './email-words.ts';

const LANGUAGE_NAMES = { pt: 'Português', en: 'English' } as const;

/** The section of the account page where users choose their e-mails. Null for a user who gets none. */
export async function emailPreferences(request: PanelRequest): Promise<VNode | null> {
  const { db, user, locale, deps } = request;
  const kinds = kindsOf(user.permissions);
  if (kinds.length === 0) return null;
  // Until they choose, the form proposes the language that they read the panel in.
  const preferences = (await findPreferences(db, user.tenantId, user.id)) ?? { locale, muted: [] };
  return (
    <section id="alerts">
      <h2>{words[locale].emails}</h2>
      {deps.config.smtp === undefined ? (
        <p class="quiet">{words[locale].emailsOff}</p>
      ) : (
        <PreferencesForm request={request} kinds={kinds} preferences={preferences} />
      )}
    </section>
  );
}

const kindsOf = (permissions: readonly string[]): EmailKind[] =>
  EMAIL_KINDS.filter((kind) => permissions.includes(permissionOf(kind)));

interface PreferencesFormProps {
  readonly request: PanelRequest;
  readonly kinds: readonly EmailKind[];
  readonly preferences: AlertPreferences;
}

function PreferencesForm({ request: { locale, user }, kinds, preferences }: PreferencesFormProps): VNode {
  const text = words[locale];
  return (
    <form class="form" method="post" action="/panel/account/alerts">
      <p class="quiet">{text.emailsIntro(user.email)}</p>
      <fieldset class="field">
        <legend>{text.emailKinds}</legend>
        <div>
          {kinds.map((kind) => (
            <label class="choice" key={kind}>
              <input type="checkbox" name="kind" value={kind} checked={!preferences.muted.includes(kind)} />
              <span>{text[`email_${kind}`]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="field">
        <label for="field-email-locale">{text.emailLanguage}</label>
        <select id="field-email-locale" name="locale">
          {LOCALES.map((each) => (
            <option
              key={each}
              value={each}
              lang={each === 'pt' ? 'pt-BR' : 'en'}
              selected={each === preferences.locale}
            >
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button">
        {shared[locale].save}
      </button>
    </form>
  );
}

/** A kind that the user can't see now stays as it was: they may get the permission back. */
export async function saveEmailPreferences(request: PanelRequest): Promise<PanelResponse> {
  const { db, user, form, locale } = request;
  const chosen = form.all('kind');
  const before = await findPreferences(db, user.tenantId, user.id);
  const visible = kindsOf(user.permissions);
  const muted = EMAIL_KINDS.filter((kind) =>
    visible.includes(kind) ? !chosen.includes(kind) : before?.muted.includes(kind),
  );
  const language = form.text('locale');
  await savePreferences(db, user.tenantId, user.id, {
    locale: isLocale(language) ? language : (before?.locale ?? locale),
    muted,
  });
  return redirect('/panel/account#alerts', words[locale].saved);
}
