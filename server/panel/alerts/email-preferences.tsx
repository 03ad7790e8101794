import type { VNode } from 'preact';
import { EMAIL_KINDS, type EmailKind, permissionOf } from '../../webhooks/alerts/kinds.ts';
import { findPreferences, savePreferences } from '../../webhooks/alerts/preferences.ts';
import { Choice, isLocale, LANGUAGES, LOCALES, Select, SubmitButton } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import { words } from './words.ts';

/** The section of the account page where users choose their e-mails. Null for a user who gets none. */
export async function emailPreferences(request: PanelRequest): Promise<VNode | null> {
  const { db, user, locale, deps } = request;
  const text = words[locale];
  const kinds = kindsOf(user.permissions);
  if (kinds.length === 0) return null;
  // Until they choose, the form proposes the language that they read the panel in.
  const preferences = (await findPreferences(db, user.tenantId, user.id)) ?? {
    locale,
    muted: [] as EmailKind[],
  };
  return (
    <section id="alerts">
      <h2>{text.emails}</h2>
      {deps.config.smtp === undefined ? (
        <p class="quiet">{text.emailsOff}</p>
      ) : (
        <form class="form" method="post" action="/panel/account/alerts">
          <p class="quiet">{text.emailsIntro(user.email)}</p>
          <fieldset class="field">
            <legend>{text.emailKinds}</legend>
            <div>
              {kinds.map((kind) => (
                <Choice
                  key={kind}
                  type="checkbox"
                  name="kind"
                  value={kind}
                  checked={!preferences.muted.includes(kind)}
                >
                  {text[`email_${kind}`]}
                </Choice>
              ))}
            </div>
          </fieldset>
          <div class="field">
            <label for="field-email-locale">{text.emailLanguage}</label>
            <Select
              id="field-email-locale"
              name="locale"
              value={preferences.locale}
              options={LOCALES.map((each) => [each, LANGUAGES[each].name, LANGUAGES[each].tag])}
            />
          </div>
          <SubmitButton>{text.save}</SubmitButton>
        </form>
      )}
    </section>
  );
}

const kindsOf = (permissions: readonly string[]): EmailKind[] =>
  EMAIL_KINDS.filter((kind) => permissions.includes(permissionOf(kind)));

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
