import { roleOf } from '../../accounts/staff/rules/roles.ts';
import { type Storage, storageOf } from '../../accounts/tenants/storage.ts';
import { emailPreferences } from '../alerts/email-preferences.tsx';
import {
  ChipButton,
  Details,
  Form,
  type FormErrors,
  LANGUAGES,
  LOCALES,
  TextField,
  useLocale,
} from '../kit/index.ts';
import { NewPassword } from '../login/own-password.tsx';
import { type Page, type PanelRequest, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { factorSection } from './second-factor.tsx';
import { sessionsSection } from './sessions.tsx';
import { words } from './words.ts';

interface FormProps {
  readonly errors: FormErrors;
}

export const accountPage = async (
  request: PanelRequest,
  status = 200,
  errors: FormErrors = {},
): Promise<Page> =>
  page(
    { status, title: words[request.locale].account, heading: { intro: words[request.locale].intro } },
    <Facts {...(await storageOf(request.db, request.tenant.id))} />,
    <Language />,
    await emailPreferences(request),
    <Profile errors={errors} />,
    <PasswordForm errors={errors} />,
    await factorSection(request),
    await sessionsSection(request),
  );

function Facts({ usedBytes, limitBytes }: Storage) {
  const { user, tenant, locale, format } = useRequest();
  const text = words[locale];
  const permissions = user.permissions.map((permission) => <div key={permission}>{text[permission]}</div>);
  return (
    <Details
      of={{
        [text.name]: user.name || undefined,
        [text.email]: user.email,
        [text.tenant]: tenant.name,
        [text.plan]: tenant.plan,
        [text.storage]: text.storageOf(
          format.gigabytes(usedBytes),
          format.gigabytes(limitBytes),
          format.percent(usedBytes / limitBytes),
        ),
        [text.timeZone]: tenant.timeZone,
        [text.role]: text[roleOf(user.permissions)],
        [text.permissions]: permissions.length === 0 ? text.noPermissions : permissions,
      }}
    />
  );
}

const Language = () => (
  <section>
    <h2>{words[useLocale()].language}</h2>
    <p class="second">{words[useLocale()].languageHint}</p>
    <form method="post" action="/panel/language" class="actions">
      <input type="hidden" name="back" value="/panel/account" />
      {LOCALES.map((each) => (
        <ChipButton
          key={each}
          name="locale"
          value={each}
          lang={LANGUAGES[each].tag}
          isCurrent={each === useLocale()}
        >
          {LANGUAGES[each].name}
        </ChipButton>
      ))}
    </form>
  </section>
);

function Profile({ errors }: FormProps) {
  const { locale, user, form } = useRequest();
  const text = words[locale];
  return (
    <section id="profile">
      <h2>{text.profileTitle}</h2>
      <Form errors={{ name: errors.name }} action="/panel/account/name" submit={text.save}>
        <TextField
          name="name"
          label={text.name}
          value={errors.name === undefined ? user.name : form.text('name')}
          input={{ required: true, autocomplete: 'name' }}
        />
      </Form>
      <Form errors={{ email: errors.email }} action="/panel/account/email" submit={text.changeEmail}>
        <TextField
          name="email"
          label={text.email}
          type="email"
          hint={text.emailHint}
          value={errors.email === undefined ? user.email : form.text('email')}
          input={{ required: true, autocomplete: 'email' }}
        />
      </Form>
    </section>
  );
}

function PasswordForm({ errors: { current, next } }: FormProps) {
  const { locale, user } = useRequest();
  const text = words[locale];
  return (
    <section id="password">
      <h2>{text.passwordTitle}</h2>
      <Form errors={{ current, next }} action="/panel/account/password" submit={text.change}>
        <TextField
          name="current"
          label={text.current}
          type="password"
          input={{ required: true, autocomplete: 'current-password' }}
        />
        <NewPassword email={user.email} />
      </Form>
    </section>
  );
}
