import type { VNode } from 'preact';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../accounts/staff/password.ts';
import { emailPreferences } from '../alerts/email-preferences.tsx';
import { ChipButton, Details, Form, LANGUAGES, LOCALES, PostButton, TextField } from '../kit/index.ts';
import { operatorName } from '../request/operator.ts';
import { type Page, type PanelRequest, page } from '../request/route.ts';
import { words } from './words.ts';

/** What's wrong with the form for a new password. */
export type PasswordErrors = Readonly<Partial<Record<'current' | 'next', string>>>;

export const accountPage = async (
  request: PanelRequest,
  status = 200,
  errors: PasswordErrors = {},
): Promise<Page> =>
  page(
    { status, title: words[request.locale].account, heading: { intro: words[request.locale].intro } },
    <Facts request={request} />,
    <Language request={request} />,
    await emailPreferences(request),
    <PasswordForm request={request} errors={errors} />,
    <Sessions request={request} />,
  );

function Facts({ request }: { request: PanelRequest }): VNode {
  const { user, tenant, locale } = request;
  const text = words[locale];
  const permissions = user.permissions.map((permission) => <div key={permission}>{text[permission]}</div>);
  return (
    <Details
      of={{
        [text.name]: user.name || undefined,
        [text.email]: user.email,
        [text.tenant]: tenant.name,
        [text.plan]: tenant.plan,
        [text.timeZone]: tenant.timeZone,
        [text.permissions]:
          permissions.length === 0 ? text.noPermissions(operatorName(request)) : permissions,
      }}
    />
  );
}

const Language = ({ request: { locale } }: { request: PanelRequest }): VNode => (
  <section>
    <h2>{words[locale].language}</h2>
    <p class="second">{words[locale].languageHint}</p>
    <form method="post" action="/panel/language" class="actions">
      <input type="hidden" name="back" value="/panel/account" />
      {LOCALES.map((each) => (
        <ChipButton
          key={each}
          name="locale"
          value={each}
          lang={LANGUAGES[each].tag}
          isCurrent={each === locale}
        >
          {LANGUAGES[each].name}
        </ChipButton>
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
      <Form errors={errors} action="/panel/account/password" submit={text.change}>
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
      </Form>
    </section>
  );
}

const Sessions = ({ request: { locale } }: { request: PanelRequest }): VNode => (
  <section>
    <h2>{words[locale].sessionsTitle}</h2>
    <p>{words[locale].sessionsText}</p>
    <PostButton action="/panel/account/sessions/end">{words[locale].endSessions}</PostButton>
  </section>
);
