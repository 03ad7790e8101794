import type { VNode } from 'preact';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../accounts/staff/password.ts';
import { emailPreferences } from '../alerts/email-preferences.tsx';
import { ErrorSummary, fieldErrors } from '../kit/elements/error-summary.tsx';
import { TextField } from '../kit/elements/field.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { LOCALES } from '../kit/language/locale.ts';
import { words as shared } from '../kit/words.ts';
import { type Page, type PanelRequest, page } from '../request/route.ts';
import { words } from './words.ts';

/** What's wrong with the form for a new password. */
export interface PasswordErrors {
  readonly current?: string;
  readonly next?: string;
}

const LANGUAGE_NAMES = { pt: 'Português', en: 'English' } as const;

export const accountPage = async (
  request: PanelRequest,
  status = 200,
  errors: PasswordErrors = {},
): Promise<Page> =>
  page({
    status,
    title: shared[request.locale].account,
    section: 'account',
    body: (
      <>
        <Heading title={shared[request.locale].account} intro={words[request.locale].intro} />
        <Facts request={request} />
        <Language request={request} />
        {await emailPreferences(request)}
        <PasswordForm request={request} errors={errors} />
        <Sessions request={request} />
      </>
    ),
  });

function Facts({ request: { user, tenant, locale } }: { request: PanelRequest }): VNode {
  const text = words[locale];
  return (
    <dl class="facts">
      {user.name === '' ? null : (
        <>
          <dt>{text.name}</dt>
          <dd>{user.name}</dd>
        </>
      )}
      <dt>{text.email}</dt>
      <dd>{user.email}</dd>
      <dt>{text.tenant}</dt>
      <dd>{tenant.name}</dd>
      <dt>{text.plan}</dt>
      <dd>{tenant.plan}</dd>
      <dt>{text.timeZone}</dt>
      <dd>{tenant.timeZone}</dd>
      <dt>{text.permissions}</dt>
      <dd>
        {user.permissions.length === 0
          ? text.noPermissions
          : user.permissions.map((permission) => <div key={permission}>{text[permission]}</div>)}
      </dd>
    </dl>
  );
}

const Language = ({ request: { locale } }: { request: PanelRequest }): VNode => (
  <section>
    <h2>{words[locale].language}</h2>
    <p class="second">{words[locale].languageHint}</p>
    <form method="post" action="/panel/language" class="actions">
      <input type="hidden" name="back" value="/panel/account" />
      {LOCALES.map((each) => (
        <button
          key={each}
          type="submit"
          class="chip"
          name="locale"
          value={each}
          lang={each === 'pt' ? 'pt-BR' : 'en'}
          aria-current={each === locale ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </form>
  </section>
);

function PasswordForm({ request, errors }: { request: PanelRequest; errors: PasswordErrors }): VNode {
  const { locale, user } = request;
  const text = words[locale];
  return (
    <section id="password">
      <h2>{text.passwordTitle}</h2>
      <form method="post" action="/panel/account/password" class="form">
        {Object.keys(errors).length === 0 ? null : (
          <ErrorSummary title={shared[locale].fixErrors} errors={fieldErrors({ ...errors })} />
        )}
        {/* Password managers keep the new password under this name. */}
        <input type="hidden" name="username" autocomplete="username" value={user.email} />
        <TextField
          name="current"
          label={text.current}
          type="password"
          error={errors.current}
          input={{ required: true, autocomplete: 'current-password' }}
        />
        <TextField
          name="next"
          label={text.next}
          type="password"
          hint={text.nextHint(MIN_PASSWORD_CHARACTERS)}
          error={errors.next}
          input={{ required: true, autocomplete: 'new-password', maxLength: 2 * MAX_PASSWORD_CHARACTERS }}
        />
        <div class="actions">
          <button type="submit" class="button primary">
            {text.change}
          </button>
        </div>
      </form>
    </section>
  );
}

const Sessions = ({ request: { locale } }: { request: PanelRequest }): VNode => (
  <section>
    <h2>{words[locale].sessionsTitle}</h2>
    <p>{words[locale].sessionsText}</p>
    <form method="post" action="/panel/account/sessions/end">
      <button type="submit" class="button">
        {words[locale].endSessions}
      </button>
    </form>
  </section>
);
